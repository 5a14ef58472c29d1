# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The exact search for one deck: alternate colours, unlimited passes, whole columns or any built run.

One source for two ways to run: compiled by Cython, and as it stands. So every number is kept non-negative, sums and
products of 64-bit words are masked, and nothing is divided that could be below zero.

A card is `suit * 16 + rank`, rank 0 being the base and suits 0 and 1 black, 2 and 3 red. 255 is no card. The state at
depth `d` has its `below` and `talon` at `d << 6`, `top` and `bottom` of the columns at `d << 3`, `founded` at `d << 2`.
Depth 0 is the position as it was given; depth 1 the same after the forced moves.

The key of a state is exact and has no order of columns: two bits for each card (0 where it was dealt or on the
foundation, 1 the bottom of a column, 2 and 3 on the first and second of the two cards it may lie on), four for each
foundation. Eight bits are left; `remember` says what for.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from canfield_widget.solver import plain_cython as cython

_WORD = cython.declare(
    cython.ulonglong, 0xFFFFFFFFFFFFFFFF
)  # what is masked with it wraps by itself where it is compiled
_KEY = cython.declare(cython.ulonglong, 0x0FFFFFFFFFFFFFFF)  # a word of the table without its spare bits
_ONE = cython.declare(cython.ulonglong, 1)
_MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_BLEND = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_BASES = cython.declare(cython.ulonglong, 0x0001000100010001)
_SIXES = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)
_ODD = cython.declare(cython.ulonglong, 0xAAAAAAAA)
_RUN = cython.declare(cython.ulonglong, 200)  # states of the shortest run before a restart
_STIR = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


@cython.final
@cython.cclass
class OneDeckSearch:
    """A search that is run in slices. `setup` is the rules as numbers, see `encoding.one_deck_setup`."""

    ranks: cython.int
    columns: cython.int
    packet: cython.int
    whole: cython.bint
    cyclic: cython.bint
    fills: cython.bint
    takes_talon: cython.bint
    takes_any: cython.bint
    safe_moves: cython.bint
    dead_test: cython.bint
    restarts: cython.bint
    covers: cython.bint

    below: cython.short[::1]
    talon: cython.short[::1]
    top: cython.short[::1]
    bottom: cython.short[::1]
    founded: cython.short[::1]
    reserve_left: cython.short[::1]
    talon_size: cython.short[::1]
    waste_size: cython.short[::1]
    keys: cython.ulonglong[::1]
    in_columns: cython.ulonglong[::1]
    reserve: cython.short[::1]
    in_reserve: cython.ulonglong[::1]
    children: cython.ulonglong[::1]
    table: cython.ulonglong[::1]
    old: cython.ulonglong[::1]
    capacity: cython.ulonglong
    old_capacity: cython.ulonglong
    moved: cython.ulonglong
    used: cython.ulonglong
    stored: cython.ulonglong
    forgotten: cython.ulonglong

    moves: cython.int[::1]
    next_move: cython.int[::1]
    last_move: cython.int[::1]
    played: cython.int[::1]
    before: cython.short[::1]
    best: cython.int[::1]
    best_depth: cython.int
    best_founded: cython.int
    log: cython.int[::1]
    log_size: cython.int
    logging: cython.bint
    depth: cython.int
    most_depth: cython.int
    most_moves: cython.int

    states: cython.ulonglong
    run_states: cython.ulonglong
    run_budget: cython.ulonglong
    runs: cython.ulonglong
    noise: cython.ulonglong
    long_run: cython.int
    saw_long_run: cython.bint

    bits: cython.short[::1]
    place: cython.short[::1]
    under: cython.ulonglong[::1]
    kids: cython.ulonglong[::1]
    classes: cython.ulonglong[::1]
    wrap_suits: cython.int

    def __init__(self, setup, buffers):
        (
            self.ranks,
            self.columns,
            self.packet,
            self.whole,
            self.cyclic,
            self.fills,
            self.takes_talon,
            self.takes_any,
            self.safe_moves,
            self.dead_test,
            self.restarts,
            self.covers,
            self.long_run,
        ) = setup
        (self.below, self.talon, self.top, self.bottom, self.founded, self.reserve_left, self.talon_size,
         self.waste_size, self.keys, self.in_columns, self.reserve, self.children, self.table, self.moves,
         self.next_move, self.last_move, self.played, self.before, self.best, self.log,
         self.bits, self.place, self.under, self.kids, self.classes, self.in_reserve) = buffers  # fmt: skip
        self.capacity = self.old_capacity = self.moved = len(buffers[12]) >> 1
        self.old = self.table
        self.most_depth = len(buffers[16]) - 3
        self.most_moves = len(buffers[13])
        self.used = self.stored = self.forgotten = self.states = self.run_states = self.runs = 0
        self.noise = 0
        self.run_budget = _RUN
        self.best_depth = self.best_founded = 0
        self.logging = self.saw_long_run = False
        self.log_size = 0
        self.depth = 0
        self.moves[0] = 15 << 16
        self.next_move[0] = 0
        self.last_move[0] = 1
        self._start_keys()
        i: cython.int
        for i in range(64):
            self.bits[((_ONE << i) * _SIXES & _WORD) >> 58] = i
        for i in range(self.packet):
            self.classes[i] = 0
        for i in range(64):
            if self.packet <= 64:
                self.classes[(i + 1) % self.packet] |= cython.cast(cython.ulonglong, 1) << i

    # What Python asks

    def run(self, states):
        """How the slice of `states` states ended: 0 more to do, 1 won, 2 exhausted, 3 table full, 4 too deep."""
        limit: cython.ulonglong = states
        status: cython.int
        with cython.nogil:
            status = self._search(limit)
        return status

    def figures(self):
        """States looked at, states stored, runs begun, whether a run was so long that the proof has a gap."""
        return self.states, self.stored, self.runs, bool(self.saw_long_run)

    def gauges(self):
        """Depth of the running line, most cards on the foundations, runs begun anew, states the table knew."""
        return self.depth, self.best_founded, self.runs, self.states - self.stored - self.forgotten

    def grow(self, table):
        """Takes the larger, empty `table`; nothing may be searched until `fill` has moved everything into it."""
        self.old = self.table
        self.old_capacity = self.capacity
        self.moved = self.used = 0
        self.table = table
        self.capacity = len(table) >> 1

    def fill(self, slots):
        """Whether more is to be moved after as many slots of the old table."""
        most: cython.ulonglong = slots
        with cython.nogil:
            self._rehash(most)
        if self.moved < self.old_capacity:
            return True
        self.old = self.table
        return False

    def path(self, best):
        """The moves of the running line, or of the furthest one, that were chosen, as `atoms` takes them."""
        if best:
            return [self.best[i] for i in range(self.best_depth)]
        return [self.played[i] for i in range(self.depth)]

    def atoms(self, path):
        """The moves of a path and those that follow from them as numbers, see `encoding.one_deck_line`."""
        d: cython.int = self.most_depth + 1
        self._copy(0, d)
        self.logging = True
        self.log_size = 0
        for move in path:
            self._apply(d, move)
            self._close(d)
        self.logging = False
        return [self.log[i] for i in range(self.log_size)]

    # The search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, limit: cython.ulonglong) -> cython.int:
        d: cython.int = self.depth
        move: cython.int
        seen: cython.int
        total: cython.int
        end: cython.ulonglong = self.states + limit
        while True:
            if self.next_move[d] == self.last_move[d]:
                if d == 0:
                    self.depth = 0
                    return 2
                d -= 1
                continue
            if self.used * 8 >= self.capacity * 5:
                self.depth = d
                return 3
            if self.states >= end:
                self.depth = d
                return 0
            if d + 1 >= self.most_depth or self.last_move[d] + 1200 > self.most_moves:
                self.depth = d
                return 4
            if self.restarts and self.run_states >= self.run_budget:
                self._forget_path(d)
                d = 0
                self.next_move[0] = 0
                self.runs += 1
                self.run_states = 0
                self.run_budget = _RUN * _luby(self.runs + 1)
            move = self.moves[self.next_move[d]]
            self.next_move[d] += 1
            self.played[d] = move
            self._copy(d, d + 1)
            self._apply(d + 1, move)
            self.states += 1
            self.run_states += 1
            self._close(d + 1)
            total = self._count(d + 1)
            if total > self.best_founded or self.best_depth == 0:
                self.best_founded = total
                self._keep_best(d + 1)
                if total == 4 * self.ranks:
                    self.depth = d + 1
                    return 1
            seen = self._remember(d + 1)
            if seen == 0 or (self.dead_test and self.whole and self.cyclic and self._knotted(d + 1)):
                continue
            if seen == 1 and self.dead_test and self._dead(d + 1):
                continue
            d += 1
            self._generate(d, seen)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, d: cython.int) -> cython.int:
        b: cython.int = d << 2
        return self.founded[b] + self.founded[b + 1] + self.founded[b + 2] + self.founded[b + 3]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_best(self, count: cython.int) -> cython.void:
        i: cython.int
        for i in range(count):
            self.best[i] = self.played[i]
        self.best_depth = count

    # The table

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _slot(self, one: cython.ulonglong, two: cython.ulonglong) -> cython.ulonglong:
        """The slot of a key without its spare bits, or the empty one where it would go."""
        mask: cython.ulonglong = self.capacity - 1
        i: cython.ulonglong = _mixed(one, two) & mask
        word: cython.ulonglong
        while True:
            word = self.table[2 * i]
            if word == 0:
                return i
            if word & _KEY == one and self.table[2 * i + 1] & _KEY == two:
                return i
            i = (i + 1) & mask

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remember(self, d: cython.int) -> cython.int:
        """Marks the state: 1 it is new, 0 it is covered by an earlier visit, 2 only some talon plays are new.

        With packets of three, who stands at waste size p can deal on to p+3, p+6, ... and to the start; so of each
        core the smallest p of the residues 1 and 2 is kept, as 15 - p // 3, in the spare bits.
        """
        p: cython.int = self.waste_size[d]
        one: cython.ulonglong = self.keys[2 * d]
        two: cython.ulonglong = self.keys[2 * d + 1]
        i: cython.ulonglong
        old: cython.int
        new: cython.int
        word: cython.int
        if not self.covers:
            # without the talon rule the waste size is part of the key, in bits that ranks up to 13 leave free
            i = self._exact_slot(one | cython.cast(cython.ulonglong, p & 15) << 60,
                                 two | cython.cast(cython.ulonglong, p >> 4) << 60)  # fmt: skip
            if self.table[2 * i]:
                return 0
            self.table[2 * i] = one | cython.cast(cython.ulonglong, p & 15) << 60
            self.table[2 * i + 1] = two | cython.cast(cython.ulonglong, p >> 4) << 60
            self.used += 1
            self.stored += 1
            self.before[d] = 255
            return 1
        i = self._slot(one, two)
        if self.table[2 * i] == 0:
            if p % 3 == 1:
                one |= cython.cast(cython.ulonglong, 15 - p // 3) << 60
            elif p % 3 == 2:
                two |= cython.cast(cython.ulonglong, 15 - p // 3) << 60
            self.table[2 * i] = one
            self.table[2 * i + 1] = two
            self.used += 1
            self.stored += 1
            self.before[d] = 255
            return 1
        if p == 0:
            return 0
        word = 0 if p % 3 == 1 else 1
        old = cython.cast(cython.int, self.table[2 * i + word] >> 60)
        new = 15 - p // 3
        if old >= new:
            return 0
        self.before[d] = old
        self.table[2 * i + word] = (one if word == 0 else two) | cython.cast(cython.ulonglong, new) << 60
        return 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _exact_slot(self, one: cython.ulonglong, two: cython.ulonglong) -> cython.ulonglong:
        mask: cython.ulonglong = self.capacity - 1
        i: cython.ulonglong = _mixed(one, two) & mask
        while self.table[2 * i] and (self.table[2 * i] != one or self.table[2 * i + 1] != two):
            i = (i + 1) & mask
        return i

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget_path(self, d: cython.int) -> cython.void:
        """Takes the marks off the states of the running line; all others are exhausted, for no line returns."""
        k: cython.int
        p: cython.int
        word: cython.int
        i: cython.ulonglong
        one: cython.ulonglong
        two: cython.ulonglong
        for k in range(1, d + 1):
            p = self.waste_size[k]
            one = self.keys[2 * k]
            two = self.keys[2 * k + 1]
            if self.covers:
                i = self._slot(one, two)
            else:
                i = self._exact_slot(one | cython.cast(cython.ulonglong, p & 15) << 60,
                                     two | cython.cast(cython.ulonglong, p >> 4) << 60)  # fmt: skip
            if self.before[k] == 255:
                self.table[2 * i] = 1  # no key: one that was there
                self.table[2 * i + 1] = 0
                self.stored -= 1
                self.forgotten += 1
            else:
                word = 0 if p % 3 == 1 else 1
                self.table[2 * i + word] = (one if word == 0 else two) | (
                    cython.cast(cython.ulonglong, self.before[k]) << 60
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rehash(self, slots: cython.ulonglong) -> cython.void:
        i: cython.ulonglong = self.moved
        end: cython.ulonglong = self.old_capacity
        j: cython.ulonglong
        one: cython.ulonglong
        two: cython.ulonglong
        if end - i > slots:
            end = i + slots
        while i < end:
            one = self.old[2 * i]
            two = self.old[2 * i + 1]
            if one > 1:
                if self.covers:
                    j = self._slot(one & _KEY, two & _KEY)
                else:
                    j = self._exact_slot(one, two)
                self.table[2 * j] = one
                self.table[2 * j + 1] = two
                self.used += 1
            i += 1
        self.moved = end

    # What moves do

    def _start_keys(self):
        """The key of the position as it was given; foundations count from 1, so that no key is 0."""
        s: cython.int
        c: cython.int
        x: cython.int
        self.keys[0] = self.keys[1] = 0
        self.in_columns[0] = 0
        for s in range(4):
            self.keys[s >> 1] += cython.cast(cython.ulonglong, self.founded[s] + 1) << (52 + 4 * (s & 1))
        for c in range(self.columns):
            x = self.top[c]
            while x != 255:
                self._recode(0, x, self._code(0, x))
                self.in_columns[0] |= cython.cast(cython.ulonglong, 1) << x
                x = self.below[x]
        self._settle_waste(0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy(self, d: cython.int, e: cython.int) -> cython.void:
        i: cython.int
        a: cython.int = d << 6
        b: cython.int = e << 6
        if cython.compiled:
            for i in range(64):
                self.below[b + i] = self.below[a + i]
            for i in range(self.talon_size[d]):
                self.talon[b + i] = self.talon[a + i]
            for i in range(8):
                self.top[(e << 3) + i] = self.top[(d << 3) + i]
                self.bottom[(e << 3) + i] = self.bottom[(d << 3) + i]
            for i in range(4):
                self.founded[(e << 2) + i] = self.founded[(d << 2) + i]
        else:
            self.below[b : b + 64] = self.below[a : a + 64]
            self.talon[b : b + 64] = self.talon[a : a + 64]
            self.top[e << 3 : (e << 3) + 8] = self.top[d << 3 : (d << 3) + 8]
            self.bottom[e << 3 : (e << 3) + 8] = self.bottom[d << 3 : (d << 3) + 8]
            self.founded[e << 2 : (e << 2) + 4] = self.founded[d << 2 : (d << 2) + 4]
        self.reserve_left[e] = self.reserve_left[d]
        self.talon_size[e] = self.talon_size[d]
        self.waste_size[e] = self.waste_size[d]
        self.keys[2 * e] = self.keys[2 * d]
        self.keys[2 * e + 1] = self.keys[2 * d + 1]
        self.in_columns[e] = self.in_columns[d]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _code(self, d: cython.int, x: cython.int) -> cython.int:
        on: cython.int = self.below[(d << 6) + x]
        return 1 if on == 255 else 2 + (on >> 4 & 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _recode(self, d: cython.int, x: cython.int, change: cython.int) -> cython.void:
        self.keys[2 * d + (x >> 5)] ^= cython.cast(cython.ulonglong, change) << (2 * ((x >> 4 & 1) * 13 + (x & 15)))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _found(self, d: cython.int, x: cython.int) -> cython.void:
        self.founded[(d << 2) + (x >> 4)] += 1
        self.keys[2 * d + (x >> 5)] += cython.cast(cython.ulonglong, 1) << (52 + 4 * (x >> 4 & 1))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _found_top(self, d: cython.int, c: cython.int) -> cython.void:
        x: cython.int = self.top[(d << 3) + c]
        self._recode(d, x, self._code(d, x))
        self.top[(d << 3) + c] = self.below[(d << 6) + x]
        if self.top[(d << 3) + c] == 255:
            self.bottom[(d << 3) + c] = 255
        self.in_columns[d] ^= cython.cast(cython.ulonglong, 1) << x
        self._found(d, x)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, d: cython.int, x: cython.int, c: cython.int) -> cython.void:
        """Lays a card of the reserve or the talon on column `c`."""
        self.below[(d << 6) + x] = self.top[(d << 3) + c]
        if self.top[(d << 3) + c] == 255:
            self.bottom[(d << 3) + c] = x
        self.top[(d << 3) + c] = x
        self._recode(d, x, self._code(d, x))
        self.in_columns[d] |= cython.cast(cython.ulonglong, 1) << x

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shift(self, d: cython.int, x: cython.int, c: cython.int, e: cython.int) -> cython.void:
        """Moves card `x` of column `c` with all that lies on it to column `e`."""
        code: cython.int = self._code(d, x)
        under: cython.int = self.below[(d << 6) + x]
        end: cython.int = self.top[(d << 3) + c]
        self.below[(d << 6) + x] = self.top[(d << 3) + e]
        if self.top[(d << 3) + e] == 255:
            self.bottom[(d << 3) + e] = x
        self._recode(d, x, code ^ self._code(d, x))
        self.top[(d << 3) + e] = end
        self.top[(d << 3) + c] = under
        if under == 255:
            self.bottom[(d << 3) + c] = 255
        if self.long_run:
            self._measure(d, e)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _measure(self, d: cython.int, c: cython.int) -> cython.void:
        size: cython.int = 0
        x: cython.int = self.top[(d << 3) + c]
        while x != 255:
            size += 1
            x = self.below[(d << 6) + x]
        if size >= self.long_run:
            self.saw_long_run = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_talon(self, d: cython.int, q: cython.int) -> cython.int:
        """Takes the card at place `q`, from 1, and leaves the waste with q - 1 cards."""
        b: cython.int = d << 6
        x: cython.int = self.talon[b + q - 1]
        i: cython.int
        self.talon_size[d] -= 1
        for i in range(q - 1, self.talon_size[d]):
            self.talon[b + i] = self.talon[b + i + 1]
        self.waste_size[d] = q - 1
        self._settle_waste(d)
        return x

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle_waste(self, d: cython.int) -> cython.void:
        """Waste sizes that reach what the start of a pass reaches count as 0: deals are free."""
        if self.waste_size[d] == self.talon_size[d] or self.waste_size[d] % self.packet == 0:
            self.waste_size[d] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill(self, d: cython.int) -> cython.void:
        c: cython.int
        if not self.fills or self.reserve_left[d] == 0:
            return
        for c in range(self.columns):
            if self.top[(d << 3) + c] == 255 and self.reserve_left[d]:
                self.reserve_left[d] -= 1
                self._put(d, self.reserve[self.reserve_left[d]], c)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note(self, kind: cython.int, a: cython.int, b: cython.int) -> cython.void:
        self.log[self.log_size] = kind << 16 | a << 8 | b
        self.log_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _apply(self, d: cython.int, move: cython.int) -> cython.void:
        """Carries out a move of `_generate`: its kind in bits 16-19, what from in 8-15, what to in 0-7."""
        kind: cython.int = move >> 16 & 15
        a: cython.int = move >> 8 & 255
        b: cython.int = move & 255
        if kind == 15:
            return
        if self.logging:
            if kind == 4:
                self._note(3, a, b & 7)
                self._note(1, b >> 3, 0)
            elif kind == 3:
                self._note(3, self.bottom[(d << 3) + a], b)
            else:
                self._note(kind, a, b)
        if kind == 0:
            self.reserve_left[d] -= 1
            self._found(d, self.reserve[self.reserve_left[d]])
        elif kind == 1:
            self._found_top(d, a)
        elif kind == 2:
            self.reserve_left[d] -= 1
            self._put(d, self.reserve[self.reserve_left[d]], b)
            if self.long_run:
                self._measure(d, b)
        elif kind == 3:
            self._shift(d, self.bottom[(d << 3) + a], a, b)
        elif kind == 4:
            self._shift(d, a, b >> 3, b & 7)
            self._found_top(d, b >> 3)
        elif kind == 5:
            self._found(d, self._take_talon(d, a))
        elif kind == 6:
            self._put(d, self._take_talon(d, a), b)
            if self.long_run:
                self._measure(d, b)
        self._fill(d)

    # Forced moves to the foundation

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close(self, d: cython.int) -> cython.void:
        """Plays every safe card of the columns, the reserve and the talon's end to the foundation."""
        c: cython.int
        x: cython.int
        again: cython.bint = self.safe_moves
        while again:
            again = False
            for c in range(self.columns):
                x = self.top[(d << 3) + c]
                while x != 255 and self.founded[(d << 2) + (x >> 4)] == x & 15 and self._safe(d, x):
                    if self.logging:
                        self._note(1, c, 0)
                    self._found_top(d, c)
                    self._fill(d)
                    again = True
                    x = self.top[(d << 3) + c]
            while self.reserve_left[d]:
                x = self.reserve[self.reserve_left[d] - 1]
                if self.founded[(d << 2) + (x >> 4)] != x & 15 or not self._safe(d, x):
                    break
                if self.logging:
                    self._note(0, 0, 0)
                self.reserve_left[d] -= 1
                self._found(d, x)
                again = True
            while self.talon_size[d] and (self.waste_size[d] == 0 or self.packet == 1):
                x = self.talon[(d << 6) + self.talon_size[d] - 1]
                if self.founded[(d << 2) + (x >> 4)] != x & 15 or not self._safe(d, x):
                    break
                if self.logging:
                    self._note(5, self.talon_size[d], 0)
                self._found(d, self._take_talon(d, self.talon_size[d]))
                again = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _safe(self, d: cython.int, x: cython.int) -> cython.bint:
        """True if nothing is lost by taking the next card `x` of its suit away.

        Either every card that could lie on it is on the foundation, or each could go there instead. A base card in
        a game that wraps is the exception: a card of the last rank may be parked on it.
        """
        s: cython.int = x >> 4
        r: cython.int = x & 15
        b: cython.int = d << 2
        t: cython.int = (s ^ 2) & 2
        one: cython.int = self.founded[b + t]
        two: cython.int = self.founded[b + t + 1]
        if r == 0:
            if not self.cyclic:
                return True
            return self._base_is_safe(d, s, t) and self._base_is_safe(d, s, t + 1)
        if one >= r and two >= r:
            return True
        return r >= 2 and one >= r - 1 and two >= r - 1 and self.founded[b + (s ^ 1)] >= r - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _base_is_safe(self, d: cython.int, s: cython.int, t: cython.int) -> cython.bint:
        """True if no last card of suit `t` can, or should, be parked on the base card of suit `s`."""
        last: cython.int = t * 16 + self.ranks - 1
        c: cython.int
        x: cython.int
        covers: cython.bint
        if self.founded[(d << 2) + t] == self.ranks:
            return True
        if not self.whole:
            return False
        if self.in_columns[d] >> last & 1 and self.below[(d << 6) + last] != 255:
            return True
        for c in range(self.columns):
            covers = False
            x = self.top[(d << 3) + c]
            while x != 255:
                if x >> 4 == s:
                    covers = True
                elif covers and x >> 4 == t:
                    return True
                x = self.below[(d << 6) + x]
        return False

    # Which moves there are

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, d: cython.int, score: cython.int, move: cython.int) -> cython.void:
        if self.runs:
            score += _drawn(self.noise, self.states, self.last_move[d]) * (16 << (self.runs & 3)) >> 16
        self.moves[self.last_move[d]] = score << 20 | move
        self.last_move[d] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _generate(self, d: cython.int, seen: cython.int) -> cython.void:
        """Lists the moves of the state, the most promising first; `seen` as `_remember` said."""
        first: cython.int = self.last_move[d - 1]
        c: cython.int
        e: cython.int
        x: cython.int
        on: cython.int
        top: cython.int = d << 3
        space: cython.int = -1
        accepted: cython.ulonglong = 0
        bottoms: cython.ulonglong = 0
        left: cython.int = self.reserve_left[d]
        i: cython.int
        j: cython.int
        move: cython.int
        self.next_move[d] = first
        self.last_move[d] = first
        for c in range(self.columns):
            on = self.top[top + c]
            if on != 255:
                accepted |= self.children[on]
                bottoms |= _ONE << self.bottom[top + c]
            elif space < 0:
                space = c
        if left:
            x = self.reserve[left - 1]
            if self.founded[(d << 2) + (x >> 4)] == x & 15:
                self._add(d, 110, 0)
            for e in range(self.columns if accepted >> x & 1 else 0):
                on = self.top[top + e]
                if on != 255 and self.children[on] >> x & 1:
                    self._add(d, 85, 2 << 16 | e)
            if space >= 0:
                self._add(d, 60, 2 << 16 | space)
        for c in range(self.columns):
            x = self.top[top + c]
            if x == 255:
                continue
            if self.founded[(d << 2) + (x >> 4)] == x & 15:
                self._add(d, 100, 1 << 16 | c << 8)
            x = self.bottom[top + c]
            for e in range(self.columns if accepted >> x & 1 else 0):
                on = self.top[top + e]
                if e != c and on != 255 and self.children[on] >> x & 1:
                    self._add(d, 80 if left else 30, 3 << 16 | c << 8 | e)
            if not self.whole:
                self._add_uncovering(d, c, space)
        self._add_talon(d, seen, space, accepted, bottoms)
        for i in range(first + 1, self.last_move[d]):
            move = self.moves[i]
            j = i - 1
            while j >= first and self.moves[j] < move:
                self.moves[j + 1] = self.moves[j]
                j -= 1
            self.moves[j + 1] = move

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_uncovering(self, d: cython.int, c: cython.int, space: cython.int) -> cython.void:
        """Part of a column moves only when the card it uncovers goes to the foundation with the next move.

        In one deck the card has one twin; whatever stands on the one could as well stand on the other, or in a
        space that takes any card, until the card itself is wanted. That holds while no column is so long that its
        bottom card may lie on its end: then `saw_long_run` says so, and nothing is proved.
        """
        x: cython.int = self.top[(d << 3) + c]
        w: cython.int = self.below[(d << 6) + x]
        e: cython.int
        on: cython.int
        while w != 255:
            if self.founded[(d << 2) + (w >> 4)] == w & 15:
                for e in range(self.columns):
                    on = self.top[(d << 3) + e]
                    if e != c and on != 255 and self.children[on] >> x & 1:
                        self._add(d, 75, 4 << 16 | x << 8 | c << 3 | e)
                if space >= 0 and self.takes_any:
                    self._add(d, 75, 4 << 16 | x << 8 | c << 3 | space)
            x = w
            w = self.below[(d << 6) + x]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_talon(self, d: cython.int, seen: cython.int, space: cython.int, accepted: cython.ulonglong,
                   bottoms: cython.ulonglong) -> cython.void:  # fmt: skip
        """The cards of the talon that dealing can bring to the top, without those an earlier visit has tried."""
        n: cython.int = self.talon_size[d]
        p: cython.int = self.waste_size[d]
        k: cython.int = self.packet
        q: cython.int
        s: cython.int
        end: cython.int = n
        usable: cython.ulonglong = accepted
        if space >= 0 and self.takes_talon:
            usable = _WORD
        for s in range(4):
            usable |= _ONE << (16 * s + self.founded[(d << 2) + s])
        if p:
            if seen == 2 and self.before[d]:
                end = (15 - self.before[d]) * 3 + p % 3
            q = p
            while q < end:
                if usable >> self.talon[(d << 6) + q - 1] & 1:
                    self._add_talon_card(d, q, space, accepted, bottoms)
                q += k
        if seen == 1 and n:
            q = k
            while q < n:
                if usable >> self.talon[(d << 6) + q - 1] & 1:
                    self._add_talon_card(d, q, space, accepted, bottoms)
                q += k
            if usable >> self.talon[(d << 6) + n - 1] & 1:
                self._add_talon_card(d, n, space, accepted, bottoms)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_talon_card(self, d: cython.int, q: cython.int, space: cython.int, accepted: cython.ulonglong,
                        bottoms: cython.ulonglong) -> cython.void:  # fmt: skip
        x: cython.int = self.talon[(d << 6) + q - 1]
        e: cython.int
        on: cython.int
        score: cython.int
        if self.founded[(d << 2) + (x >> 4)] == x & 15:
            self._add(d, 70, 5 << 16 | q << 8)
            if self.safe_moves and self._safe(d, x):
                return
        if accepted >> x & 1:
            score = 40
            if self.reserve_left[d] and self.children[x] >> self.reserve[self.reserve_left[d] - 1] & 1:
                score += 25
            if self.children[x] & bottoms:
                score += 10
            for e in range(self.columns):
                on = self.top[(d << 3) + e]
                if on != 255 and self.children[on] >> x & 1:
                    self._add(d, score, 6 << 16 | q << 8 | e)
        if space >= 0 and self.takes_talon:
            self._add(d, 10 + (x & 15), 6 << 16 | q << 8 | space)

    # Is it lost already?

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_wraps(self, d: cython.int) -> cython.void:
        """What lies under each suit in the columns, and which last cards may be parked on its base card.

        With whole columns a last card of suit t on the base of suit u never gets free if a t card lies under a u
        card. A base card on the foundation takes nothing.
        """
        s: cython.int
        t: cython.int
        c: cython.int
        x: cython.int
        b: cython.int = d << 2
        above: cython.int
        bit: cython.ulonglong
        under0: cython.ulonglong = 0
        under1: cython.ulonglong = 0
        under2: cython.ulonglong = 0
        under3: cython.ulonglong = 0
        self.wrap_suits = 0
        for s in range(4):
            self.kids[16 * s] = 0
        if not self.cyclic or (self.founded[b] and self.founded[b + 1] and self.founded[b + 2] and self.founded[b + 3]):
            return
        if self.whole:
            for c in range(self.columns):
                above = 0
                x = self.top[(d << 3) + c]
                while x != 255:
                    bit = _ONE << x
                    if above & 1:
                        under0 |= bit
                    if above & 2:
                        under1 |= bit
                    if above & 4:
                        under2 |= bit
                    if above & 8:
                        under3 |= bit
                    above |= 1 << (x >> 4)
                    x = self.below[(d << 6) + x]
        self.under[0] = under0
        self.under[1] = under1
        self.under[2] = under2
        self.under[3] = under3
        for s in range(4):
            if self.founded[b + s]:
                continue
            for t in range((s ^ 2) & 2, ((s ^ 2) & 2) + 2):
                if not self.whole or not self.under[s] >> (16 * t) & 0xFFFF:
                    self.kids[16 * s] |= _ONE << (16 * t + self.ranks - 1)
            if self.kids[16 * s]:
                self.wrap_suits |= 1 << s

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _knotted(self, d: cython.int) -> cython.bint:
        """True if the columns hold each other fast, though every card outside them were free.

        That takes a last card on a base card: in whole columns a card leaves only after all above it.
        """
        start: cython.ulonglong = self.in_columns[d]
        frontier: cython.ulonglong = 0
        bare: cython.ulonglong = 0
        low: cython.ulonglong
        s: cython.int
        x: cython.int
        on: cython.int
        wraps: cython.bint = False
        for s in range(4):
            x = 16 * s + self.ranks - 1
            if start >> x & 1:
                on = self.below[(d << 6) + x]
                if on != 255 and on & 15 == 0:
                    wraps = True
        if not wraps:
            return False
        for s in range(4):
            frontier |= _ONE << (16 * s + self.founded[(d << 2) + s])
        for s in range(self.columns):
            if self.top[(d << 3) + s] != 255:
                bare |= _ONE << self.top[(d << 3) + s]
        while frontier != _BASES << self.ranks:
            low = frontier & (~start | bare) & ~(_BASES << self.ranks)
            if low == 0:
                return True
            low = low & (~low + 1)
            if low & start:
                x = self._lowest(low)
                bare ^= low
                x = self.below[(d << 6) + x]
                if x != 255:
                    bare |= _ONE << x
            frontier ^= low | low << 1
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _dead(self, d: cython.int) -> cython.bint:
        """True if the state is lost for certain: not even a run that only ever adds possibilities completes it.

        The talon keeps its packets, the reserve its order; reserve cards come out while the cards that must be in
        columns then can stand in so few. `places` are the cards that may lie on one of the `ends` of columns.
        """
        n: cython.int = self.talon_size[d]
        p: cython.int = self.waste_size[d]
        k: cython.int = self.packet
        left: cython.int = self.reserve_left[d]
        at: cython.int = d << 6
        start: cython.ulonglong = self.in_columns[d]
        inside: cython.ulonglong = start
        passed: cython.ulonglong = 0
        access: cython.ulonglong = 0
        base: cython.ulonglong = 0
        playable: cython.ulonglong = 0
        reached: cython.ulonglong
        low: cython.ulonglong
        rest: cython.ulonglong
        due: cython.ulonglong
        fresh: cython.ulonglong = 0
        talon: cython.ulonglong = 0
        played: cython.ulonglong = 0
        frontier: cython.ulonglong = 0
        founded: cython.ulonglong
        covered: cython.ulonglong
        resting: cython.ulonglong = 0
        outer: cython.ulonglong = _ONE << self.reserve[left - 1] if left else 0
        bare: cython.ulonglong = 0
        ends: cython.ulonglong
        places: cython.ulonglong = 0
        done: cython.ulonglong = _BASES << self.ranks
        space: cython.bint = False
        unread: cython.bint = n > 0
        changed: cython.bint
        i: cython.int
        c: cython.int
        s: cython.int
        x: cython.int
        w: cython.int
        self._look_at_wraps(d)
        for s in range(4):
            frontier |= _ONE << (16 * s + self.founded[(d << 2) + s])
        founded = frontier - _BASES
        covered = founded | frontier
        for c in range(self.columns):
            x = self.top[(d << 3) + c]
            if x != 255:
                bare |= _ONE << x
                places |= self.kids[x]
                resting |= _ONE << self.bottom[(d << 3) + c]
        ends = bare
        # cards that lie on others, with which they may change place if parts of columns move
        resting = 0 if self.whole else start ^ resting
        if n:
            # what is neither in the columns nor in the reserve nor on a foundation
            talon = (done - _BASES) & ~(start | self.in_reserve[left] | (frontier - _BASES))
            fresh = (_ONE << n) - 1
            base = self.classes[0]
            if p:
                base |= self.classes[p % k] & ~((_ONE << (p - 1)) - 1)
            base = base & fresh | _ONE << (n - 1)
        while True:
            changed = False
            while True:
                while covered & outer:
                    inside |= outer
                    access |= outer
                    ends |= outer
                    places |= self.kids[self.reserve[left - 1]]
                    left -= 1
                    outer = _ONE << self.reserve[left - 1] if left else 0
                # adding carries each suit over the run of cards that are at hand
                reached = access | bare | (0 if self.whole else ends & start)
                low = (frontier + reached) & ~reached
                if low == frontier:
                    break
                frontier = low
                covered = frontier - _BASES
                passed = covered ^ founded
                covered |= frontier
                changed = True
                rest = bare & passed
                while rest:
                    x = self._lowest(rest)
                    bare ^= _ONE << x
                    rest &= rest - 1
                    x = self.below[at + x]
                    if x != 255:
                        low = _ONE << x
                        bare |= low
                        ends |= low
                        places |= self.kids[x]
                        rest |= passed & low
            if frontier == done:
                return False
            if unread:
                unread = False
                reached = base | playable >> 1
                rest = playable
                for i in range(1, k):
                    if rest == 0:
                        break
                    low = rest & (~rest + 1)
                    reached |= self.classes[i] & ~(low | (low - 1))
                    rest ^= low
                reached &= fresh
                fresh ^= reached
                while reached:
                    w = self._lowest(reached)
                    reached &= reached - 1
                    x = self.talon[at + w]
                    self.place[x] = w
                    access |= _ONE << x
                    changed = True
            rest = access & talon
            reached = rest & ~ends
            if not space:
                reached &= places
            due = rest & ~played & (covered | reached)
            if due:
                played |= due
                unread = changed = True
                while due:
                    playable |= _ONE << self.place[self._lowest(due)]
                    due &= due - 1
            if reached:
                ends |= reached
                changed = True
                while reached:
                    places |= self.kids[self._lowest(reached)]
                    reached &= reached - 1
            rest = resting & (places | ends & passed)
            if space and self.takes_any:
                rest = resting
            if rest:
                resting ^= rest
                changed = True
                while rest:
                    x = self.below[at + self._lowest(rest)]
                    rest &= rest - 1
                    ends |= _ONE << x
                    places |= self.kids[x]
            if changed:
                continue
            # the dear questions come last
            if outer and self._fit(inside | outer, passed, inside | outer | ends, self.columns):
                inside |= outer
                access |= outer
                ends |= outer
                places |= self.kids[self.reserve[left - 1]]
                left -= 1
                outer = _ONE << self.reserve[left - 1] if left else 0
                continue
            if (
                space
                or not self.takes_talon
                or (left and self.fills)
                or not self._fit(inside if self.fills else start, passed, inside | ends, self.columns - 1)
            ):
                return True
            space = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lowest(self, word: cython.ulonglong) -> cython.int:
        """The number of the lowest bit that is set, by the product that has every six bits once."""
        return self.bits[((word & (~word + 1)) * _SIXES & _WORD) >> 58]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fit(
        self, needed: cython.ulonglong, passed: cython.ulonglong, helpers: cython.ulonglong, most: cython.int
    ) -> cython.bint:
        """True if the `needed` cards that have not `passed` may stand in at most so many columns, with `helpers`.

        A last card lies on a base card only while that suit is not started; then no card of the suit has passed.
        """
        suits: cython.int = 0
        s: cython.int
        low: cython.ulonglong
        gone: cython.ulonglong = passed
        wraps: cython.int = 0
        left: cython.ulonglong
        while True:
            left = needed & ~gone
            low = left
            for s in range(most):
                low &= low - 1
            if low == 0 or self._bottoms(left, helpers, wraps, most) <= most:
                return True
            while True:
                suits += 1
                if suits > self.wrap_suits:
                    return False
                if suits & ~self.wrap_suits == 0:
                    break
            gone = passed
            wraps = 0
            for s in range(4):
                if suits >> s & 1:
                    gone &= ~(cython.cast(cython.ulonglong, 0xFFFF) << (16 * s))
                    gone &= ~self.under[s]
                    if helpers >> (16 * s) & 1:
                        wraps += 1 << (4 * (s >> 1))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bottoms(
        self, needed: cython.ulonglong, helpers: cython.ulonglong, wraps: cython.int, most: cython.int
    ) -> cython.int:
        """The fewest columns for the `needed` cards; counts no further than just over `most`.

        The classes (rank, colour) form a ring along which columns run, two rings if the ranks are even. Of each
        class there are two cards. On each of the two levels every run of classes with helpers that holds a needed
        card needs one bottom; a level that goes all the way round needs none of its own, for a column may run more
        than once round. One bit after the last rank is the wrap.
        """
        ranks: cython.int = self.ranks
        full: cython.ulonglong = (_ONE << ranks) - 1
        level: cython.int
        count: cython.int = 0
        a: cython.ulonglong
        b: cython.ulonglong
        g0: cython.ulonglong
        g1: cython.ulonglong
        # odd ranks change places with the other colour: now a column runs along one half, and on to the other
        a = (needed ^ needed >> 32) & _ODD
        needed ^= a | a << 32
        b = (helpers ^ helpers >> 32) & _ODD
        helpers ^= b | b << 32
        for level in range(1, 3):
            if level == 1:
                a = needed | needed >> 16
                b = helpers | helpers >> 16
            else:
                a = needed & needed >> 16
                b = helpers & helpers >> 16
            a &= full | full << 32
            if a == 0:
                continue
            g0 = 1 if (wraps & 15) >= level else 0
            g1 = 1 if wraps >> 4 >= level else 0
            if ranks & 1:
                count += _runs(a & full | a >> 32 << (ranks + 1),
                               b & full | g1 << ranks | (b >> 32 & full) << (ranks + 1) | g0 << (2 * ranks + 1),
                               2 * ranks + 2, most)  # fmt: skip
            else:
                count += _runs(a & full, b & full | g0 << ranks, ranks + 1, most)
                count += _runs(a >> 32, b >> 32 & full | g1 << ranks, ranks + 1, most)
            if count > most:
                return count
        return 1 if count == 0 and needed else count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _runs(needed: cython.ulonglong, helpers: cython.ulonglong, width: cython.int, most: cython.int) -> cython.int:
    """How many runs of set bits round the ring of `helpers` hold a `needed` bit; no further than just over `most`."""
    count: cython.int = 0
    gaps: cython.ulonglong = ~helpers & _WORD
    carry: cython.ulonglong
    if needed == 0 or helpers == (_ONE << width) - 1:
        return 0
    # adding leaves every run that holds a needed bit with one carry
    carry = (helpers + needed) & gaps
    if helpers & 1 and carry >> width & 1 and carry & gaps & (~gaps + 1):
        count -= 1  # the run over the end of the ring has left it twice
    while carry and count <= most:
        carry &= carry - 1
        count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mixed(one: cython.ulonglong, two: cython.ulonglong) -> cython.ulonglong:
    """A hash of two words; multiplications are masked for the interpreter."""
    x: cython.ulonglong = (one ^ one >> 31) * _MIX & _WORD
    x ^= (two ^ two >> 29) * _BLEND & _WORD
    x = (x ^ x >> 32) * _STIR & _WORD
    return x ^ x >> 29


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drawn(seed: cython.ulonglong, one: cython.ulonglong, two: cython.ulonglong) -> cython.int:
    """16 bits that look random, from three numbers."""
    x: cython.ulonglong = (one * _MIX + two * _BLEND + seed) & _WORD
    x = (x ^ x >> 30) * _BLEND & _WORD
    x = (x ^ x >> 27) * _STIR & _WORD
    return cython.cast(cython.int, x >> 48)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _luby(i: cython.ulonglong) -> cython.ulonglong:
    """Term `i`, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... (Luby, Sinclair and Zuckerman, 1993)."""
    k: cython.ulonglong = 1
    while True:
        while k - 1 < i:
            k *= 2
        # the shortest block 2^m - 1 that holds i
        if k - 1 == i:
            return k >> 1
        i = i - ((k >> 1) - 1)
        k = 1
