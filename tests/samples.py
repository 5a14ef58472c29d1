"""What the tests share: positions as text, short questions about them, random games, the tables in `tests/data`."""

from __future__ import annotations

import importlib.util
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from canfield_widget.cards import UNKNOWN, Card, Pile, read_card
from canfield_widget.game import Game
from canfield_widget.hints import ranking
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import read_position, read_variant
from canfield_widget.position import Position, deal
from canfield_widget.rules import advance, apply, legal_moves, steps, why_not
from canfield_widget.solver import Prunings, Solution, encoding, search
from canfield_widget.variants import VARIANTS

DATA = Path(__file__).parent / "data"
SOAK = bool(os.environ.get("CANFIELD_SOAK"))
"""Whether the long versions of the tests are wanted: `make soak`."""
TEXTS = ("canfield", "superior", "canfield-single", "canfield-hoyle", "quadruple")
"""The rows of the five rule texts."""


def position(text: str) -> Position:
    """The position of a text that may be spread over several lines."""
    return read_position(" ".join(text.split()))


def tokens(position: Position) -> set[str]:
    """The legal moves of a position as tokens."""
    return {str(move) for move in legal_moves(position)}


def under(
    row: str, base: str, *, foundations: str = "", tableau: str = "", others: str = "-", **piles: str
) -> Position:
    """A position of few cards under the rules `row`; `others` lies in each column that is not named."""
    v = read_variant(row)
    tops, columns = foundations.split(), tableau.split(",") if tableau else []
    tops += ["-"] * (v.foundations - len(tops))
    columns += [others] * (v.columns - len(columns))
    named = "; ".join(f"{name} {cards}" for name, cards in piles.items() if cards)
    fields = [row, f"base {base}", named, f"foundations {' '.join(tops)}", f"tableau {', '.join(columns)}"]
    return position("; ".join(field for field in fields if field))


def cards(text: str) -> Pile:
    """The cards of some words."""
    return tuple(read_card(word) for word in text.split())


def column(now: Position, name: str) -> str:
    """The cards of a pile as text."""
    return " ".join(map(str, now.pile(name)))


def play(now: Position, moves: str) -> Position:
    """The position after some moves."""
    for token in moves.split():
        now = apply(now, read_move(token))
    return now


def may(now: Position, token: str) -> bool:
    """True if the move is legal."""
    return why_not(now, read_move(token)) is None


def why(now: Position, token: str) -> tuple[str, str]:
    """Why a move is refused, and the cards to blame."""
    refusal = why_not(now, read_move(token))
    assert refusal is not None, f"{token} is legal"
    return str(refusal.reason), " ".join(map(str, refusal.cards))


def counts(now: Position, source: str) -> set[int]:
    """How many cards of a column may move to another column."""
    return {move.count for move in legal_moves(now) if move.source == source and move.target[0] == "T"}


def decks() -> dict[str, str]:
    """The named decks of `decks.txt` as deck texts."""
    return {name: " ".join(cards) for name, *cards in table("decks.txt")}


def table(name: str) -> Iterator[list[str]]:
    """The rows of a table in `tests/data`, split at white space; lines with # are comments."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.split()


def random_walk(variant: object, seed: int, length: int) -> Iterator[tuple[Position, Move | None]]:
    """Positions of a random game, each with the move played on it; moves that are no deal are preferred."""
    chance = random.Random(seed)
    now = deal(variant, seed=seed)  # type: ignore[arg-type]
    for _ in range(length):
        moves = legal_moves(now)
        if not moves:
            break
        cards = [move for move in moves if "S" not in (move.source, move.target)]
        move = chance.choice(cards if cards and chance.random() < 0.7 else moves)
        yield now, move
        now = advance(now, move, steps(now, move))
    yield now, None


def winning_line(variant: str) -> tuple[str, list[Move]]:
    """A deck and a line that wins it under the variant."""
    for row, deck, _, *line in table("lines.txt"):
        if row == variant:
            return decks()[deck], [read_move(token) for token in line]
    raise KeyError(variant)


def with_hidden_cards_permuted(now: Position, seed: int) -> Position:
    """The position with the cards that a player does not see in other places."""
    seen = now.player_view()
    piles = [(now.stock, seen.stock), *zip(now.reserves, seen.reserves, strict=True),
             *zip(now.tableau, seen.tableau, strict=True)]  # fmt: skip
    hidden = [card for pile, shown in piles for card, face in zip(pile, shown, strict=True) if face == UNKNOWN]
    random.Random(seed).shuffle(hidden)

    def filled(shown: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(hidden.pop() if card == UNKNOWN else card for card in shown)

    return replace(
        now, stock=filled(seen.stock), reserves=tuple(map(filled, seen.reserves)),
        tableau=tuple(map(filled, seen.tableau)),
    )  # fmt: skip


# What the tests of the solver share


def known_deal(row: str, wrap: str, number: int) -> Position:
    """A deal of `verdicts.txt`, made as its head says."""
    cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    random.Random(number).shuffle(cards)
    return deal(replace(VARIANTS[row], wrap=wrap), deck=" ".join(cards))  # type: ignore[arg-type]


HOPELESS = known_deal("canfield", "cyclic", 91)
"""A lost deal that keeps either kernel busy for many seconds if it searches with `SLOW`."""
SLOW = Prunings(safe_moves=False, dead_test=False, restarts=False, covers=False)


def replayed(now: Position, line: tuple[Move, ...]) -> Position:
    """The position after a line, by the readable engine, which raises if a move is illegal."""
    for move in line:
        now = apply(now, move)
    return now


def told(solution: Solution) -> tuple[object, ...]:
    """All of a solution but its times."""
    return (solution.verdict, solution.line, solution.best_line, solution.states, solution.stopped_by, solution.proof)


def source(name: str) -> Path:
    """The source of a kernel."""
    return Path(encoding.__file__).parent / f"{name}.py"


def interpreted(name: str) -> ModuleType:
    """A kernel run from its source, whatever is compiled; its fields can be looked at."""
    spec = importlib.util.spec_from_file_location(f"interpreted_{name}", source(name))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has `solve` run the kernels from their source for the rest of a test."""
    monkeypatch.setattr(search, "kernel", interpreted("kernel"))
    monkeypatch.setattr(search, "broad", interpreted("broad"))
    monkeypatch.setattr(search, "compiled", False)


def wander(row: str, seed: int, moves: int, *, good: float) -> Game:
    """A game in which a part `good` of the moves is what the ranked hint would play, and the others are any."""
    game, draw = Game.dealt(row, seed=seed), random.Random(seed)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        game.play(ranking(game.position)[0][0] if draw.random() < good else draw.choice(legal))
    return game
