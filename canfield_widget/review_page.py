"""The page of the panel that tells where the game was lost, as items: first where, and what wins only on request."""

from __future__ import annotations

from typing import Any

from canfield_widget.analysis_svg import review_key, review_svg
from canfield_widget.asking import AskingBoard
from canfield_widget.reviews import Review
from canfield_widget.searches import Subject
from canfield_widget.solver.report import folded
from canfield_widget.texts import text

Item = dict[str, Any]

MOST_SPOKEN = 250
"""Longer lines are told as tokens: a page of a thousand sentences is none that anyone reads."""


def can_be_reviewed(board: AskingBoard) -> bool:
    """True if the solver may be asked about the game on the board."""
    return board.deals and "solver" in board.allow and board.editor is None and not board.game.partial


def review_items(board: AskingBoard) -> list[Item]:
    """The items of the page: an offer to look, the word that it is being looked for, or what was found."""
    lang, found = board.language, board.review
    if any(question.subject is Subject.REVIEW for question in board.questions):
        return [_text(text("review-running", lang))]
    if not can_be_reviewed(board):
        return [_text(text("not-allowed", lang))]
    if found is None:
        return [_text(text("review-says", lang)), _look("review-look", board, main=True)]
    same, good = found.replay.moves == board.game.line, found.last_good
    ply = board.game.ply if found.replay.moves[: board.game.ply] == board.game.moves else None
    items = [
        {"kind": "picture", "svg": review_svg(found, ply=ply, width=336, lang=lang)},
        {"kind": "picture", "svg": review_key(lang)},
        _text(found.say(lang)),
    ]
    if good is not None and good < len(found.replay.moves):
        there = found.replay.moves[:good] == board.game.line[:good]
        if there and "undo" in board.allow and ply != good:
            items.append(_act("review-go", lang, {"do": "go", "ply": good}, main=True))
        items += _refutation(board, found) if board.refuted else [_wish("review-refutation", "refute", lang)]
    if not same:
        items += [_text(text("review-other", lang)), _look("review-again", board)]
    return items


def _refutation(board: AskingBoard, found: Review) -> list[Item]:
    lang = board.language
    marked = [text("review-hinted", lang)] if board.hinted and board.hinted == found.line[0] else []
    spoken = found.speak_line(lang) if len(found.line) <= MOST_SPOKEN else (", ".join(folded(found.line, lang)),)
    return [
        *map(_text, (*found.reasons(lang), *marked)),
        {"kind": "fold", "title": text("review-whole", lang), "items": [_text(words) for words in spoken]},
    ]


def _text(words: str) -> Item:
    return {"kind": "text", "text": words}


def _act(key: str, lang: str, do: Item, **more: Any) -> Item:
    return {"kind": "act", "label": text(key, lang), "do": do, **more}


def _wish(key: str, wish: str, lang: str, **more: Any) -> Item:
    """A button after which the page stays open."""
    return _act(key, lang, {"do": "open", "page": "review", "value": wish}, **more)


def _look(key: str, board: AskingBoard, **more: Any) -> Item:
    off = {} if board.game.line else {"off": text("nothing-restart", board.language)}
    return _wish(key, "look", board.language, **more, **off)
