"""A game as a player plays it: with its time, its marks, what one undo takes back, and kept after every action."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field

from canfield_widget.cards import Card
from canfield_widget.clock import Clock
from canfield_widget.finishing import finish
from canfield_widget.game import Game, Status
from canfield_widget.moves import FOUNDATION, Move
from canfield_widget.notation import write_variant
from canfield_widget.position import Position
from canfield_widget.saves import Mark, SavedGame, Saves, State, new_id, rules_key
from canfield_widget.variants import DEALT


@dataclass
class Session:
    """A game on a board. `joints` leads from the ply after an action of several moves to the ply before it, and to the
    ply from which on they were played by themselves. `inherited` moves of the line were made in another game.

    `held_back` are cards that went up by themselves and were taken back: they do not go up by themselves again.
    `saves` None: nothing is kept. A game counts from its first move, and once it is won it is booked and no more kept.
    """

    game: Game
    saves: Saves | None = None
    marks: set[Mark] = field(default_factory=set[Mark])
    clock: Clock = field(default_factory=Clock)
    id: str = field(default_factory=new_id)
    begun: float = field(default_factory=time.time)
    joints: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    paused: bool = False
    booked: bool = False
    started: bool = False
    inherited: int = 0
    unkept: bool = False
    held_back: set[Card] = field(default_factory=set[Card])
    _finish: tuple[Position, tuple[Move, ...] | None] | None = None

    @classmethod
    def resumed(cls, saved: SavedGame, saves: Saves) -> Session:
        """The game as it was kept. Raises ValueError if its text cannot be read."""
        game = Game.from_text(saved.text)
        if max((at for at in saved.times if at is not None), default=0) <= saved.milliseconds:
            with suppress(ValueError):  # times that cannot be the moves' are none; an older version kept none
                game.times = saved.times
        session = cls(
            game, saves, set(saved.marks), Clock(saved.milliseconds), saved.id, saved.begun,
            booked=saved.state is State.WON,
        )  # fmt: skip
        session.run()
        return session

    def __post_init__(self) -> None:
        self.started |= self.game.ply > 0 or self.clock.milliseconds > 0

    @classmethod
    def given(cls, game: Game, saves: Saves | None) -> Session:
        """A game of cards or moves that came from somewhere, as a text has them.

        It is kept, but where it does not begin with a deal or its moves came with it, no record counts it.
        """
        return cls(game, saves, set() if _is_deal(game.start) and not game.line else {Mark.GIVEN})

    def finish(self) -> tuple[Move, ...] | None:
        """The line that ends the game with nothing but cards in sight, if there is one and the game is not won."""
        now = self.game.position
        if self._finish is None or self._finish[0] is not now:
            self._finish = now, None if self.game.status is Status.WON else finish(now)
        return self._finish[1]

    # What one undo takes back

    def play(self, moves: tuple[Move, ...], start: int | None = None, *, timed: bool = False) -> None:
        """Plays the moves as one action, which began at the ply `start` if it began before them.

        `timed`: a player made it; its first move keeps the time, the others follow by themselves. No time passes
        before the first move of a game, nor after a win.
        """
        now = self.game.ply
        at = self.clock.milliseconds if timed and self.started and not self.booked else None
        begin, alone = (now, now) if start is None else (start, self.joints.get(now, (start, now))[1])
        self.joints = {end: joint for end, joint in self.joints.items() if end <= begin}
        self.started, self.inherited = True, min(self.inherited, now)
        for n, move in enumerate(moves):
            self.game.play(move, at=None if n else at)
        if self.game.ply > begin + 1:
            self.joints[self.game.ply] = begin, alone

    def undo(self) -> Move | None:
        """The first move of the action that was taken back, or None if there was none."""
        end = self.game.ply
        if end not in self.joints:
            return self.game.undo()
        start, _ = self.joints[end]
        self.go_to(start)
        return self.game.line[start]

    def go_to(self, ply: int) -> None:
        """Goes to another place in the line; what went up by itself on the way back does not do so again.

        Raises ValueError outside the line.
        """
        passed = [(alone, end) for end, (_, alone) in self.joints.items() if ply < end <= self.game.ply]
        self.game.go_to(ply)
        for alone, end in passed:
            for position, move in zip(self.game.positions[alone:end], self.game.line[alone:end], strict=True):
                self.held_back |= {position.pile(move.source)[-1]} if move.target == FOUNDATION else set()

    def redo(self) -> Move | None:
        """The first move of the action that was made again, or None if there was none."""
        start = self.game.ply
        if start == len(self.game.line):
            return None
        end = next((end for end, (first, _) in self.joints.items() if first == start), start + 1)
        self.game.go_to(end)
        self.started = True
        self.marks |= {Mark.GIVEN} if start < self.inherited else set()
        return self.game.line[start]

    def holds_back(self) -> bool:
        """True if a card that was taken back after it went up by itself is not up again."""
        return not self.held_back <= {card for pile in self.game.position.foundations for card in pile}

    # Time and saves

    def run(self) -> None:
        """Lets the time run where it should: from the first move on, not in a pause, not after a win."""
        self.clock.run(self.started and not self.paused and not self.booked)

    def changed(self) -> None:
        """What follows every action: the time runs or stops, and a win is booked. See `settle` for the rest."""
        self.paused, self.unkept = False, True
        if self.game.status is Status.WON:
            self.keep(State.WON)
            self.booked = True
        self.run()

    def settle(self) -> None:
        """Keeps what the last action has changed: after the board was told, for a disk takes longer than an eye."""
        if self.unkept:
            self.keep()

    def keep(self, state: State = State.RUNNING) -> None:
        """Keeps the game as it stands, if it is kept at all."""
        self.unkept = False
        if self.saves is not None and not self.booked:
            self.id = self.saves.keep(self.saved(state)).id

    def leave(self) -> None:
        """What happens when another game takes this one's place: it is booked as won if its finish is proved."""
        if self.booked or not self.started:
            if self.saves is not None and not self.started:
                self.saves.forget_unplayed(self.id)
            return
        line = self.finish()
        if line is not None:
            self.play(line)
        self.keep(State.WON if self.game.status is Status.WON else State.LEFT)
        self.booked = True

    def again(self) -> Session:
        """The same deal from its beginning, as another game; the moves can be made again."""
        self.leave()
        self.game.restart()
        self.game.times = (None,) * len(self.game.line)  # they were on the clock of the game that was left
        marks = {mark for mark in self.marks if mark in (Mark.WINNABLE, Mark.DAILY)} | {Mark.REPEATED}
        return Session(self.game, self.saves, marks, self.clock.anew(), inherited=len(self.game.line))

    def saved(self, state: State) -> SavedGame:
        """The game as it is kept."""
        variant = self.game.start.variant
        return SavedGame(
            id=self.id, record=write_variant(variant), rules=rules_key(variant), text=self.game.text(),
            deal=self.game.deal, state=state, stuck=self.game.status is Status.STUCK, moves=self.game.ply,
            milliseconds=self.clock.milliseconds, marks=frozenset(self.marks), begun=self.begun, changed=time.time(),
            times=self.game.times,
        )  # fmt: skip


def _is_deal(start: Position) -> bool:
    """True if the cards lie as they do when a game begins."""
    v = start.variant
    founded = v.pack_size // v.ranks if v.prefounded else int(v.base_rank == DEALT)
    return (
        not start.waste
        and start.pass_number == 1
        and all(len(pile) == v.reserve_size for pile in start.reserves)
        and all(len(pile) == len(v.column_deal) for pile in start.tableau)
        and sum(map(len, start.foundations)) == founded
    )
