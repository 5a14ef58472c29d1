"""A class without a server: games that are handed in as text, each read and played out by the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from canfield_widget.class_report import ClassReport, HandedIn, Outcome, clean_name, clip, game_called
from canfield_widget.moves import Move
from canfield_widget.notation import GameText, read_game
from canfield_widget.position import Position, problems
from canfield_widget.refusals import IllegalMove
from canfield_widget.rules import apply, is_stuck, is_won
from canfield_widget.speech import explain, sentence, speak_problem
from canfield_widget.texts import LANGUAGES, text, words
from canfield_widget.winnable import WinnableDeal

LONGEST_TEXT, MOST_MOVES = 60_000, 5_000
"""A text of more characters, or with more moves made, is not played out."""
SAME_FROM = 20
"""Lines of fewer moves are not compared: many a deal begins with moves that nobody has a choice in."""
_LONGEST_WORDS = 240


def check_games(
    texts: str | Mapping[Any, object] | Iterable[object],
    *,
    deal: str | Position | WinnableDeal | None = None,
    lang: str | None = None,
) -> ClassReport:
    """What came of each game that was handed in as text, in the order given. Nothing is believed: all is played out.

    `texts` is one text with a line for each game, the lines themselves (an open file), pairs of a name and a text, or
    a mapping from names to texts. A line may begin with a name and a colon or a tab; empty lines and those that begin
    with # are left out. `deal` is what was asked for, as the text of a game (`canfield; deal 7`), a Position, or what
    `daily()` gives: whoever played other cards or by other rules is told apart. Without it each may have another deal.
    A text that cannot be read, is too long (`LONGEST_TEXT`) or has too many moves (`MOST_MOVES`) is a row like others.

    `lang` is `en` (None) or `de`. Raises ValueError for another one, for `texts` that are none, and for a `deal` that
    is none or not complete.

    >>> report = check_games('''
    ... Anna: canfield; deal 7; moves S-W W-T2
    ... Ben: canfield; deal 8
    ... Cem: canfield; deal 7; moves S-W | S-W
    ... ''', deal="canfield; deal 7")
    >>> print(report.say())
    Canfield, deal 7: 0 of 3 won.
    Anna: move 2 (W-T2) is not legal. The ten of spades does not go on the two of hearts: the next lower rank is ace.
    Ben played another game than the one asked for. Played: Canfield, deal 8.
    Cem stopped after 1 move, with 1 of 52 cards on the foundations; the game can go on.
    """
    spoken = "en" if lang is None else lang
    words(spoken)
    asked = None if deal is None else _asked(deal)
    rows, first = list[HandedIn](), dict[object, str]()
    for n, (name, said) in enumerate(_handed_in(texts), 1):
        row = _checked(clean_name(name) or text("class-line", spoken, n=n), said, asked)
        line = row.start, row.moves, row.refusal and row.refusal.move
        if line in first:
            row = _with_remark(row, "class-same", name=first[line])
            row = replace(row, same_as=first[line])
        elif len(row.moves) >= SAME_FROM:
            first[line] = row.name
        rows.append(row)
    return ClassReport(tuple(rows), asked, spoken)


# What was asked for, what was handed in


def _asked(deal: object) -> GameText:
    """The first position that was asked for, with its number if it has one."""
    if isinstance(deal, WinnableDeal):
        asked = GameText(deal.position, deal.deal, (), 0)
    elif isinstance(deal, Position):
        asked = GameText(deal, None, (), 0)
    elif isinstance(deal, str):
        read = read_game(deal)
        asked = GameText(read.start, read.deal, (), 0)
    else:
        expected = "a game's text such as 'canfield; deal 7', a Position, or a WinnableDeal such as daily() gives"
        raise ValueError(f"deal: read {deal!r}, expected {expected}")
    if found := problems(asked.start):
        said = " ".join(speak_problem(asked.start, problem) for problem in found)
        raise ValueError(f"deal: the position is not complete: {said}")
    return asked


def _handed_in(texts: object) -> Iterator[tuple[object, object]]:
    """The name, empty where there is none, and the text of each game; either may be anything."""
    if isinstance(texts, Mapping):
        yield from cast("Mapping[object, object]", texts).items()
        return
    if isinstance(texts, bytes) or not isinstance(texts, Iterable):
        expected = "texts of games, a text with a line for each, pairs of a name and a text, or a mapping"
        raise ValueError(f"texts: read {texts!r:.80}, expected {expected}")
    for item in texts.splitlines() if isinstance(texts, str) else cast("Iterable[object]", texts):
        if isinstance(item, str):
            line = item.strip()
            if line and not line.startswith("#"):
                yield _parted(line)
        elif isinstance(item, (tuple, list)) and len(pair := cast("Sequence[object]", item)) == 2:
            yield pair[0], pair[1]
        else:
            yield "", item


_GAME_BEGINS = re.compile(r"\s*[a-z0-9-]+\s*[;{]")
_HEAD = 200
"""A name with its colon is among so many characters of a line."""


def _parted(line: str) -> tuple[str, str]:
    """The name and the text of a line: a game's text begins with a variant, and so does not begin with a name.

    >>> _parted("8b: Anna: canfield; deal 7"), _parted('canfield{title="A: B"}; deal 7')
    (('8b: Anna', 'canfield; deal 7'), ('', 'canfield{title="A: B"}; deal 7'))
    """
    if _GAME_BEGINS.match(line, 0, _HEAD):
        return "", line
    ends = [found.start() for found in re.finditer("[:\t]", line[:_HEAD])]
    end = next((end for end in ends if _GAME_BEGINS.match(line, end + 1, end + _HEAD)), ends[0] if ends else -1)
    return (line[:end].strip(), line[end + 1 :].strip()) if ends else ("", line)


# The check


def _checked(name: str, said: object, asked: GameText | None) -> HandedIn:
    """What came of one text, whatever it is."""
    row = HandedIn(name, said if isinstance(said, str) else "", Outcome.UNREADABLE)
    if not row.text.strip():
        return _with_remark(row, "class-empty")
    if len(row.text) > LONGEST_TEXT:
        return _with_remark(row, "class-too-long", n=LONGEST_TEXT)
    try:
        line = row.text.lstrip()
        read = read_game(line[:1].lower() + line[1:])  # phones begin every line with a capital
    except ValueError as error:
        said_why = sentence(clip(str(error), _LONGEST_WORDS))
        return replace(row, remarks=_each(lambda lang: said_why))
    deal = asked.deal if asked and read.start == asked.start else read.deal
    row = replace(row, start=read.start, deal=deal, position=read.start)
    if asked and read.start != asked.start:
        remarks = _each(lambda lang: text("class-played", lang, game=game_called(read.start, deal, lang)))
        return replace(row, status=Outcome.OTHER_DEAL, remarks=remarks)
    if found := problems(read.start):
        remarks = _each(lambda lang: " ".join(speak_problem(read.start, problem, lang) for problem in found))
        return replace(row, start=None, position=None, remarks=tuple(clip(words, _LONGEST_WORDS) for words in remarks))
    if read.ply > MOST_MOVES:
        return _with_remark(replace(row, start=None, position=None), "class-too-many", n=MOST_MOVES)
    row = _played_out(row, read.start, read.moves[: read.ply])
    return _with_remark(row, "class-no-number") if asked is None and deal is None else row


def _played_out(row: HandedIn, now: Position, moves: tuple[Move, ...]) -> HandedIn:
    """The row with what the moves come to, up to the first one that is not legal."""
    for n, move in enumerate(moves):
        try:
            now = apply(now, move)
        except IllegalMove:
            found = explain(now, move)
            assert found is not None, "apply and explain ask the same rules"
            return replace(row, status=Outcome.ILLEGAL, moves=moves[:n], position=now, refusal=found,
                           remarks=_each(found.say))  # fmt: skip
    status = Outcome.WON if is_won(now) else Outcome.STUCK if is_stuck(now) else Outcome.GOING_ON
    return replace(row, status=status, moves=moves, position=now)


def _each(say: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(map(say, LANGUAGES))


def _with_remark(row: HandedIn, key: str, **values: object) -> HandedIn:
    """The row with one more remark."""
    return replace(row, remarks=_each(lambda lang: f"{row.remark(lang)} {text(key, lang, **values)}".lstrip()))
