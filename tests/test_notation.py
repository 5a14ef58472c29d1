"""One line of text for variants, positions and games: read back exactly, and every fault named with its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.arguments import is_text
from canfield_widget.cards import UNKNOWN, read_card
from canfield_widget.game import Game
from canfield_widget.moves import Move
from canfield_widget.notation import (
    GameText,
    NotationError,
    read_game,
    read_position,
    read_variant,
    write_game,
    write_position,
    write_variant,
)
from canfield_widget.position import BIGGEST_DEAL, Position, deal
from canfield_widget.rules import legal_moves
from canfield_widget.variants import VARIANTS, Scoring, Variant
from samples import random_walk

ROWS = st.sampled_from([*VARIANTS])
SEEDS = st.integers(0, 10**6)


def same(one: Position, other: Position) -> bool:
    """True if the positions agree in everything, the packet that is shown too."""
    return all(getattr(one, f.name) == getattr(other, f.name) for f in fields(Position))


# Positions


def test_a_position_reads_as_it_is_described():
    now = read_position(
        "canfield; base 7; stock 3C 4D; waste 9C | 4H JC; reserve 2D TS; foundations 9S 7D - -; "
        "tableau QS JD, 5D, -, 7H"
    )
    assert now.variant is VARIANTS["canfield"]
    assert now.base == 7
    assert now.stock[-1] == read_card("4D")
    assert (" ".join(map(str, now.waste)), now.packet) == ("9C 4H JC", 2)
    assert now.reserves == ((read_card("2D"), read_card("TS")),)
    assert [" ".join(map(str, pile)) for pile in now.foundations] == ["7S 8S 9S", "7D", "", ""]
    assert [" ".join(map(str, pile)) for pile in now.tableau] == ["QS JD", "5D", "", "7H"]
    assert (now.face_down, now.pass_number) == ((0, 0, 0, 0), 1)


def test_a_field_that_says_nothing_is_left_out():
    now = read_position("canfield; base 7; waste -; reserve -; tableau -, -, -, -")
    assert write_position(now) == "canfield; base 7"
    assert read_position("canfield") == read_position("canfield;") == read_position(" canfield ; stock - ")


def test_cards_in_brackets_lie_face_down_and_so_do_unknown_ones():
    now = read_position("candike; base 5; tableau (8C) 7H, ? 6S, -, (2C) (3C) 4C 3H, -, -, -")
    assert now.face_down == (1, 1, 0, 3, 0, 0, 0)
    assert now.tableau[1] == (UNKNOWN, read_card("6S"))
    assert write_position(now) == "candike; base 5; tableau (8C) 7H, ? 6S, -, (2C) (3C) 4C 3H, -, -, -"


def test_a_foundation_is_named_by_its_top_or_spelled_out():
    now = read_position("canfield; base Q; foundations AS +5H+7H - -")
    assert [" ".join(map(str, pile)) for pile in now.foundations] == ["QS KS AS", "5H 7H", "", ""]
    assert write_position(now) == "canfield; base Q; foundations AS +5H+7H - -"


def test_a_foundation_of_fourteen_cards_is_spelled_out():
    ace_to_ace = "+AS+2S+3S+4S+5S+6S+7S+8S+9S+TS+JS+QS+KS+AS"
    now = read_position(f"canfield; base A; foundations {ace_to_ace} - - -")
    assert len(now.foundations[0]) == 14
    assert same(read_position(write_position(now)), now)


def test_a_base_that_the_variant_fixes_need_not_be_named():
    assert read_position("storehouse").base == 2
    assert read_position("canfield").base is None


def test_spaces_between_words_do_not_matter():
    tidy = "canfield; base 7; waste 9C | 4H; tableau QS JD, 5D, -, 7H"
    loose = "\n canfield ;base  7;  waste\t9C  |  4H ; tableau QS  JD,5D,-  ,7H  "
    assert same(read_position(loose), read_position(tidy))


def test_a_row_of_five_is_read_while_the_base_is_not_chosen():
    start = deal("selective", seed=4)
    assert same(read_position(write_position(start)), start)


@given(ROWS, SEEDS)
def test_every_position_of_a_game_is_read_back_exactly(row: str, seed: int):
    for now, _ in [*random_walk(row, seed, 12)][::3]:
        text = write_position(now)
        assert "\n" not in text
        assert same(read_position(text), now)


@given(ROWS, SEEDS)
def test_what_a_player_sees_is_read_back_exactly_and_tells_nothing_hidden(row: str, seed: int):
    for now, _ in [*random_walk(row, seed, 12)][::4]:
        seen = now.player_view()
        text = write_position(seen)
        assert same(read_position(text), seen)
        assert text.count("?") == sum(seen.pile(name).count(UNKNOWN) for name in seen.pile_names())
        assert "(" not in text


# Variants


@pytest.mark.parametrize("row", VARIANTS)
def test_a_row_is_written_as_its_id(row: str):
    assert write_variant(VARIANTS[row]) == row
    assert read_variant(row) is VARIANTS[row]


@pytest.mark.parametrize(
    ("row", "changes", "text"),
    [
        ("canfield", {"deal_count": 1}, "canfield{deal_count=1}"),
        ("canfield", {"passes": 3, "group": "suffix"}, "canfield{group=suffix,passes=3}"),
        ("rainfall", {"passes": None}, "rainfall{passes=null}"),
        ("rush", {"deal_count": (3, 1), "passes": 2}, "rush{deal_count=3+1,passes=2}"),
        ("canfield", {"deal_count": (2,), "passes": 1}, "canfield{deal_count=2+,passes=1}"),
        ("canfield", {"base_rank": "chosen"}, 'canfield{base_rank="chosen"}'),
        ("canfield", {"base_rank": 5, "prefounded": True}, "canfield{base_rank=5,prefounded=true}"),
        ("canfield", {"space_rank": "base-1"}, 'canfield{space_rank="base-1"}'),
        ("canfield", {"scoring": Scoring(52, 5)}, "canfield{scoring=52/5/-/0}"),
        ("canfield", {"scoring": Scoring(52, 5, 500, 5)}, "canfield{scoring=52/5/500/5}"),
        ("canfield-hoyle", {"scoring": None}, "canfield-hoyle{scoring=null}"),
        ("canfield", {"title": '{a}; b, "c" \\ d = 1+2/3'}, 'canfield{title="{a}; b, \\"c\\" \\\\ d = 1+2/3"}'),
        ("canfield", {"id": "mine", "columns": 5}, 'canfield{id="mine",columns=5}'),
    ],
)
def test_a_record_of_ones_own_is_written_as_what_differs(row: str, changes: dict[str, object], text: str):
    mine = replace(VARIANTS[row], **changes)  # type: ignore[arg-type]
    assert write_variant(mine) == text
    assert read_variant(text) == mine


def test_a_record_of_ones_own_is_written_after_the_row_that_is_nearest():
    mine = replace(VARIANTS["quadruple"], id="mine", title="Mine", title_de="Meins", source="me", columns=9)
    assert write_variant(mine).startswith('quadruple{id="mine",')


RECORDS = st.builds(
    lambda row, words, scoring, packets, **changes: replace(VARIANTS[row], **words, **scoring, **packets, **changes),
    st.sampled_from(["canfield", "superior", "quadruple", "rush"]),
    st.fixed_dictionaries({"title": st.text(max_size=12).filter(is_text),
                            "title_de": st.text("a\"';{}\\,=+/|\n\té?", max_size=12)}),
    st.fixed_dictionaries({"scoring": st.none() | st.builds(Scoring, *[st.integers(-99, 999)] * 2,
                                                             st.none() | st.integers(0, 999), st.integers(0, 9))}),
    st.sampled_from([{"deal_count": 1, "passes": None}, {"deal_count": (3, 2, 1), "passes": 3},
                     {"deal_count": (4,), "passes": 1}]),
    id=st.sampled_from(["mine", "canfield", "rush", "0-x"]),
    group=st.sampled_from(["whole", "suffix"]),
    columns=st.integers(3, 5),
    reserve_piles=st.integers(1, 2),
    base_rank=st.sampled_from(["dealt", "chosen", 3]),
    space_rank=st.sampled_from([None, "base-1", 13]),
)  # fmt: skip


@given(RECORDS)
def test_any_record_is_read_back_as_it_was(record: Variant):
    text = write_variant(record)
    assert "\n" not in text
    assert read_variant(text) == record


@given(RECORDS, SEEDS)
def test_positions_and_games_under_any_record_are_read_back_as_they_were(record: Variant, seed: int):
    game = Game.dealt(record, seed=seed)
    game.play(legal_moves(game.position)[0])
    game.undo()
    assert same(read_position(write_position(game.start)), game.start)
    assert same(read_position(write_position(game.start.player_view())), game.start.player_view())
    assert Game.from_text(game.text()).text() == game.text()


# Games


def test_a_game_is_its_deal_and_its_moves():
    read = read_game("canfield; deal 7; moves S-W W-T2 T1-T3x4")
    assert read == GameText(deal("canfield", seed=7), 7, (Move("S", "W"), Move("W", "T2"), Move("T1", "T3", 4)), 3)


def test_moves_after_the_bar_were_taken_back():
    read = read_game("canfield; deal 7; moves S-W | S-W S-W")
    assert (len(read.moves), read.ply) == (3, 1)
    assert read_game("canfield; deal 7; moves | S-W").ply == 0


def test_a_game_from_a_position_carries_the_position():
    read = read_game("canfield; base 7; stock 3C 4D; tableau QS JD, 5D, -, 7H; moves S-W")
    assert read.deal is None
    assert read.start == read_position("canfield; base 7; stock 3C 4D; tableau QS JD, 5D, -, 7H")


def test_a_game_may_be_no_more_than_its_variant_and_deal():
    assert read_game("rush; deal 0") == GameText(deal("rush", seed=0), 0, (), 0)
    assert read_game(f"rush; deal {BIGGEST_DEAL}").deal == BIGGEST_DEAL


@given(ROWS, SEEDS, st.booleans(), st.data())
def test_every_game_is_read_back_exactly_with_its_cursor(row: str, seed: int, dealt: bool, data: st.DataObject):
    walked = list(random_walk(row, seed, 10))
    start, moves = walked[0][0], tuple(move for _, move in walked if move)
    ply = data.draw(st.integers(0, len(moves)))
    text = write_game(start, moves, ply=ply, deal=seed if dealt else None)
    read = read_game(text)
    assert same(read.start, start)
    assert (read.deal, read.moves, read.ply) == (seed if dealt else None, moves, ply)
    assert write_game(read.start, read.moves, ply=read.ply, deal=read.deal) == text


# Texts that cannot be read; ^ stands before the first character that is wrong

UNREADABLE_POSITIONS = {
    "no variant": "^",
    "no variant, only space": "  ^",
    "capitals": "^Canfield; base 7",
    "a comma for a semicolon": "canfield^, base 7",
    "a word after the variant": "canfield ^base 7",
    "a variant nobody knows": "^klondike; base 7",
    "a record without its end": "canfield^{decks=2; base 7",
    "a text without its end": 'canfield^{title="Mine}; base 7',
    "an empty record": "canfield{^}; base 7",
    "a comma too many in the record": "canfield{decks=1,^}; base 7",
    "a field without a value": "canfield{^decks}; base 7",
    "a field that no record has": "canfield{decks=1,^suits=4}; base 7",
    "a field that is computed": "canfield{^_hash=4}; base 7",
    "a field of the record twice": "canfield{decks=1,^decks=1}; base 7",
    "a value that is no value": "canfield{decks=^two}; base 7",
    "a list for a value": "canfield{decks=^[[1]]}; base 7",
    "a value that does not fit": "canfield{columns=4,decks=^9}; base 7",
    "a value that does not fit with the others": "canfield{reserve_size=^50,columns=3}",
    "a policy nobody knows": "canfield{group=^some}; base 7",
    "a policy in quotes": 'canfield{group=^"suffix"}; base 7',
    "a packet that is no number": "canfield{deal_count=^3+x,passes=2}",
    "too few packets": "canfield{deal_count=^3+1,passes=3}",
    "money with too few numbers": "canfield{scoring=^50/5}; base 7",
    "money in words": "canfield{scoring=^fifty/5/-/0}; base 7",
    "an empty field": "canfield; base 7;^; stock 3C",
    "a semicolon at the end": "canfield; base 7;^",
    "a field nobody knows": "canfield; base 7; ^hand 3C",
    "a field twice": "canfield; base 7; stock 3C; ^stock 4D",
    "a deal in a position": "canfield; deal ^7",
    "moves in a position": "canfield; base 7; moves ^S-W",
    "no base": "canfield; base^",
    "two bases": "canfield; base ^7 8",
    "a base that is no rank": "canfield; base ^1",
    "a base with a suit": "canfield; base ^7H",
    "a base that a miniature game does not have": "canfield{ranks=4,reserve_size=3}; base ^7",
    "a pass that is no number": "rush; base 7; pass ^two",
    "a pass before the first": "rush; base 7; pass ^0",
    "a pass after the last": "rush; base 7; pass ^4",
    "a pass where passes are not counted": "canfield; base 7; pass ^2",
    "a card in the stock": "canfield; base 7; stock 3C ^1D",
    "a card in the waste": "canfield; base 7; waste 3C | ^XX 4D",
    "a rank that a miniature game does not have": "canfield{ranks=4,reserve_size=3}; base 2; stock 3C ^5D",
    "brackets in the stock": "canfield; base 7; stock ^(3C)",
    "two bars in the waste": "canfield; base 7; waste 3C | 4D ^| 5H",
    "an empty pile among cards": "canfield; base 7; stock 3C ^- 4D",
    "a reserve too many": "canfield; base 7; reserve ^3C, 4D",
    "a card in the reserve": "canfield; base 7; reserve 3C ^4",
    "a foundation too few": "canfield; base 7; foundations ^7H - -",
    "a foundation too many": "canfield; base 7; foundations ^7H - - - -",
    "foundations before the base is known": "canfield; foundations ^7H - - -",
    "a foundation nobody has seen": "canfield; base 7; foundations - ^? - -",
    "a card in a foundation": "canfield; base 7; foundations - ^7X - -",
    "a card in a foundation spelled out": "canfield; base 7; foundations - ^+7H+8 - -",
    "a column too few": "canfield; base 7; tableau ^3C, 4D, 5H",
    "a column too many": "canfield; base 7; tableau ^3C, 4D, 5H, 6S, 7C",
    "a column without a word": "canfield; base 7; tableau 3C,^, 5H, 6S",
    "a card in a column": "canfield; base 7; tableau 3C, 4D, 5H ^4X, 6S",
    "a bracket without its end": "canfield; base 7; tableau 3C, 4D, ^(5H 4C, 6S",
}  # fmt: skip

UNREADABLE_GAMES = {
    "no deal number": "canfield; deal^",
    "a deal number in words": "canfield; deal ^seven",
    "a negative deal number": "canfield; deal ^-1",
    "a deal number that is too large": f"canfield; deal ^{BIGGEST_DEAL + 1}",
    "a deal number of a hundred digits": f"canfield; deal ^{'9' * 100}",
    "two deal numbers": "canfield; deal ^7 8",
    "a deal and a position": "canfield; deal 7; base ^7; moves S-W",
    "a move nobody knows": "canfield; deal 7; moves S-W ^W-X",
    "two bars": "canfield; deal 7; moves S-W | S-W ^| S-W",
    "a field nobody knows": "canfield; deal 7; ^clock 12",
    "moves twice": "canfield; deal 7; moves S-W; ^moves S-W",
}


def place(read: Callable[[str], object], marked: str) -> str:
    """The text with ^ before the place at which reading it fails."""
    text = marked.replace("^", "")
    with pytest.raises(NotationError) as refused:
        read(text)
    assert refused.value.text == text
    assert f"at character {refused.value.at + 1}: " in str(refused.value)
    return text[: refused.value.at] + "^" + text[refused.value.at :]


@pytest.mark.parametrize("what", UNREADABLE_POSITIONS)
def test_a_position_is_refused_at_the_place_of(what: str):
    marked = UNREADABLE_POSITIONS[what]
    assert place(read_position, marked) == marked
    if "in a position" not in what:
        assert place(read_game, marked) == marked


@pytest.mark.parametrize("what", UNREADABLE_GAMES)
def test_a_game_is_refused_at_the_place_of(what: str):
    assert place(read_game, UNREADABLE_GAMES[what]) == UNREADABLE_GAMES[what]


@pytest.mark.parametrize("text", ["canfield; base 7", "canfield x", "canfield{decks=2} ;; "])
def test_a_variant_stands_alone(text: str):
    with pytest.raises(NotationError):
        read_variant(text)


def test_the_message_shows_what_was_read_before_and_after_the_fault():
    with pytest.raises(NotationError, match=r"^'1D' is no card: expected .*; at character 28: .* >>> '1D 5H'$") as told:
        read_position("canfield; base 7; stock 3C 1D 5H")
    assert isinstance(told.value, ValueError)


# Anything at all


def fault(read: Callable[[str], object], text: str) -> NotationError | None:
    """What is wrong with a text, or None if it is read."""
    try:
        read(text)
    except NotationError as error:
        return error
    return None


def check(text: str) -> None:
    """Reads the text in every way: nothing but a NotationError may be raised, and it points into the text."""
    for read in (read_position, read_game, read_variant):
        found = fault(read, text)
        assert found is None or 0 <= found.at <= len(text)


@given(st.text())
def test_any_text_is_read_or_refused_as_notation(text: str):
    check(text)
    check("canfield; " + text)


@given(st.text('canfieldrush{}="[]\\,;+-/0123456789 deal|passm_oves.?()AKQJTSHDC\n'))
def test_any_text_of_the_right_characters_is_read_or_refused_as_notation(text: str):
    check(text)
    check("canfield{" + text)
    check("rush; base 5; tableau " + text)


VALID = [
    'canfield{id="mine",title="a;b}",deal_count=3+1,passes=2,scoring=50/5/-/0}; base 7; stock 3C 4D; waste 9C | 4H JC',
    "candike; base 7; reserve 2D TS; foundations 9S +7D+8D - -; tableau (QS) JD, ? 5D, -, 7H, -, -, -; moves S-W | W-S",
    "quadruple; deal 123; moves S-W T1-T3x4 FH7-T3 | W-S",
    "rush; pass 2; base A; stock ? ? ?; waste 2C",
]


@given(st.sampled_from(VALID), st.data())
def test_a_text_with_a_few_faults_is_read_or_refused_as_notation(text: str, data: st.DataObject):
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        new = data.draw(st.text('{}="[\\,;+-/09 |x_?()\x00é٣', max_size=3) | st.sampled_from(VALID))
        text = text[:at] + new + text[at + gone :]
    check(text)


@pytest.mark.parametrize(
    "text",
    [
        "canfield{title=" + "[" * 100_000 + "}",
        "canfield{decks=" + "9" * 10_000 + "}",
        "canfield{deal_count=" + "1+" * 10_000 + "}",
        "canfield; moves " + "S-W " * 10_000,
        "canfield; stock " + "3C " * 10_000,
        "canfield" + "{" * 10_000,
        'canfield{title="' + "\\" * 10_001,
        ";" * 10_000,
    ],
    ids=["nested", "digits", "packets", "moves", "cards", "braces", "backslashes", "semicolons"],
)
def test_a_text_of_any_length_is_read_or_refused_as_notation(text: str):
    check(text)
