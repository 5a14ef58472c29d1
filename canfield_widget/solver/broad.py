# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for every rule value: best first, every state kept whole, so that its proofs rest on exact keys.

One source for two ways to run, see `kernel`. A card is `suit * 16 + rank`, 128 more where it lies face down. A stored
state is its key and then the real place of each column: the key has the pass, the size of the waste, the talon (waste,
then stock), what is left of each reserve, the foundations suit by suit, and the columns in an order of their own.

Dealing is no move of its own. A deal commutes with all that does not take the waste's top, so a move takes a talon
card together with the deals and redeals that bring it to the top; that holds for every rule but one. Where the waste
fills spaces, a move that leaves one takes the waste's top: there each deal and each redeal is a move.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from canfield_widget.solver import plain_cython as cython

_WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_STIR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_ONE = cython.declare(cython.ulonglong, 1)
_BLEND = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


_NEVER = cython.declare(cython.int, -30000)


@cython.final
@cython.cclass
class BroadSearch:
    """A search that is run in slices. `setup` is the rules as numbers, see `encoding.broad_setup`."""

    ranks: cython.int
    decks: cython.int
    columns: cython.int
    reserves: cython.int
    group: cython.int
    fills: cython.bint
    waste_fills: cython.bint
    space_before: cython.int
    space_after: cython.int
    space_rank: cython.int
    cap: cython.int
    hidden_reserve: cython.bint
    returns: cython.int
    passes: cython.int
    safe_moves: cython.bint
    stride: cython.longlong
    pack: cython.int

    packets: cython.short[::1]
    children: cython.ulonglong[::1]
    reserve: cython.uchar[::1]

    arena: cython.uchar[::1]
    parents: cython.uint[::1]
    moves: cython.ulonglong[::1]
    hashes: cython.ulonglong[::1]
    links: cython.uint[::1]
    table: cython.uint[::1]
    old_arena: cython.uchar[::1]
    old_hashes: cython.ulonglong[::1]
    old_links: cython.uint[::1]
    moved: cython.longlong
    heads: cython.uint[::1]
    lowest: cython.int
    most_far: cython.int
    most_listed: cython.int
    packet_count: cython.int
    count: cython.longlong
    room: cython.longlong
    slots: cython.ulonglong
    states: cython.ulonglong
    best: cython.longlong
    best_founded: cython.int
    won: cython.longlong

    cards: cython.uchar[::1]
    sizes: cython.short[::1]
    talon: cython.uchar[::1]
    left: cython.short[::1]
    founded: cython.short[::1]
    order: cython.short[::1]
    trail: cython.ulonglong[::1]
    best_trail: cython.ulonglong[::1]
    trail_size: cython.int
    best_trail_size: cython.int
    most_steps: cython.int
    probes: cython.bint
    probed: cython.ulonglong
    probe_count: cython.ulonglong
    seed: cython.ulonglong
    talon_size: cython.int
    waste_size: cython.int
    pass_number: cython.int
    listed: cython.ulonglong[::1]
    listed_size: cython.int
    founded_cards: cython.ulonglong

    def __init__(self, setup, buffers, stores):
        (
            self.ranks,
            self.decks,
            self.columns,
            self.reserves,
            self.group,
            self.fills,
            self.waste_fills,
            self.space_before,
            self.space_after,
            self.space_rank,
            self.cap,
            self.hidden_reserve,
            self.returns,
            self.passes,
            self.safe_moves,
            self.probes,
            self.stride,
            self.pack,
            self.talon_size,
            self.waste_size,
            self.pass_number,
        ) = setup
        (self.packets, self.children, self.reserve, self.cards, self.sizes, self.talon, self.left, self.founded,
         self.order, self.listed, self.trail, self.best_trail, self.heads) = buffers  # fmt: skip
        self.room = self.count = 0
        self.states = 0
        self.best = self.won = 0
        self.best_founded = -1
        self.trail_size = self.best_trail_size = 0
        self.probed = self.probe_count = self.seed = 0
        self.most_listed = len(buffers[9])
        self.most_steps = len(buffers[10])
        self.lowest = self.most_far = len(buffers[12])
        self.packet_count = len(buffers[0])
        self._take(stores)
        c: cython.int
        for c in range(self.columns):
            self.order[c] = c
        self._store(0, 0)

    def _take(self, stores):
        (self.arena, self.parents, self.moves, self.hashes, self.links, self.table) = stores
        self.room = len(stores[1])
        self.slots = len(stores[5])

    # What Python asks

    def run(self, states):
        """How the slice of at most about so many states ended: 0 more to do, 1 won, 2 exhausted, 3 no room."""
        limit: cython.ulonglong = states
        status: cython.int
        with cython.nogil:
            status = self._search(limit)
        return status

    def figures(self):
        """States looked at, states stored, states that are not looked into yet or were, always False."""
        return self.states, self.count, 0, False

    def gauges(self):
        """Depth of the state looked into next, most cards on the foundations, probes, states the table knew."""
        node: cython.longlong = self._next()
        depth: cython.int = 0
        while node:
            node = self.parents[node]
            depth += 1
        known = self.states + self.probe_count + 1 - self.probed - self.count
        return depth, self.best_founded, self.probe_count, known

    def grow(self, stores):
        """Takes larger, empty stores; nothing may be searched until `fill` has moved everything into them."""
        parents: cython.uint[::1] = self.parents
        moves: cython.ulonglong[::1] = self.moves
        i: cython.longlong
        self.old_arena, self.old_hashes, self.old_links = self.arena, self.hashes, self.links
        self.moved = 0
        self._take(stores)
        # the way back is wanted for a best line even if the search ends before all is moved
        with cython.nogil:
            for i in range(self.count):
                self.parents[i] = parents[i]
                self.moves[i] = moves[i]

    def fill(self, states):
        """Whether more is to be moved after as many states."""
        most: cython.longlong = states
        with cython.nogil:
            self._move_over(most)
        if self.moved < self.count:
            return True
        self.old_arena, self.old_hashes, self.old_links = self.arena, self.hashes, self.links
        return False

    def line(self, best):
        """The moves to the winning, or to the furthest, state as numbers, see `encoding.broad_line`."""
        node = self.best if best else self.won
        size = self.best_trail_size if best else self.trail_size
        trail = [(self.best_trail if best else self.trail)[i] for i in range(size)]
        return self._way(node) + trail

    def running(self):
        """The moves to the state looked into next as numbers, see `encoding.broad_line`."""
        return self._way(self._next())

    def _way(self, node):
        found = []
        while node:
            found.append(self.moves[node])
            node = self.parents[node]
        return found[::-1]

    def record(self, node):
        """The stored bytes of a state, for tests."""
        return bytes([self.arena[node * self.stride + i] for i in range(self.stride)])

    # The search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next(self) -> cython.longlong:
        i: cython.int = self.lowest
        while i < self.most_far and self.heads[i] == 0:
            i += 1
        return self.heads[i] - 1 if i < self.most_far else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, limit: cython.ulonglong) -> cython.int:
        end: cython.ulonglong = self.states + limit
        node: cython.longlong
        i: cython.int
        if self.best_founded == self.pack:
            return 1
        while True:
            while self.lowest < self.most_far and self.heads[self.lowest] == 0:
                self.lowest += 1
            if self.lowest == self.most_far:
                return 2
            if self.states >= end:
                return 0
            if self.count + self.most_listed + 1 >= self.room:
                return 3
            # half of the states go to probes, a quarter later, as what they have not won yet may well be lost
            if self.probes and (4 if self.probed > 5000 else 2) * self.probed <= self.states:
                if self._probe(self._probe_start()):
                    return 1
                continue
            node = self.heads[self.lowest] - 1
            self.heads[self.lowest] = self.links[node]
            self._read(node)
            self._list()
            for i in range(self.listed_size):
                if i:
                    self._read(node)
                self._apply(self.listed[i])
                self.states += 1
                if self._store(node, self.listed[i]) == self.pack:
                    return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _read(self, node: cython.longlong) -> cython.void:
        """Lays out a stored state, each column in its real place."""
        at: cython.longlong = node * self.stride
        places: cython.longlong = at + self.stride - self.columns
        i: cython.int
        j: cython.int
        c: cython.int
        size: cython.int
        self.pass_number = self.arena[at] | self.arena[at + 1] << 8
        self.waste_size = self.arena[at + 2]
        self.talon_size = self.arena[at + 3]
        at += 4
        for i in range(self.reserves):
            self.left[i] = self.arena[at + i]
        at += self.reserves
        for i in range(4 * self.decks):
            self.founded[i] = self.arena[at + i]
        at += 4 * self.decks
        for i in range(self.talon_size):
            self.talon[i] = self.arena[at + i]
        at += self.talon_size
        for i in range(self.columns):
            c = self.arena[places + i]
            size = self.arena[at]
            at += 1
            self.sizes[c] = size
            for j in range(size):
                self.cards[(c << 8) + j] = self.arena[at + j]
            at += size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _later(self, c: cython.int, e: cython.int) -> cython.bint:
        """True if column `c` comes after column `e` in the key."""
        size: cython.int = self.sizes[c]
        i: cython.int
        if size != self.sizes[e]:
            return size < self.sizes[e]
        for i in range(size):
            if self.cards[(c << 8) + i] != self.cards[(e << 8) + i]:
                return self.cards[(c << 8) + i] > self.cards[(e << 8) + i]
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _store(self, parent: cython.longlong, move: cython.ulonglong) -> cython.int:
        """Keeps the state that is laid out if it is new; the number of cards on the foundations."""
        at: cython.longlong = self.count * self.stride
        first: cython.longlong = at
        i: cython.int
        j: cython.int
        c: cython.int
        key: cython.ulonglong
        slot: cython.ulonglong
        node: cython.longlong
        k: cython.longlong
        total: cython.int = 0
        if self.passes == 0 and not self.waste_fills:
            if self.waste_size == self.talon_size or self.waste_size % self.packets[0] == 0:
                self.waste_size = 0  # as good as the start of a pass: deals are free
        for i in range(1, self.columns):
            c = self.order[i]
            j = i - 1
            while j >= 0 and self._later(self.order[j], c):
                self.order[j + 1] = self.order[j]
                j -= 1
            self.order[j + 1] = c
        self.arena[at] = self.pass_number & 255
        self.arena[at + 1] = self.pass_number >> 8
        self.arena[at + 2] = self.waste_size
        self.arena[at + 3] = self.talon_size
        at += 4
        for i in range(self.reserves):
            self.arena[at + i] = self.left[i]
        at += self.reserves
        for i in range(4 * self.decks):
            self.arena[at + i] = self.founded[i]
            total += self.founded[i]
        at += 4 * self.decks
        for i in range(self.talon_size):
            self.arena[at + i] = self.talon[i]
        at += self.talon_size
        for i in range(self.columns):
            c = self.order[i]
            self.arena[at] = self.sizes[c]
            at += 1
            for j in range(self.sizes[c]):
                self.arena[at + j] = self.cards[(c << 8) + j]
            at += self.sizes[c]
        while at < first + self.stride - self.columns:
            self.arena[at] = 0
            at += 1
        key = 0
        for k in range(first, at):
            key = ((key ^ self.arena[k]) * _STIR) & _WORD
            key ^= key >> 29
        slot = key & (self.slots - 1)
        while self.table[slot]:
            node = self.table[slot] - 1
            if self.hashes[node] == key and self._equal(node * self.stride, first):
                return total
            slot = (slot + 1) & (self.slots - 1)
        for i in range(self.columns):
            self.arena[at + i] = self.order[i]
        node = self.count
        self.count += 1
        self.table[slot] = cython.cast(cython.uint, node + 1)
        self.hashes[node] = key
        self.parents[node] = cython.cast(cython.uint, parent)
        self.moves[node] = move
        if total > self.best_founded:
            self.best_founded = total
            self.best = node
            self.best_trail_size = 0
        if total == self.pack:
            self.won = node
            self.trail_size = 0
            return total
        i = self._promise(total)
        self.links[node] = self.heads[i]
        self.heads[i] = cython.cast(cython.uint, node + 1)
        if i < self.lowest:
            self.lowest = i
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _equal(self, one: cython.longlong, two: cython.longlong) -> cython.bint:
        i: cython.longlong
        for i in range(self.stride - self.columns):
            if self.arena[one + i] != self.arena[two + i]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _promise(self, total: cython.int) -> cython.int:
        """How far the state seems to be from a win: what is not founded, what is covered, what is hidden,
        and where passes are counted, what of them is used up."""
        far: cython.int = 6 * (self.pack - total)
        i: cython.int
        j: cython.int
        c: cython.int
        x: cython.int
        low: cython.int
        for i in range(self.reserves):
            far += 7 * self.left[i]
        far += self.talon_size
        if self.passes:
            far += 3 * self.waste_size + 60 * (self.pass_number - 1)
        for c in range(self.columns):
            low = 0xFFFF
            for j in range(self.sizes[c]):
                x = self.cards[(c << 8) + j]
                if x & 128:
                    far += 4
                x &= 63
                i = (x >> 4) << 2
                if x & 15 > low >> i & 15:
                    far += 2
                else:
                    low = low & ~(15 << i) | (x & 15) << i
        if far >= self.most_far:
            far = self.most_far - 1
        return far

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move_over(self, most: cython.longlong) -> cython.void:
        i: cython.longlong
        end: cython.longlong = self.moved + most
        slot: cython.ulonglong
        if end > self.count:
            end = self.count
        for i in range(self.moved * self.stride, end * self.stride):
            self.arena[i] = self.old_arena[i]
        for i in range(self.moved, end):
            self.links[i] = self.old_links[i]
            self.hashes[i] = self.old_hashes[i]
            slot = self.hashes[i] & (self.slots - 1)
            while self.table[slot]:
                slot = (slot + 1) & (self.slots - 1)
            self.table[slot] = cython.cast(cython.uint, i + 1)
        self.moved = end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fits_space(self, x: cython.int) -> cython.bint:
        return self.space_rank == 255 or self.space_rank == x & 15

    # Probes: games played on from a stored state by a rule of thumb, of which nothing is kept but the furthest

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _drawn(self, most: cython.int) -> cython.int:
        """A number below `most` that looks random, the same on every machine (after splitmix64)."""
        x: cython.ulonglong
        self.seed = (self.seed + _STIR) & _WORD
        x = ((self.seed ^ self.seed >> 30) * _BLEND) & _WORD
        x = ((x ^ x >> 27) * _MIX) & _WORD
        return cython.cast(cython.int, (x >> 40) * cython.cast(cython.ulonglong, most) >> 24)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _probe_start(self) -> cython.longlong:
        """Where the next probe starts: at the start, at the best open state, at any state, the early ones oftener."""
        bits: cython.int = 0
        self.probe_count += 1
        if self.probe_count & 1:
            return 0
        if self.probe_count & 2:
            return self.heads[self.lowest] - 1
        while bits < 30 and self.count >> bits > 1:
            bits += 1
        return self._drawn(1 << self._drawn(bits + 1)) % self.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _probe(self, node: cython.longlong) -> cython.bint:
        """Plays on from a state; True if that wins."""
        i: cython.int
        pick: cython.int
        score: cython.int
        high: cython.int
        step: cython.int = 0
        total: cython.int = 0
        outer: cython.ulonglong
        bottoms: cython.ulonglong
        began: cython.ulonglong = self.states
        self._read(node)
        for i in range(4 * self.decks):
            total += self.founded[i]
        while step < self.most_steps:
            self._list()
            outer = bottoms = 0
            for i in range(self.reserves):
                if self.left[i]:
                    outer |= _ONE << self.reserve[(i << 8) + self.left[i] - 1]
            for i in range(self.columns):
                if self.sizes[i] and self.cards[i << 8] < 128:
                    bottoms |= _ONE << self.cards[i << 8]
            high = _NEVER
            pick = -1
            for i in range(self.listed_size):
                score = self._score(self.listed[i], outer, bottoms)
                if score > _NEVER:
                    score += self._drawn(60)
                    if score > high:
                        high = score
                        pick = i
            if pick < 0:
                break
            self._apply(self.listed[pick])
            self.states += 1
            self.trail[step] = self.listed[pick]
            step += 1
            if self.listed[pick] >> 8 & 255 == 255:
                total += 1
                if total == self.pack:
                    break
        self.probed += self.states - began + 1
        if total > self.best_founded:
            self.best_founded = total
            self.best = self.won = node
            self.best_trail_size = self.trail_size = step
            for i in range(step):
                self.best_trail[i] = self.trail[i]
        return total == self.pack

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _score(self, move: cython.ulonglong, outer: cython.ulonglong, bottoms: cython.ulonglong) -> cython.int:
        """How good a move looks, `_NEVER` if a probe leaves it out, as all do that could go round in a ring."""
        kind: cython.int = cython.cast(cython.int, move >> 40)
        source: cython.int = cython.cast(cython.int, move >> 16 & 255)
        target: cython.int = cython.cast(cython.int, move >> 8 & 255)
        count: cython.int = cython.cast(cython.int, move & 255)
        x: cython.int
        score: cython.int
        if kind == 1:
            if target == 255:
                return 110
            return 85 if self.sizes[target] else 60
        if kind == 2:
            if target == 255:
                return 100
            if count == self.sizes[source]:
                return 80 if outer else 30
            x = self.cards[(source << 8) + self.sizes[source] - count - 1]
            if x & 128:
                score = 70
            elif self._takes(x):
                score = 75
            elif self.children[x] & outer:
                score = 70
            else:
                return _NEVER
            return score if self.sizes[target] else score - 20
        if kind == 4:
            return _NEVER
        if kind == 5:
            return 15 if source else -500
        x = self.talon[source - 1]
        if target == 255:
            score = 70
        else:
            score = 40 if self.sizes[target] else 10 + (x & 15)
            if self.children[x] & outer:
                score += 25
            if self.children[x] & bottoms:
                score += 10
        count = source - self.waste_size
        if self.passes:
            score -= 200 * (cython.cast(cython.int, move >> 24 & 0xFFFF) - self.pass_number)
        if count < 0:
            count += self.talon_size
        return score - 10 * count

    # Which moves there are. A move has its kind in bits 40 up, the pass in 24-39, from in 16-23, to in 8-15, count
    # in 0-7: 1 reserve, 2 column, 3 talon, 4 foundation, each to column `to`, or to the foundation if that is 255;
    # 5 a deal or redeal by itself that leaves `from` cards in the waste

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, kind: cython.int, source: cython.int, target: cython.int, count: cython.int) -> cython.void:
        turn: cython.int = self.pass_number
        self.listed[self.listed_size] = (
            cython.cast(cython.ulonglong, kind) << 40 | cython.cast(cython.ulonglong, turn) << 24
            | cython.cast(cython.ulonglong, source) << 16 | cython.cast(cython.ulonglong, target) << 8
            | cython.cast(cython.ulonglong, count)
        )  # fmt: skip
        self.listed_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _takes(self, x: cython.int) -> cython.bint:
        """True if a foundation takes the card."""
        i: cython.int
        for i in range(self.decks):
            if self.founded[(x >> 4) * self.decks + i] == x & 15:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _to_columns(self, kind: cython.int, source: cython.int, x: cython.int, count: cython.int,
                    space: cython.int, own: cython.int) -> cython.void:  # fmt: skip
        """Lists the moves of `x` with `count` - 1 cards on it to the columns, and to one space."""
        e: cython.int
        on: cython.int
        for e in range(self.columns):
            if e == own or self.sizes[e] == 0:
                continue
            on = self.cards[(e << 8) + self.sizes[e] - 1]
            if self.children[on] >> x & 1 and (self.cap == 0 or self.sizes[e] + count <= self.cap):
                self._add(kind, source, e, count)
        if space >= 0 and self._fits_space(x):
            self._add(kind, source, space, count)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list(self) -> cython.void:
        """Lists the moves of the state that is laid out; only one if there is one that loses nothing."""
        c: cython.int
        i: cython.int
        x: cython.int
        size: cython.int
        count: cython.int
        some: cython.int = 0
        space: cython.int = -1
        policy: cython.int
        first: cython.int
        usable: cython.bint
        self.listed_size = 0
        for i in range(self.reserves):
            some += self.left[i]
        for c in range(self.columns):
            if self.sizes[c] == 0:
                space = c
                break
        # 0 nothing but the reserve, 1 the waste too, 2 anything
        policy = self.space_before if some else self.space_after
        if self.safe_moves and self._list_safe():
            return
        for i in range(self.reserves):
            if self.left[i] and (not self.hidden_reserve or self.left[i] == 1):
                x = self.reserve[(i << 8) + self.left[i] - 1]
                if self._takes(x):
                    self._add(1, i, 255, 1)
                self._to_columns(1, i, x, 1, space, -1)
        for c in range(self.columns):
            size = self.sizes[c]
            if size == 0:
                continue
            x = self.cards[(c << 8) + size - 1]
            if self._takes(x):
                self._add(2, c, 255, 1)
            for count in range(1, size + 1):
                x = self.cards[(c << 8) + size - count]
                if x & 128:
                    break
                if count > 1 and not self.children[x] >> self.cards[(c << 8) + size - count + 1] & 1:
                    break
                # 0 single, 1 whole, 2 single or whole, 3 any run
                usable = self.group == 3 or (count == 1 and self.group != 1) or (count == size and self.group != 0)
                if usable:
                    self._to_columns(2, c, x, count, space if policy == 2 and count < size else -1, c)
        if self.returns:
            for i in range(4 * self.decks):
                count = self.founded[i]
                first = self.listed_size
                if count > (1 if self.returns == 2 else 0) and (i % self.decks == 0 or self.founded[i - 1] != count):
                    self._to_columns(4, i, (i // self.decks) * 16 + count - 1, 1, space if policy == 2 else -1, -1)
                    for c in range(first, self.listed_size):
                        self.listed[c] = (
                            (self.listed[c] >> 8 << 8) + count - 1
                        )  # the rank of the card in place of the count, which is 1
        self._list_talon(space if policy else -1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_safe(self) -> cython.bint:
        """True if a card of a column or of the reserve goes to the foundation and nothing could ever lie on it.

        For one deck without return, one reserve, and spaces that take no less once the reserve is gone: then all
        that could be done with the card in its place can be done without it.
        """
        c: cython.int
        x: cython.int
        s: cython.int
        done: cython.ulonglong = 0
        for s in range(4):
            done |= ((_ONE << self.founded[s]) - 1) << (16 * s)
        for c in range(self.columns):
            if self.sizes[c]:
                x = self.cards[(c << 8) + self.sizes[c] - 1]
                if self.founded[x >> 4] == x & 15 and self.children[x] & ~done == 0:
                    self._add(2, c, 255, 1)
                    return True
        if self.left[0] and (not self.hidden_reserve or self.left[0] == 1):
            x = self.reserve[self.left[0] - 1]
            if self.founded[x >> 4] == x & 15 and self.children[x] & ~done == 0:
                self._add(1, 0, 255, 1)
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_talon(self, space: cython.int) -> cython.void:
        """Lists the plays of all talon cards that deals and redeals can bring to the top, in the order they do.

        Where the waste fills spaces: the plays of its top, and the next deal or redeal.
        """
        n: cython.int = self.talon_size
        w: cython.int = self.waste_size
        start: cython.int = self.pass_number
        turn: cython.int = start
        packet: cython.int
        redealt: cython.int = 0
        x: cython.int
        if n == 0:
            return
        while True:
            if w:
                x = self.talon[w - 1]
                self.pass_number = turn
                if self._takes(x):
                    self._add(3, w, 255, 1)
                self._to_columns(3, w, x, 1, space, -1)
            if w < n:
                packet = self.packets[(turn - 1) if turn - 1 < self.packet_count else self.packet_count - 1]
                w = w + packet if w + packet < n else n
            elif self.passes == 0 and redealt == 0:
                redealt = 1
                w = 0
            elif turn < self.passes:
                turn += 1
                w = 0
            else:
                break
            if self.waste_fills:
                self.pass_number = turn
                self._add(5, w, 0, 0)
                break
            if redealt and w == n:
                break  # the end of the pass was there before
        self.pass_number = start

    # What a move does

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _apply(self, move: cython.ulonglong) -> cython.void:
        kind: cython.int = cython.cast(cython.int, move >> 40)
        source: cython.int = cython.cast(cython.int, move >> 16 & 255)
        target: cython.int = cython.cast(cython.int, move >> 8 & 255)
        count: cython.int = cython.cast(cython.int, move & 255)
        i: cython.int
        x: cython.int
        if kind == 5:
            self.waste_size = source
            self.pass_number = cython.cast(cython.int, move >> 24 & 0xFFFF)
            return
        if kind == 2:
            self.sizes[source] -= count
            if target == 255:
                self._found(self.cards[(source << 8) + self.sizes[source]])
            else:
                for i in range(count):
                    self.cards[(target << 8) + self.sizes[target] + i] = self.cards[
                        (source << 8) + self.sizes[source] + i
                    ]
                self.sizes[target] += count
            if self.sizes[source]:
                self.cards[(source << 8) + self.sizes[source] - 1] &= 127
        else:
            if kind == 1:
                self.left[source] -= 1
                x = self.reserve[(source << 8) + self.left[source]]
            elif kind == 3:
                x = self.talon[source - 1]
                self.talon_size -= 1
                for i in range(source - 1, self.talon_size):
                    self.talon[i] = self.talon[i + 1]
                self.waste_size = source - 1
                self.pass_number = cython.cast(cython.int, move >> 24 & 0xFFFF)
            else:
                self.founded[source] -= 1
                x = (source // self.decks) * 16 + self.founded[source]
                self._sort_foundations(x >> 4)
            if target == 255:
                self._found(x)
            else:
                self.cards[(target << 8) + self.sizes[target]] = x
                self.sizes[target] += 1
        if self.fills:
            self._fill()
        if self.waste_fills and kind == 2 and self.sizes[source] == 0:
            self._fill_from_waste(source)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _found(self, x: cython.int) -> cython.void:
        i: cython.int
        s: cython.int = x >> 4
        for i in range(self.decks):
            if self.founded[s * self.decks + i] == x & 15:
                self.founded[s * self.decks + i] += 1
                break
        self._sort_foundations(s)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sort_foundations(self, s: cython.int) -> cython.void:
        """Orders the foundations of a suit, the fullest first."""
        i: cython.int
        j: cython.int
        count: cython.int
        for i in range(1, self.decks):
            count = self.founded[s * self.decks + i]
            j = i - 1
            while j >= 0 and self.founded[s * self.decks + j] < count:
                self.founded[s * self.decks + j + 1] = self.founded[s * self.decks + j]
                j -= 1
            self.founded[s * self.decks + j + 1] = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill(self) -> cython.void:
        """Fills spaces from the reserves at once, each from the fullest."""
        c: cython.int
        i: cython.int
        full: cython.int
        for c in range(self.columns):
            if self.sizes[c]:
                continue
            full = 0
            for i in range(1, self.reserves):
                if self.left[i] > self.left[full]:
                    full = i
            if self.left[full]:
                self.left[full] -= 1
                self.cards[c << 8] = self.reserve[(full << 8) + self.left[full]]
                self.sizes[c] = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill_from_waste(self, c: cython.int) -> cython.void:
        """Fills the space that a move has left with the waste's top if all reserves are used up."""
        i: cython.int
        for i in range(self.reserves):
            if self.left[i]:
                return
        if self.waste_size == 0:
            return
        self.waste_size -= 1
        self.cards[c << 8] = self.talon[self.waste_size]
        self.sizes[c] = 1
        self.talon_size -= 1
        for i in range(self.waste_size, self.talon_size):
            self.talon[i] = self.talon[i + 1]
