"""Texts read by everything that reads text: honest ones, changed ones and nonsense.

Only ValueError and what is made from it may come out, with a message that is short and can be written down; what is
read must be written as a text that is read as the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import canfield_widget as cw
from canfield_widget.cards import full_pack
from canfield_widget.moves import read_move
from canfield_widget.variants import RULE_FIELDS, VARIANTS
from faults import hostile
from faults.fuzzer import HEARD, Fault, Step

LONGEST_MESSAGE = 4000
PIECES = (
    *hostile.STRINGS, ";", "; ", ",", "|", "-", "+", "(", ")", "(8C)", "? ", "{", "}", "=", "x", "x1", "FH", "FHT-T1",
    "base 7", "pass 2", "deal 1", "deal 99999999999999999999", "moves ", "stock ", "waste ", "reserve ", "tableau ",
    "foundations ", "10H", "TH", "1H", "0H", "AA", "a\u0338", "\u2665", "²", "٣", "\u2028", "\u00a0", "\ufeff",
    "passes=None", "passes=null", "passes=1e3", "deal_count=3+1+1", "deal_count=+", "scoring=1/2/3", "scoring=1/2/-/4",
    'title="x"', 'title="\\u202e"', 'title="\\ud800"', "ranks=2", "ranks=1", "decks=4", "columns=16",
    "reserve_size=208",
    "base_rank=13", "base_rank=\"chosen\"", "prefounded=true", "column_deal=\"ddddddddu\"", "[" * 2000, '"' * 50,
)  # fmt: skip


class TextWorld:
    """Games, positions, rule sets, moves, cards and decks as text."""

    def __init__(self, seed: str) -> None:
        draw = random.Random(f"world {seed}")
        variant = draw.choice([*VARIANTS.values()])
        self.game = cw.Game.dealt(variant, seed=draw.randrange(10**6))
        for _ in range(draw.randrange(40)):
            if moves := self.game.legal_moves():
                self.game.play(draw.choice(moves))
        self.game.go_to(draw.randrange(len(self.game.line) + 1))

    def close(self) -> None:
        """Nothing is left."""

    def propose(self, draw: random.Random) -> Step:
        what = draw.choice([*READERS])
        if what == "deck":
            text = " ".join(map(str, full_pack(self.game.start.variant.decks, self.game.start.variant.ranks)))
        elif what == "variant":
            name, value = draw.choice(RULE_FIELDS), hostile.value(draw, 0)
            text = draw.choice((
                cw.write_variant(self.game.start.variant), f"{draw.choice([*VARIANTS])}{{{name}={value}}}",
                f"{draw.choice([*VARIANTS])}{{{draw.choice(PIECES)},{draw.choice(PIECES)}}}",
            ))  # fmt: skip
        elif what == "move":
            text = str(draw.choice([*self.game.line, "T1-T3x4"]))
        elif what == "card":
            text = draw.choice(("7H", "10D", "?"))
        else:
            now = draw.choice((self.game.position, self.game.position.player_view()))
            text = draw.choice(
                (cw.write_position(now), self.game.text(), cw.write_game(self.game.start, self.game.line))
            )
        if draw.random() < 0.9:
            text = hostile.changed(draw, text, PIECES)
        return [what, text if draw.random() < 0.98 else hostile.value(draw)]

    def take(self, step: Step) -> int:
        what, text = step
        read, write = READERS[what]
        try:
            value = read(text)
        except ValueError as error:
            HEARD["notation"]["refused"] += 1
            words = str(error)
            words.encode()
            if len(words) > LONGEST_MESSAGE:
                raise Fault(f"a message of {what} without end\n{words[:300]}") from None
            return 1
        HEARD["notation"]["read"] += 1
        if write is not None and read(written := write(value)) != value:
            raise Fault(f"{what} is written as something else\n{written}")
        return 1


READERS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], str] | None]] = {
    "game": (cw.read_game, lambda read: cw.write_game(read.start, read.moves, ply=read.ply, deal=read.deal)),
    "line": (lambda text: cw.Game.from_text(text).text(), str),
    "position": (cw.read_position, cw.write_position),
    "problems": (lambda text: cw.problems(cw.read_position(text)), None),
    "drawn": (lambda text: cw.position_svg(cw.read_position(text)), None),
    "played": (lambda text: _shallow(cw.read_position(text)), None),
    "variant": (cw.read_variant, cw.write_variant),
    "dealt": (lambda text: cw.problems(cw.deal(cw.read_variant(text), seed=5)) and _wrong(), None),
    "move": (read_move, str),
    "card": (cw.read_card, str),
    "deck": (lambda text: cw.deal(deck=text), None),
    "set up": (lambda text: cw.set_up(waste=text, rest="stock"), None),
}
"""Each reader with what writes what it has read, where there is such a thing."""


def _wrong() -> None:
    raise Fault("a deal that is not whole")


def _shallow(now: cw.Position) -> cw.Position:
    """The position, after each of its moves was looked at and made."""
    for move in cw.legal_moves(now):
        cw.apply(now, move)
    cw.why_not(now, read_move("T1-T2"))
    cw.read_position(cw.write_position(now.player_view()))
    return now
