"""Compiled and interpreted, the kernels are one program: the same verdicts, lines and counts of states."""

from __future__ import annotations

import hashlib
import os
import shutil

import pytest

from canfield_widget.position import deal
from canfield_widget.solver import Solution, compiled, encoding, search, solve
from canfield_widget.variants import VARIANTS
from samples import SOAK, run_interpreted, source, told

DEALS = 8 if SOAK else 2
LONG = [("canfield", 3, 6000), ("superior", 3, 6000), ("rainfall", 1, 1200), ("canfield-aisleriot", 1, 1200)]
"""Searches that outgrow their first tables: row, deal, states."""


def states(row: str) -> int:
    """States that the interpreter searches in about a tenth of a second."""
    position = deal(row, seed=1)
    if position.base is not None and encoding.is_for_one_deck_search(position):
        return 1500
    return 600 // position.variant.decks


def solved(cases: list[tuple[str, int, int]]) -> list[Solution]:
    """The solutions of some deals within their states."""
    return [solve(deal(row, seed=seed), budget_states=states) for row, seed, states in cases]


@pytest.mark.skipif(not compiled, reason="there is only one way to run here")
@pytest.mark.parametrize("row", VARIANTS)
def test_compiled_and_interpreted_find_the_same(row: str, monkeypatch: pytest.MonkeyPatch):
    cases = [(row, seed, states(row)) for seed in range(1, 3 + DEALS)]
    cases += [case for case in LONG if case[0] == row]
    quick = solved(cases)
    run_interpreted(monkeypatch)
    slow = solved(cases)
    for case, one, two in zip(cases, quick, slow, strict=True):
        assert told(one) == told(two), case


@pytest.mark.skipif(not compiled, reason="nothing is compiled")
@pytest.mark.parametrize("name", ["kernel", "broad"])
def test_what_is_compiled_is_the_source_that_lies_here(name: str):
    module = getattr(search, name)
    assert hashlib.sha256(source(name).read_bytes()).hexdigest() == module.DIGEST, "build again: make test does"


@pytest.mark.skipif(bool(os.environ.get("CANFIELD_WIDGET_PURE")), reason="CANFIELD_WIDGET_PURE wants nothing compiled")
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_where_a_c_compiler_is_the_kernels_are_compiled():
    assert compiled, "build again and read why: .venv/bin/python setup.py build_ext --inplace"


@pytest.mark.skipif(not getattr(search.kernel, "CHECKED", False), reason="make checked builds what this is about")
def test_the_checked_kernels_refuse_a_place_outside_their_arrays():
    position = deal("canfield", seed=1)
    below, *others = encoding.one_deck_buffers(position, encoding.buffer("Q", 1 << 13, True), True)
    setup = encoding.one_deck_setup(position, safe_moves=True, dead_test=True, restarts=True, covers=True)
    kept = search.kernel.OneDeckSearch(setup, (below[:192], *others))  # type: ignore[index]  # for three depths
    with pytest.raises(IndexError, match="Out of bounds"):
        kept.run(4000)
