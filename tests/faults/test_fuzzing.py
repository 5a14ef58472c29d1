"""The seeded fuzzer for a short while, that it finds what is there, and Hypothesis against everything that reads text.

The long run is `python -m faults.fuzzer`; see docs/reliability.md.
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget import commands
from canfield_widget.view import Message
from faults.board_world import BoardWorld
from faults.fuzzer import Found, Step, episode, run
from faults.text_world import READERS
from samples import SOAK

COMMANDS = {"board": 900, "notation": 3000, "lessons": 240, "saves": 6}
TIMES = 20 if SOAK else 1


@pytest.mark.parametrize("world", COMMANDS)
def test_no_command_text_or_file_does_harm(world: str):
    assert [str(found) for found in run(world, TIMES * COMMANDS[world], seed=1)] == []


@given(st.sampled_from([*READERS]), st.one_of(st.text(), st.text(alphabet=';,|-+()?{}=x0123456789AKSHDCFTRWandfiel "')))
def test_whatever_reads_text_raises_nothing_but_value_errors(reader: str, text: str):
    with suppress(ValueError):
        READERS[reader][0](text)


def starred(monkeypatch: pytest.MonkeyPatch, does: Any) -> Found | None:
    """What an episode finds where the command `star` does this."""
    monkeypatch.setitem(commands._OTHERS, "star", does)  # type: ignore[arg-type]
    world = type("Starred", (BoardWorld,), {"propose": _star_at_last})
    return episode(world, "board-3-2", 400)[1]


def _star_at_last(world: BoardWorld, draw: random.Random) -> Step:
    """A quarter of the steps ends with the command: only what is said last is told."""
    last = {"do": "star"} if draw.random() < 0.25 else {"do": "cancel"}
    return ["box", 0, [{"do": "close"}, {"do": "undo"}, last]]


def test_the_fuzzer_finds_an_exception_that_the_board_answers_for(monkeypatch: pytest.MonkeyPatch):
    def broken(board: Any, command: Any) -> None:
        raise KeyError("star")

    found = starred(monkeypatch, broken)
    assert found is not None
    assert "KeyError" in found.what
    assert found.steps == (["box", 0, [{"do": "star"}]],)


def test_the_fuzzer_finds_a_hidden_card_in_a_refusal(monkeypatch: pytest.MonkeyPatch):
    def tell(board: Any, command: Any) -> Message:
        words = f"Beware of the {board.game.position.stock[0]}"
        return Message("refusal", lambda lang: words)

    found = starred(monkeypatch, tell)
    assert found is not None
    assert "nobody has seen" in found.what
    assert found.steps == (["box", 0, [{"do": "star"}]],)


class Counting:
    """A world that breaks with a 7 after a 3."""

    def __init__(self, seed: str) -> None:
        self.threes = 0

    def propose(self, draw: random.Random) -> Step:
        return ["number", draw.randrange(10)]

    def take(self, step: Step) -> int:
        self.threes += step[1] == 3
        if step[1] == 7 and self.threes:
            raise LookupError("seven")
        return 1

    def close(self) -> None:
        pass


def test_the_steps_of_a_fault_are_made_as_few_as_they_can_be():
    for seed in range(20):
        _, found = episode(Counting, str(seed), 500)
        assert found is not None
        assert found.steps == (["number", 3], ["number", 7])
        assert f"--episode {seed}" in str(found)
