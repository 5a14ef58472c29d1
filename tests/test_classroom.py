"""Games of a class: every outcome, texts that are changed or hostile, the table, the rows and the figure."""

from __future__ import annotations

import csv
import io
import sys
import time
from dataclasses import replace
from html.parser import HTMLParser

import matplotlib.pyplot as plt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from canfield_widget.class_figure import LONGEST_LABEL, plot_class
from canfield_widget.class_report import LONGEST_NAME, SIGNS, HandedIn, Outcome
from canfield_widget.classroom import LONGEST_TEXT, MOST_MOVES, SAME_FROM, check_games
from canfield_widget.faces import colour
from canfield_widget.game import Game, Status
from canfield_widget.hints import play_ranked
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import read_game, write_game, write_position
from canfield_widget.position import Position, deal
from canfield_widget.rules import apply, legal_moves, why_not
from canfield_widget.variants import VARIANTS
from canfield_widget.winnable import WinnableDeal, deal_winnable
from samples import random_walk, table, winning_line

SEVEN = "canfield; deal 7"
NAMED = [row for row, *_ in table("lines.txt")]


@pytest.fixture(scope="module")
def asked() -> WinnableDeal:
    return deal_winnable("canfield", seed=1)


def won_text(row: str = "canfield") -> tuple[str, Position, list[Move]]:
    """A won game as text, its start and its line."""
    deck, line = winning_line(row)
    start = deal(row, deck=deck)
    return write_game(start, tuple(line)), start, line


def stuck_text(number: int = 3) -> str:
    """A game of the ranked hint that ends stuck."""
    start = deal(seed=number)
    line, _ = play_ranked(start)
    game = Game(start, deal=number)
    game.replay(line)
    assert game.status is Status.STUCK
    return game.text()


def one(text: object, **options: object) -> HandedIn:
    """What comes of a single text."""
    (row,) = check_games({"Anna": text}, **options)  # type: ignore[arg-type]
    return row


# Outcomes


@pytest.mark.parametrize("row", NAMED)
def test_a_line_that_wins_is_won_under_every_rule_set(row: str):
    text, start, line = won_text(row)
    found = one(text, deal=start)
    assert (found.status, found.moves, found.founded) == (Outcome.WON, tuple(line), start.variant.pack_size)
    assert found.redeals == sum(str(move) == "W-S" for move in line)
    assert found.say() == f"Anna won in {len(line)} moves."


@pytest.mark.parametrize("row", NAMED)
def test_a_line_without_its_last_move_is_not_won(row: str):
    _, start, line = won_text(row)
    found = one(write_game(start, tuple(line[:-1])), deal=start)
    assert found.status is Outcome.GOING_ON
    assert found.founded < start.variant.pack_size


def test_a_game_that_is_stuck_says_how_far_it_came():
    found = one(stuck_text())
    assert found.status is Outcome.STUCK
    assert found.say() == (
        f"Anna stopped after {len(found.moves)} moves, with {found.founded} of 52 cards on the foundations: "
        "the game was stuck."
    )
    assert "festgefahren" in found.say("de")


def test_an_illegal_move_ends_the_game_before_it_and_says_why():
    _, start, line = won_text()
    wrong = next(
        move
        for move in (read_move(f"T{n}-T{to}") for n in range(1, 5) for to in range(1, 5) if n != to)
        if why_not(start, move)
    )
    found = one(write_game(start, (wrong, *line)))
    assert (found.status, found.moves, found.position) == (Outcome.ILLEGAL, (), start)
    assert found.refusal is not None
    assert (found.refusal.move, found.refusal.position) == (wrong, start)
    assert found.say().startswith(f"Anna: move 1 ({wrong}) is not legal. {found.refusal.say()}")
    assert found.say("de").startswith(f"Anna: Zug 1 ({wrong}) ist nicht erlaubt. {found.refusal.say('de')}")


TOKENS = [
    f"{source}-{target}" for source in ["S", "W", "R", "T1", "T2", "T3", "T4"] for target in ["W", "S", "F", "T1"]
]


@given(st.integers(0, 121), st.sampled_from(TOKENS))
@settings(max_examples=60, deadline=None)
def test_a_line_with_one_move_changed_is_played_up_to_the_first_refusal_of_the_engine(at: int, token: str):
    _, start, line = won_text()
    changed = [*line[:at], read_move(token), *line[at + 1 :]]
    now, legal = start, list[Move]()
    for move in changed:
        if move not in legal_moves(now):
            break
        now = apply(now, move)
        legal.append(move)
    found = one(write_game(start, tuple(changed)))
    assert found.moves == tuple(legal)
    assert found.position == now
    assert (found.status is Outcome.ILLEGAL) == (len(legal) < len(changed))
    assert (found.refusal.move if found.refusal else None) == (changed[len(legal)] if len(legal) < 122 else None)


def test_moves_after_the_win_are_not_legal():
    text, _, line = won_text()
    found = one(f"{text} S-W")
    assert found.status is Outcome.ILLEGAL
    assert len(found.moves) == len(line)
    assert "The game is won." in found.say()


def test_moves_that_were_taken_back_do_not_count():
    _, start, line = won_text()
    found = one(write_game(start, tuple(line), ply=10), deal=start)
    assert (found.status, found.moves) == (Outcome.GOING_ON, tuple(line[:10]))
    assert one(f"{SEVEN}; moves S-W | T1-T9").status is Outcome.GOING_ON


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "It is empty."),
        (" \t", "It is empty."),
        (None, "It is empty."),
        (float("nan"), "It is empty."),
        ("canfeld; deal 7", "'canfeld' is no variant"),
        ("canfield; deal 7; moves S-W W-", "is no move"),
        ("canfield; deal seven", "Expected one whole number"),
        ("canfield; base 7; tableau 9S, 2H, 3D, 4C", "Missing:"),
        ("canfield", "Missing:"),
    ],
)
def test_a_text_that_cannot_be_read_is_a_row_that_says_why(text: object, says: str):
    found = one(text)
    assert (found.status, found.start, found.position, found.variant) == (Outcome.UNREADABLE, None, None, None)
    assert found.say().startswith("Anna: the text cannot be checked. ")
    assert says in found.say()
    assert found.say("de").startswith("Anna: Der Text lässt sich nicht prüfen. ")


def test_a_position_without_all_its_cards_is_refused_in_both_languages():
    found = one("canfield; base 7; tableau 9S, 2H, 3D, 4C")
    assert "Es fehlt:" in found.say("de")
    assert len(found.say()) < 400


def test_one_bad_line_hides_no_other():
    good = f"{SEVEN}; moves S-W"
    report = check_games([good, "nonsense", ("Ben", None), 5, good, f"{SEVEN}; moves R-F", good])
    assert [row.status.value for row in report] == [
        "going-on", "unreadable", "unreadable", "unreadable", "going-on", "illegal", "going-on"
    ]  # fmt: skip


# What was asked for


def test_what_was_asked_for_may_be_a_text_a_position_or_a_winnable_deal(asked: WinnableDeal):
    text = write_game(asked.position, asked.line, deal=asked.deal)
    for given_as in (asked, asked.position, asked.text, text, write_position(asked.position)):
        assert one(text, deal=given_as).status is Outcome.WON


def test_the_same_cards_without_a_number_are_the_deal_asked_for(asked: WinnableDeal):
    found = one(write_game(asked.position, asked.line), deal=asked)
    assert (found.status, found.deal, found.remark()) == (Outcome.WON, asked.deal, "")


def test_cards_without_a_number_are_remarked_on_where_no_deal_is_asked_for():
    text, start, line = won_text()
    for move in line[:-1]:
        start = apply(start, move)
    found = one(write_game(start, (line[-1],)))
    assert found.status is Outcome.WON
    assert found.say() == "Anna won in 1 move. The cards have no number; they may have been laid out by hand."
    assert one(write_game(start, (line[-1],)), deal=text).status is Outcome.OTHER_DEAL
    assert one(f"{SEVEN}; moves S-W").remark() == ""


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("canfield; deal 8", "Canfield, deal 8"),
        ("superior; deal 7", f"{VARIANTS['superior'].title}, deal 7"),
        ("canfield{deal_count=1}; deal 7", "canfield{deal_count=1}, deal 7"),
        (write_position(deal(seed=9)), "Canfield, cards without a number"),
    ],
)
def test_other_cards_or_rules_are_told_apart_and_not_played_out(text: str, played: str):
    found = one(f"{text}; moves S-W", deal=SEVEN)
    assert (found.status, found.moves, found.played) == (Outcome.OTHER_DEAL, (), False)
    assert found.say() == f"Anna played another game than the one asked for. Played: {played}."


@pytest.mark.parametrize("asked_for", [7, "canfield; base 7", ("canfield", 7), "", deal(seed=7).player_view()])
def test_what_is_no_deal_cannot_be_asked_for(asked_for: object):
    with pytest.raises(ValueError, match=r"expected|not complete"):
        check_games([], deal=asked_for)  # type: ignore[arg-type]


# The forms texts come in


def test_every_form_gives_the_same_rows():
    games = {"Anna": f"{SEVEN}; moves S-W", "Ben": "canfield; deal 8"}
    forms = [
        games, list(games.items()), [list(pair) for pair in games.items()],
        "".join(f"{name}: {text}\n" for name, text in games.items()),
        "\n\n# Class 8b\n" + "".join(f"  {name}\t{text}  \r\n" for name, text in games.items()),
        io.StringIO("\n".join(f"{name}: {text}" for name, text in games.items())),
        (f"{name}:{text}" for name, text in games.items()),
    ]  # fmt: skip
    reports = [check_games(form) for form in forms]  # type: ignore[arg-type]
    assert all(report == reports[0] for report in reports)
    assert [(row.name, row.text) for row in reports[0]] == list(games.items())


def test_lines_without_a_name_are_numbered():
    assert [row.name for row in check_games([SEVEN, "Ben: canfield", SEVEN])] == ["Line 1", "Ben", "Line 3"]
    assert check_games(SEVEN, lang="de")[0].name == "Zeile 1"


@pytest.mark.parametrize(
    ("line", "name", "text"),
    [
        ("8b: Anna: canfield; deal 7", "8b: Anna", SEVEN),
        ("8b: Anna\tcanfield; deal 7", "8b: Anna", SEVEN),
        ("canfield: canfield; deal 7", "canfield", SEVEN),
        ('canfield{title="A: B"}; deal 7', "Line 1", 'canfield{title="A: B"}; deal 7'),
        ('Ben: canfield{title="A: B"}; deal 7', "Ben", 'canfield{title="A: B"}; deal 7'),
        ("Ben: what is this", "Ben", "what is this"),
        ("Ben:", "Ben", ""),
        ("what is this", "Line 1", "what is this"),
    ],
)
def test_a_name_ends_where_the_game_begins(line: str, name: str, text: str):
    (row,) = check_games(line)
    assert (row.name, row.text) == (name, text)


def test_a_text_that_a_letter_broke_into_lines_is_one_game_where_the_name_is_given():
    assert one("canfield; deal 7;\n moves S-W\nS-W").say().startswith("Anna stopped after 2 moves")


@pytest.mark.parametrize("texts", [5, None, b"canfield; deal 7"])
def test_what_are_no_texts_is_an_error(texts: object):
    with pytest.raises(ValueError, match=r"texts: read .*, expected"):
        check_games(texts)  # type: ignore[arg-type]


def test_another_language_is_an_error():
    with pytest.raises(ValueError, match="lang: read 'fr'"):
        check_games([], lang="fr")
    with pytest.raises(ValueError, match="lang: read 'fr'"):
        one(SEVEN).say("fr")


# The same line twice


def test_the_same_line_names_the_first_one_who_played_it(asked: WinnableDeal):
    text = write_game(asked.position, asked.line, deal=asked.deal)
    half = write_game(asked.position, asked.line, deal=asked.deal, ply=50)
    report = check_games({"Anna": text, "Ben": half, "Cem": f" {text} ", "Dora": text, "Emil": half}, deal=asked)
    assert [row.same_as for row in report] == ["", "", "Anna", "Anna", "Ben"]
    assert report[2].say() == f"Cem won in {len(asked.line)} moves. The same moves as Anna."
    assert report[4].say("de").endswith("Dieselben Züge wie Ben.")


def test_lines_too_short_to_tell_and_texts_that_were_not_played_out_are_not_compared(asked: WinnableDeal):
    short, long = (write_game(asked.position, asked.line[:n], deal=asked.deal) for n in (SAME_FROM - 1, SAME_FROM))
    report = check_games([short, short, "x", "x", f"{SEVEN}", SEVEN, long, long], deal=asked)
    assert [row.same_as for row in report] == ["", "", "", "", "", "", "", "Line 7"]


def test_the_same_wrong_move_after_the_same_line_is_the_same_line(asked: WinnableDeal):
    line = asked.line[:30]
    wrong = [read_move(token) for token in ("T9-F", "T8-F")]
    first, other = (write_game(asked.position, (*line, move), deal=asked.deal) for move in wrong)
    assert [row.same_as for row in check_games([first, other, first])] == ["", "", "Line 1"]


# Hostile texts


@pytest.mark.parametrize(
    "text",
    [
        f"{SEVEN}; moves " + "S-W " * 1_000_000,
        "x" * 1_000_000,
        f"{SEVEN}; moves " + "S-W " * 14_000,
        f"{SEVEN}; moves " + "S-W " * (MOST_MOVES + 1),
        "canfield{title=" + '"a' * 29_000,
        "canfield{" + "decks=4," * 7_000 + "}; deal 1",
        "canfield{decks=" + "9" * 50_000 + "}; deal 1",
        "canfield; tableau " + "4C " * 19_000,
        "canfield; waste " + "|" * 50_000,
        ":" * 59_000,
        "Anna" + " " * 59_000 + ":",
        "; " * 29_000,
    ],
)
def test_a_hostile_text_is_refused_in_few_words_and_at_once(text: str):
    begun = time.process_time()
    (row,) = check_games(text)
    assert time.process_time() - begun < 2
    assert row.status is Outcome.UNREADABLE
    assert 0 < len(row.remark("en")) <= 300
    assert 0 < len(row.remark("de")) <= 300
    assert len(row.name) <= LONGEST_NAME


def test_as_many_moves_as_may_be_are_played_out_in_time():
    turns = ["S-W"] * 12 + ["W-S"]
    text = f"{SEVEN}; moves " + " ".join((turns * 400)[:MOST_MOVES])
    assert len(text) < LONGEST_TEXT
    begun = time.process_time()
    found = one(text)
    assert time.process_time() - begun < 5
    assert (found.status, len(found.moves)) == (Outcome.GOING_ON, MOST_MOVES)


@given(st.text(max_size=80) | st.text("canfield; deal7movesSW-|{}=\"'TR0123", max_size=80))
@settings(max_examples=200, deadline=None)
def test_whatever_is_handed_in_there_is_a_row_with_a_sentence_and_a_table(text: str):
    report = check_games([("Anna", text), ("Ben", SEVEN)], deal=SEVEN)
    assert [row.status in Outcome for row in report] == [True, True]
    assert report[1].status is Outcome.GOING_ON
    assert report[0].say("de").startswith("Anna")
    assert len(str(report).splitlines()) == 4


# Table


class Cells(HTMLParser):
    """The texts of the cells of a table and the tags in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.rows = set[str](), list[list[str]]()
        self._open = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        self._open = tag in ("td", "th")
        if self._open:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self._open:
            self.rows[-1][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._open = False


EVIL = '<script>alert(1)</script><img src=x onerror="x">'


def test_names_and_texts_are_no_html():
    report = check_games({EVIL: SEVEN, "Ben": EVIL, "Cem": f'canfield{{title="{EVIL[:12]}"}}; deal 7'})
    page = Cells(report._repr_html_())
    assert page.tags == {"div", "table", "thead", "tbody", "tr", "th", "td"}
    assert page.rows[1][0] == EVIL
    assert "<script>" in page.rows[3][1]


def test_names_are_one_line_and_steer_no_terminal():
    report = check_games({"A\nnna\x1b[2J\u202e": SEVEN, "n" * 500: SEVEN, " ": SEVEN})
    assert [row.name for row in report] == ["A nna [2J", "n" * (LONGEST_NAME - 1) + "…", "Line 3"]


def test_the_table_says_the_same_as_text_and_as_html(asked: WinnableDeal):
    text = write_game(asked.position, asked.line, deal=asked.deal)
    report = check_games({"Anna": text, "Ben": "x", "Cem": SEVEN}, deal=asked, lang="de")
    rows = Cells(report._repr_html_()).rows
    assert rows[0] == ["Wer", "Ausgang", "Züge", "Umgedreht", "Auf Zielstapeln", ""]
    redeals = sum(str(move) == "W-S" for move in asked.line)
    assert rows[1] == ["Anna", "★ gewonnen", str(len(asked.line)), str(redeals), "52/52", ""]
    assert [cells[2:5] for cells in rows[2:]] == [["", "", ""]] * 2
    head, *lines = str(report).splitlines()
    assert head == f"Canfield, Partie {asked.deal}: 1 von 3 gewonnen."
    assert [" ".join(line.split()) for line in lines] == [" ".join(" ".join(cells).split()) for cells in rows]
    assert repr(report) == str(report)


def test_without_a_deal_asked_for_the_table_names_each_game():
    rows = Cells(check_games([SEVEN, "superior; deal 8"])._repr_html_()).rows
    assert [cells[1] for cells in rows] == ["Game", "Canfield, deal 7", f"{VARIANTS['superior'].title}, deal 8"]


def test_the_fewest_moves_win_first():
    long, _, line = won_text("rainbow")
    short, _, fewer = won_text("superior")
    assert len(fewer) < len(line)
    report = check_games({"Anna": long, "Ben": SEVEN, "Cem": short})
    assert [row.name for row in report.won] == ["Cem", "Anna"]
    assert (len(report), report[-1].name, [row.name for row in report[:2]]) == (3, "Cem", ["Anna", "Ben"])


def test_plain_rows_frame_and_csv_say_the_same():
    pandas = pytest.importorskip("pandas")
    report = check_games({"Anna": won_text()[0], "Ben": f"{SEVEN}; moves R-F", "Cem": ""}, lang="de")
    rows = report.to_rows()
    assert [row["status"] for row in rows] == ["won", "illegal", "unreadable"]
    assert [row["moves"] for row in rows] == [122, 0, None]
    assert [row["said"] for row in rows] == [row.say("de") for row in report]
    read = list(csv.DictReader(io.StringIO(report.csv())))
    assert read == [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
    frame = report.frame()
    assert list(frame.columns) == list(rows[0])
    assert list(frame["name"]) == ["Anna", "Ben", "Cem"]
    assert isinstance(check_games([]).frame(), pandas.DataFrame)
    assert list(check_games([]).frame().columns) == list(rows[0])


def test_a_spreadsheet_is_given_no_formula():
    report = check_games({'=HYPERLINK("x")': "@SUM(1)", "-1": "+1"})
    cells = [cell for row in csv.reader(io.StringIO(report.csv())) for cell in row]
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    assert "'@SUM(1)" in cells


def test_without_pandas_a_frame_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r'pip install "canfield-widget\[pandas\]"'):
        check_games([]).frame()


def test_a_class_that_handed_in_nothing_is_no_error():
    assert str(check_games("# nobody\n")).splitlines()[0] == "0 of 0 won."


def test_a_row_is_read_back_by_its_text():
    text = f"{SEVEN}; moves S-W"
    found = one(text)
    assert (read_game(found.text).moves, found.deal, found.variant) == (found.moves, 7, VARIANTS["canfield"])
    assert repr(found) == f"<going-on: {found}>"


# Figure


def drawn_names(ax: object) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def mixed() -> dict[str, str]:
    won, start, line = won_text()
    return {
        "Anna": won,
        "Ben": write_game(start, tuple(line[:60])),
        "Cem": write_game(start, (*line[:40], read_move("T9-F"))),
        "Dora": "canfield; deal",
        "Emil": SEVEN,
    }


def test_bars_are_as_long_as_the_foundations_are_high(mixed: dict[str, str]):
    report = check_games(mixed, deal=won_text()[1])
    ax = report.plot()
    assert [bar.get_width() for bar in ax.patches] == [52, report[1].founded, report[2].founded, 0, 0]
    assert [line.get_xdata()[0] for line in ax.lines] == [bar.get_width() for bar in ax.patches]
    assert drawn_names(ax) == list(mixed)
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    shown = [text.get_text() for text in ax.texts]
    assert [number for number in shown if number.isdigit()] == ["122", "60", "40"]


def test_every_outcome_has_a_mark_and_a_colour_of_its_own_unless_its_mark_says_it(mixed: dict[str, str]):
    report = check_games({**mixed, "Fay": stuck_text()})
    other = check_games({"Emil": SEVEN}, deal=won_text()[1])
    marks = {}
    for rows in (report, other):
        for row, line in zip(rows, rows.plot().lines, strict=True):
            marks[row.status] = line.get_marker(), to_hex(line.get_color())
    assert set(marks) == set(Outcome) == set(SIGNS)
    assert len({marker for marker, _ in marks.values()}) == len(Outcome)
    played = [paint for outcome, (_, paint) in marks.items() if outcome not in ("unreadable", "other-deal")]
    assert len(set(played)) == len(played)


def test_the_key_counts_what_there_is(mixed: dict[str, str]):
    ax = check_games(mixed, lang="de").plot()
    assert {text.get_text() for text in ax.get_legend().get_texts()} == {
        "gewonnen (1)", "nicht zu Ende (2)", "unerlaubter Zug (1)", "nicht lesbar (1)"
    }  # fmt: skip


def test_packs_of_different_size_are_drawn_as_shares():
    ax = check_games([won_text("canfield")[0], won_text("quadruple")[0], "x"]).plot()
    assert [bar.get_width() for bar in ax.patches] == [1, 1, 0]
    assert "share" in ax.get_xlabel()


def test_names_of_any_kind_are_drawn_as_they_are_and_long_ones_are_clipped():
    ax = check_games({"$x^$": SEVEN, "<b>": SEVEN, "n" * 50: SEVEN}).plot()
    assert drawn_names(ax) == ["$x^$", "<b>", "n" * (LONGEST_LABEL - 1) + "…"]
    ax.figure.savefig(io.BytesIO(), format="png")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_figure_shows_itself_in_a_notebook_and_in_words(theme: str, mixed: dict[str, str]):
    report = check_games(mixed)
    ax = report.plot(theme=theme, lang="de")
    data, shown = ax._repr_mimebundle_()
    assert data["text/plain"] == shown["image/png"]["alt"] == report.say("de")
    assert to_hex(ax.figure.get_facecolor()) == colour("table-top", theme).lower()
    assert plt.get_fignums() == []


def test_rows_are_as_far_apart_for_thirty_as_for_five():
    few, many = (check_games([SEVEN] * n).plot().figure for n in (5, 30))
    assert (many.get_figheight() - few.get_figheight()) / 25 == pytest.approx(0.27)
    assert many.get_figwidth() == few.get_figwidth()


def test_bars_can_be_drawn_on_axes_that_are_there():
    ax = Figure().add_subplot()
    assert check_games([SEVEN]).plot(ax=ax) is ax
    assert len(ax.patches) == 1


def test_what_cannot_be_drawn_is_an_error():
    report = check_games([SEVEN])
    for wrong in ({"ax": 1}, {"theme": "blue"}, {"lang": "fr"}, {"width": 0}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))}: read"):
            plot_class(report, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="report: read no game"):
        check_games([]).plot()


@pytest.mark.parametrize("row", ["canfield", "superior", "quadruple", "double"])
def test_random_games_are_told_as_the_game_itself_tells_them(row: str):
    for seed in range(3):
        line = [move for _, move in random_walk(row, seed, 150) if move]
        game = Game.dealt(row, seed=seed)
        game.replay(line)
        found = one(game.text())
        statuses = {Status.PLAYING: Outcome.GOING_ON, Status.STUCK: Outcome.STUCK, Status.WON: Outcome.WON}
        assert found.status is statuses[game.status]
        assert (found.position, found.redeals, found.deal) == (game.position, game.redeals, seed)


def test_a_record_with_another_title_is_named_by_its_rules():
    own = replace(VARIANTS["canfield"], title="Superior Canfield")
    found = one(write_game(deal(own, seed=7), (), deal=7), deal=SEVEN)
    assert found.status is Outcome.OTHER_DEAL
    assert "canfield{title=" in found.say()


def test_a_capital_that_a_phone_puts_at_the_beginning_is_no_fault():
    assert [row.status for row in check_games(["Canfield; deal 7; moves S-W"])] == [Outcome.GOING_ON]
