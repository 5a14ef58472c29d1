"""The tree of what a search looked at: its ways are games by the rules, and its shares add up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canfield_widget.position import deal
from canfield_widget.rules import apply, is_won
from canfield_widget.solver import Solution, Verdict, compiled, solve
from canfield_widget.solver.search_tree import Branch, search_tree
from canfield_widget.solver.trace import MOST_CHOICES, Progress, Trace
from canfield_widget.state_graphs import state_graph
from samples import HOPELESS, SLOW

STATES = 40_000 if compiled else 1500
ROWS = ["canfield", "storehouse", "selective", "rainfall", "chameleon", "double"]


def recorded(row: str, seed: int = 2) -> Solution:
    return solve(deal(row, seed=seed), budget_states=STATES, record=True)


def tree(solution: Solution, depth: int = MOST_CHOICES) -> Branch:
    assert solution.trace is not None
    return search_tree(solution.trace, depth=depth)


@pytest.mark.parametrize("row", ROWS)
def test_every_branch_is_what_the_rules_make_of_its_moves(row: str):
    solution = recorded(row)
    root = tree(solution)
    assert (root.position, root.moves, root.depth) == (solution.position, (), 0)
    for branch in root.walk():
        for on in branch.branches:
            assert on.depth == branch.depth + 1
            position = branch.position
            for move in on.moves:
                position = apply(position, move)
            assert position == on.position


@pytest.mark.parametrize("row", ROWS)
def test_shares_add_up_to_all_that_was_looked_at(row: str):
    solution = recorded(row)
    root = tree(solution)
    assert solution.trace is not None
    assert (root.states, root.samples) == (solution.states, len(solution.trace))
    for branch in root.walk():
        assert sum(on.states for on in branch.branches) <= branch.states
        assert sum(on.samples for on in branch.branches) <= branch.samples
        keys = [on.moves for on in branch.branches]
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(("row", "seed"), [("canfield", 2), ("superior", 2), ("selective", 1), ("rainfall", 2)])
def test_the_way_that_was_found_is_the_start_of_the_winning_line(row: str, seed: int):
    solution = solve(deal(row, seed=seed), budget_states=400_000, record=True)
    assert solution.verdict is Verdict.WON
    found = [branch for branch in tree(solution).walk() if branch.found]
    assert [branch.depth for branch in found] == list(range(len(found)))
    played = [move for branch in found for move in branch.moves]
    assert played
    # the line of the broad search is told without its detours, that of the exact one as it is
    if row != "rainfall":
        assert tuple(played) == solution.line[: len(played)]
    assert len(found) == MOST_CHOICES + 1 or is_won(found[-1].position)


def test_nothing_is_found_in_a_search_that_did_not_win():
    solution = solve(HOPELESS, budget_states=STATES, prunings=SLOW, record=True)
    assert solution.verdict is not Verdict.WON
    root = tree(solution)
    assert root.branches
    assert not any(branch.found for branch in root.walk())


def test_a_tree_is_as_deep_as_asked_for():
    solution = recorded("chameleon", 1)
    for depth in (1, 5, MOST_CHOICES):
        depths = {branch.depth for branch in tree(solution, depth).walk()}
        assert max(depths) <= depth
        assert depths == set(range(max(depths) + 1))
    assert max(branch.depth for branch in tree(solution, 5).walk()) == 5


@pytest.mark.parametrize("depth", [0, -1, MOST_CHOICES + 1, 2.0, "3", True, None])
def test_another_depth_is_refused(depth: object):
    with pytest.raises(ValueError, match=r"^depth: read .*, expected a whole number from 1 to 60$"):
        tree(recorded("storehouse"), depth)  # type: ignore[arg-type]


def test_a_trace_without_its_start_is_refused():
    with pytest.raises(ValueError, match=r"^trace: read one without its start"):
        search_tree(Trace((Progress(0, 0.0),), 52, Verdict.UNKNOWN))


def test_a_search_that_began_nowhere_is_one_branch():
    trace = solve(deal("rainfall", seed=9), budget_states=0, record=True).trace
    assert trace is not None
    assert search_tree(trace).branches == ()


def test_the_choice_of_a_base_is_the_first_choice():
    solution = recorded("selective")
    assert solution.position.base is None
    assert {str(move) for on in tree(solution).branches for move in on.moves} <= {"T1-F", "T2-F", "T3-F", "T4-F"}


def test_a_trace_told_without_hidden_cards():
    solution = recorded("canfield")
    assert solution.trace is not None
    shown = repr(solution.trace) + repr(tree(solution))
    assert not any(str(card) in shown for card in solution.position.stock)


# The graph of a search


def test_a_graph_of_a_search_has_the_positions_that_it_went_through():
    solution = recorded("storehouse")
    assert solution.trace is not None
    graph = state_graph(solution.trace, budget_states=0)
    looked_at = {branch.position for branch in tree(solution).walk()}
    bare = {replace(position, packet=0) if hasattr(position, "packet") else position for position in looked_at}
    assert {state.position for state in graph.nodes} <= looked_at | bare
    assert graph.nodes[0].position == solution.position
    assert (len(graph.left_out), len(graph.nodes)) == (0, len({graph_key(position) for position in looked_at}))


def graph_key(position: object) -> tuple[object, ...]:
    names = ("stock", "waste", "reserves", "foundations", "tableau", "face_down", "base", "pass_number")
    return tuple(getattr(position, name) for name in names)


def test_a_search_proved_lost_is_lost_from_the_start():
    solution = recorded("storehouse")
    assert solution.verdict is Verdict.LOST
    assert solution.trace is not None
    graph = state_graph(solution.trace, budget_states=0)
    assert {state.verdict for state in graph.nodes} == {Verdict.LOST}


def test_a_search_that_won_has_its_way_emphasised():
    solution = solve(deal("canfield", seed=11), budget_states=100_000, record=True)
    assert solution.verdict is Verdict.WON
    assert solution.trace is not None
    graph = state_graph(solution.trace, budget_states=0)
    line = [move for way in graph.edges if way.on_line for move in way.moves]
    assert tuple(line) == solution.line[: len(line)]
    assert graph.nodes[0].verdict is Verdict.WON


def test_of_too_many_positions_the_lightest_are_left_out_and_counted():
    solution = recorded("chameleon", 1)
    assert solution.trace is not None
    graph = state_graph(solution.trace, limit=40, budget_states=0)
    whole = state_graph(solution.trace, limit=100_000, budget_states=0)
    assert len(graph.nodes) == 40
    heaviest = max(tree(solution).branches, key=lambda branch: branch.states)
    assert graph_key(heaviest.position) in {graph_key(state.position) for state in graph.nodes}
    assert sum(count for _, count in graph.left_out) == len(whole.nodes) - 40
