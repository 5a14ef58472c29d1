"""Graphs of positions: what a plain search finds, equal positions once, sound verdicts, the rest counted."""

from __future__ import annotations

import random
import re
import sys
from itertools import pairwise
from types import ModuleType

import pytest
from miniatures import miniature, plain_verdict

from canfield_widget import state_graphs
from canfield_widget.game import Game
from canfield_widget.moves import STOCK, Move
from canfield_widget.notation import write_game
from canfield_widget.position import Position, deal
from canfield_widget.rules import advance, apply, is_won, legal_moves, steps
from canfield_widget.solver import Verdict, solve
from canfield_widget.state_graphs import state_graph
from canfield_widget.state_layout import Layout, lay_out_states, spread_out
from canfield_widget.states import StateGraph, Way
from samples import TEXTS, play, position, winning_line

WON, LOST, UNKNOWN = Verdict.WON, Verdict.LOST, Verdict.UNKNOWN
END = position("canfield; base A; foundations JS QH KD KC; tableau KH, KS QS, -, -")
START, LINE = deal("canfield", deck=winning_line("canfield")[0]), winning_line("canfield")[1]


def reached(start: Position, depth: int) -> dict[Position, int]:
    """All positions that a plain search finds within so many moves, with the least number of moves."""
    plies, front = {start: 0}, [start]
    for ply in range(1, depth + 1):
        found = [advance(now, move, steps(now, move)) for now in front for move in legal_moves(now)]
        front = [now for now in dict.fromkeys(found) if now not in plies]
        plies |= dict.fromkeys(front, ply)
    return plies


def check_edges(graph: StateGraph) -> None:
    """Every edge leads by its moves from one end to the other."""
    for way in graph.edges:
        now = graph.nodes[way.source].position
        for move in way.moves:
            now = apply(now, move)
        if not graph.merged:
            assert now == graph.nodes[way.target].position
        else:
            other = graph.nodes[way.target].position
            assert sorted(map(str, now.tableau)) == sorted(map(str, other.tableau))
            assert now.waste == other.waste


@pytest.mark.parametrize("row", [*TEXTS, "selective", "candike"])
def test_it_finds_the_positions_of_a_plain_search_each_once_with_its_least_ply(row: str):
    start = deal(row, seed=3)
    graph = state_graph(start, depth=3, limit=5000, fold_deals=False, budget_states=0)
    assert {node.position: node.ply for node in graph.nodes} == reached(start, 3)
    assert len(graph.nodes) == len({node.position for node in graph.nodes})
    assert graph.left_out == ()
    check_edges(graph)


def test_every_move_of_a_followed_node_is_an_edge():
    graph = state_graph(deal("superior", seed=5), depth=3, limit=5000, fold_deals=False, budget_states=0)
    for n, node in enumerate(graph.nodes):
        made = {way.moves[0] for way in graph.edges if way.source == n}
        if node.followed:
            assert made == set(legal_moves(node.position))
        else:
            assert made != set(legal_moves(node.position))


def test_folded_deals_end_at_a_card_that_can_be_played():
    graph = state_graph(deal("canfield", seed=1), depth=5, budget_states=0)
    check_edges(graph)
    folded = [way for way in graph.edges if STOCK in (way.moves[0].source, way.moves[0].target)]
    assert max(len(way.moves) for way in folded) > 2
    for way in folded:
        now = graph.nodes[way.source].position
        for n, move in enumerate(way.moves):
            now = apply(now, move)
            opens = any(move.source == "W" and move.target != "S" for move in legal_moves(now))
            assert opens == (n == len(way.moves) - 1)


def test_where_the_waste_fills_spaces_every_deal_is_an_edge_of_its_own():
    now = position(
        "little-gate; base A; stock 2C 4C 6C; waste KH; reserve -, -; foundations 4H - - -; tableau 5H, 9S, TS, JS"
    )
    graph = state_graph(now, depth=3, budget_states=0)
    deals = [way for way in graph.edges if way.moves[0].source == STOCK]
    assert len(deals) > 3
    assert {len(way.moves) for way in deals} == {1}


def test_deals_that_bring_nothing_are_no_edge():
    stuck = position("canfield; base A; stock 9C 8C 4C; foundations 2S - - -; tableau KS, KH, KD, KC")
    assert legal_moves(stuck) == (Move("S", "W"),)
    graph = state_graph(stuck)
    assert (len(graph.nodes), graph.edges, graph.complete) == (1, (), True)


@pytest.mark.parametrize("seed", range(30))
def test_a_complete_graph_of_a_small_game_has_the_verdict_of_a_plain_search_with_deals_folded_and_columns_merged(
    seed: int,
):
    start = miniature(random.Random(seed))
    plain = plain_verdict(start, 600)
    for merged in (False, True):
        graph = state_graph(start, depth=99, limit=600, merge_columns=merged, budget_states=0)
        if graph.complete and plain is not None:
            assert graph.nodes[0].verdict is (WON if plain else LOST)
            check_edges(graph)


@pytest.mark.parametrize("row", ["canfield", "superior", "double"])
def test_verdicts_are_those_of_the_solver(row: str):
    for seed in (1, 2, 4):
        graph = state_graph(deal(row, seed=seed), depth=2, limit=40, budget_states=2000, budget_s=None)
        for node in graph.nodes:
            alone = solve(node.position, budget_states=2000).verdict
            assert node.verdict is alone or alone is UNKNOWN


def test_nobody_is_asked_without_a_budget_and_what_follows_is_known_all_the_same():
    assert {node.verdict for node in state_graph(deal(seed=1), budget_states=0).nodes} == {None}
    graph = state_graph(END, depth=9, budget_states=0)
    assert graph.complete
    assert graph.verdicts[WON] == len(graph.nodes)


def test_a_position_with_unknown_cards_is_not_called_lost():
    seen = deal("canfield", seed=4).player_view()
    assert {node.verdict for node in state_graph(seen, depth=1).nodes} == {None}


def test_merged_columns_make_fewer_nodes_and_keep_the_verdict():
    late = play(deal("canfield", seed=2), " ".join(map(str, solve(deal("canfield", seed=2)).line[:-3])))
    plain, merged = (state_graph(late, depth=20, merge_columns=merge) for merge in (False, True))
    assert plain.complete
    assert merged.complete
    assert len(merged.nodes) < len(plain.nodes)
    assert merged.nodes[0].verdict is plain.nodes[0].verdict is WON
    check_edges(merged)


def test_what_the_limit_leaves_out_is_counted():
    start = deal("quadruple", seed=2)
    whole = state_graph(start, depth=2, limit=999, budget_states=0)
    part = state_graph(start, depth=2, limit=20, budget_states=0)
    assert len(part.nodes) == 20
    assert part.left_out == ((2, len(whole.nodes) - 20),)
    assert not part.complete
    kept = {node.founded for node in part.nodes if node.ply == 2}
    assert min(kept) >= max(node.founded for node in whole.nodes) - 1
    assert f"{len(whole.nodes) - 20} positions at step 2" in part.say_left_out()


def test_a_complete_graph_says_that_nothing_is_left_out():
    graph = state_graph(END, depth=20)
    assert graph.say_left_out().startswith("Every position that can be reached is drawn.")
    assert graph.say_left_out("de").startswith("Alle erreichbaren Stellungen sind gezeichnet.")


# Lines


def test_a_line_is_laid_whole_with_what_lies_beside_it():
    graph = state_graph((START, LINE), fold_deals=False, limit=5000)
    line = [way for way in graph.edges if way.on_line]
    assert [way.moves for way in line] == [(move,) for move in LINE]
    assert is_won(graph.nodes[line[-1].target].position)
    assert {graph.nodes[way.target].verdict for way in line} == {WON}
    for n, node in enumerate(graph.nodes):
        if node.on_line and not node.won:
            assert {way.moves[0] for way in graph.edges if way.source == n} == set(legal_moves(node.position))
        if not node.on_line:
            assert any(graph.nodes[way.source].on_line for way in graph.edges if way.target == n)


def test_a_folded_line_has_the_same_moves_in_fewer_edges():
    graph = state_graph((START, LINE), depth=0, budget_states=0)
    assert [move for way in graph.edges for move in way.moves] == LINE
    assert len(graph.edges) < len(LINE)


def test_a_part_of_a_line():
    graph = state_graph((START, LINE), first=3, last=6, fold_deals=False, budget_states=0)
    assert graph.nodes[0].position == play(START, " ".join(map(str, LINE[:3])))
    assert [way.moves[0] for way in graph.edges if way.on_line] == LINE[3:6]


@pytest.mark.parametrize("depth", [0, 1])
def test_a_line_that_is_longer_than_the_limit_is_drawn_as_far_as_there_is_room_and_says_so(depth: int):
    graph = state_graph((START, LINE), depth=depth, limit=20, fold_deals=False, budget_states=0)
    line = [move for way in graph.edges if way.on_line for move in way.moves]
    assert len(graph.nodes) == 20
    assert len(line) == (19 if depth == 0 else 12)
    assert line == LINE[: len(line)]
    assert graph.window == (0, len(line), len(LINE))
    assert f"from move 0 to move {len(line)} of {len(LINE)}" in graph.say_left_out()
    assert f"von Zug 0 bis Zug {len(line)} von {len(LINE)}" in graph.say_left_out("de")
    later = state_graph((START, LINE), depth=depth, limit=20, first=7, fold_deals=False, budget_states=0)
    assert later.window == (7, 7 + len(line), len(LINE))
    assert [move for way in later.edges if way.on_line for move in way.moves] == LINE[7 : 7 + len(line)]
    whole = state_graph((START, LINE), depth=0, limit=len(LINE) + 1, fold_deals=False, budget_states=0)
    assert whole.window == (0, len(LINE), len(LINE))
    assert "drawn from move" not in whole.say_left_out()


@pytest.mark.parametrize("limit", [1, 2, 3, 50, 300])
def test_no_line_makes_more_nodes_than_the_limit(limit: int):
    for row in ("double", "superior"):
        graph = state_graph(solve(deal(row, seed=3)), limit=limit, budget_states=0)
        assert 1 <= len(graph.nodes) <= limit


def test_what_lies_beside_a_line_is_kept_evenly_along_it():
    solution = solve(deal("superior", seed=3))
    on_line = len({node.ply for node in state_graph(solution, depth=0, budget_states=0).nodes})
    graph = state_graph(solution, limit=on_line + 24, budget_states=0)
    plies = [node.ply for node in graph.nodes if not node.on_line]
    assert len(plies) == 24
    quarters = [sum(4 * ply // (on_line + 1) == quarter for ply in plies) for quarter in range(4)]
    assert min(quarters) >= 4, quarters


def test_only_so_many_moves_are_tried_and_the_others_are_said_to_be_not_looked_at(monkeypatch: pytest.MonkeyPatch):
    made = list[Position]()

    def counted(position: Position, move: Move, done: object) -> Position:
        made.append(position)
        return advance(position, move, done)  # type: ignore[arg-type]

    monkeypatch.setattr(state_graphs, "advance", counted)
    monkeypatch.setattr(state_graphs, "_TRIED", 100)
    graph = state_graph(deal("quadruple", seed=2), depth=3, limit=10, fold_deals=False, budget_states=0)
    assert len(made) < 200
    assert 0 < graph.unlooked < len(graph.nodes)
    assert f"not looked at for this diagram: what else follows from {graph.unlooked} positions".lower() in (
        graph.say_left_out().lower()
    )


def test_without_time_no_move_is_tried_and_no_verdict_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(state_graphs, "solve", None)
    graph = state_graph((START, LINE), budget_s=0)
    assert all(node.on_line for node in graph.nodes)
    assert {node.looked for node in graph.nodes if not node.won} == {False}
    assert f"what else follows from {graph.unlooked} positions" in graph.say_left_out()


def test_without_a_line_nothing_is_said_to_lie_beside_it():
    alone = state_graph(deal("quadruple", seed=2), depth=3, limit=60, budget_states=0)
    trace = solve(deal("chameleon", seed=1), budget_states=1500, record=True).trace
    assert trace is not None
    for graph in (alone, state_graph(trace, limit=10, budget_states=0)):
        total = sum(count for _, count in graph.left_out)
        assert total > 1
        assert f"{total} positions at step" in graph.say_left_out()
        assert "beside" not in graph.say()


@pytest.mark.parametrize("count", [1, 2, 9, 40])
def test_fewer_nodes_are_those_of_fewer_edges_and_the_others_are_counted(count: int):
    whole = state_graph((START, LINE), budget_states=0)
    part = whole.fewer(count)
    assert len(part.nodes) == count
    dropped = len(whole.nodes) - count
    line_dropped = sum(node.on_line for node in whole.nodes) - sum(node.on_line for node in part.nodes)
    before, after = (sum(n for _, n in graph.left_out) for graph in (whole, part))
    assert after - before == dropped - line_dropped
    moves = [move for way in part.edges if way.on_line for move in way.moves]
    assert part.window == (0, len(moves), len(LINE))
    assert moves == LINE[: len(moves)]
    assert max(node.ply for node in part.nodes) <= min(
        node.ply for node in whole.nodes if node.position not in {kept.position for kept in part.nodes}
    )
    check_edges(part)
    assert not part.complete


def test_games_texts_and_solutions_are_lines():
    game = Game.dealt(seed=12)
    game.replay(["T2-T1", "S-W"])
    graphs = [state_graph(what, budget_states=0) for what in (game, game.text(), (game.start, ["T2-T1", "S-W"]))]
    assert graphs[0] == graphs[1] == graphs[2]
    assert state_graph(write_game(game.start, ()), budget_states=0) == state_graph(game.start, budget_states=0)
    lost = solve(deal("canfield", seed=4))
    assert {node.verdict for node in state_graph(lost).nodes} == {LOST}


def test_the_winning_line_of_a_position_alone_is_marked_as_far_as_it_goes():
    graph = state_graph(deal("canfield", seed=2), depth=3)
    at = 0
    line = [way for way in graph.edges if way.on_line]
    assert line
    for way in line:
        assert way.source == at
        assert graph.nodes[way.target].verdict is WON
        at = way.target
    whole = state_graph(END, depth=9)
    ends = [whole.nodes[way.target].won for way in whole.edges if way.on_line]
    assert ends == [False] * (len(ends) - 1) + [True]
    assert len(ends) == min(node.ply for node in whole.nodes if node.won)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"depth": -1}, "depth: read -1"), ({"limit": 0}, "limit: read 0"), ({"budget_states": 1.5}, "budget_states"),
        ({"first": 3}, "first, last: read 3"), ({"last": 1}, "first, last"), ({"what": 5}, "line: read 5"),
        ({"limit": None}, "limit: read None"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        state_graph(**{"what": deal(seed=1), **wrong})  # type: ignore[arg-type]


# In other forms


def test_dot_has_a_line_for_each_node_and_each_edge():
    graph = state_graph(deal("canfield", seed=2), depth=2)
    lines = graph.dot().splitlines()
    assert lines[0] == "digraph states {"
    assert sum(bool(re.fullmatch(r"  \d+ \[.*\];", line)) for line in lines) == len(graph.nodes)
    assert sum(" -> " in line for line in lines) == len(graph.edges)
    assert sum("penwidth" in line for line in lines) == sum(way.on_line for way in graph.edges) > 0
    assert "shape=square" in state_graph(deal("canfield", seed=4)).dot()


def test_networkx_gets_every_node_and_edge_or_its_absence_is_told(monkeypatch: pytest.MonkeyPatch):
    class Recorded:
        def __init__(self) -> None:
            self.nodes, self.edges = {}, []

        def add_node(self, n: int, **values: object) -> None:
            self.nodes[n] = values

        def add_edge(self, source: int, target: int, **values: object) -> None:
            self.edges.append((source, target, values))

    module = ModuleType("networkx")
    module.MultiDiGraph = Recorded  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "networkx", module)
    graph = state_graph(END, depth=9)
    made = graph.to_networkx()
    assert [values["position"] for values in made.nodes.values()] == [node.position for node in graph.nodes]
    assert made.nodes[0]["verdict"] == "won"
    assert [edge[:2] for edge in made.edges] == [(way.source, way.target) for way in graph.edges]
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError, match=r"needs networkx: .*\[graphs\]"):
        graph.to_networkx()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_it_says_how_many_positions_of_each_verdict_there_are_and_the_line(lang: str):
    graph = state_graph(deal("canfield", seed=2), depth=2)
    said = graph.say(lang)
    assert str(len(graph.nodes)) in said
    assert all(way.label in said for way in graph.edges if way.on_line)


# The layout


def crossings(graph: StateGraph, layout: Layout) -> int:
    """How many pairs of edges to the next column cross."""

    def ends(way: Way) -> tuple[float, float]:
        return layout.spots[way.source].up, layout.spots[way.target].up

    ply = [node.ply for node in graph.nodes]
    ways = [way for way in graph.edges if ply[way.target] == ply[way.source] + 1]
    pairs = [
        (one, other) for n, one in enumerate(ways) for other in ways[n + 1 :] if ply[one.source] == ply[other.source]
    ]
    return sum((ends(one)[0] - ends(other)[0]) * (ends(one)[1] - ends(other)[1]) < 0 for one, other in pairs)


def test_no_two_spots_of_a_column_are_nearer_than_one_place():
    graph = state_graph(deal("canfield", seed=3), depth=6, budget_states=0)
    layout = lay_out_states(graph, 99, 99)
    for ply in range(7):
        ups = sorted(spot.up for spot in layout.spots if spot.across == ply)
        assert all(high - low > 1 - 1e-9 for low, high in pairwise(ups))


def test_the_order_has_fewer_crossings_than_that_of_finding():
    graph = state_graph(deal("canfield", seed=3), depth=6, budget_states=0)
    layout = lay_out_states(graph, 99, 99)
    raw = Layout(tuple(type(spot)(spot.node, 0, spot.across, -float(spot.node)) for spot in layout.spots), 7, ((0, 0),))
    assert crossings(graph, layout) < 0.8 * crossings(graph, raw)


def test_the_line_is_straight_and_goes_on_in_the_next_row():
    graph = state_graph((START, LINE), budget_states=0)
    layout = lay_out_states(graph, 10, 20)
    assert {layout.spots[n].up for n, node in enumerate(graph.nodes) if node.on_line} == {0.0}
    assert max(spot.across for spot in layout.spots) == 9
    rows = max(spot.row for spot in layout.spots) + 1
    assert sum(spot.again for spot in layout.spots) == rows - 1 > 3
    for way in graph.edges:
        source, target = (layout.spots[n] for n in layout.ends(way))
        if way.on_line:
            assert (source.row, source.across + 1) == (target.row, target.across)


def test_a_crowded_column_stands_in_several_files():
    graph = state_graph(deal("quadruple", seed=2), depth=2, budget_states=0)
    layout = lay_out_states(graph, 9, 10)
    asides = {spot.aside for spot in layout.spots if spot.across == 2}
    assert asides == {-1.0, 0.0, 1.0}
    ups = [spot.up for spot in layout.spots]
    assert max(ups) - min(ups) < 10
    with pytest.raises(ValueError, match="columns: read 1"):
        lay_out_states(graph, 1, 10)


def test_spread_out_keeps_order_and_distance_and_the_heavy_stays():
    placed = spread_out([0, 0, 0], 1, [1, 1e6, 1])
    assert placed == pytest.approx([-1, 0, 1], abs=1e-3)
