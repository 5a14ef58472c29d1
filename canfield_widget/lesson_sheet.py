"""The sheet of a lesson as HTML: how far the course has come, the question, the answers in words, what is said."""

from __future__ import annotations

from html import escape
from typing import Any

from canfield_widget.panel import button
from canfield_widget.sheets import with_style
from canfield_widget.teaching.choices import OptionState
from canfield_widget.teaching.feedback import FeedbackKind
from canfield_widget.teaching.tasks import TaskKind
from canfield_widget.teaching.tutor import Tutor
from canfield_widget.texts import text

_SIGNS = {FeedbackKind.RIGHT: "✓", FeedbackKind.WRONG: "?", FeedbackKind.SHOWN: "→", FeedbackKind.COST: "→"}
_KNOWN = {OptionState.OPEN: "", OptionState.RIGHT: "✓ ", OptionState.WRONG: "✗ "}


def lesson_sheet(tutor: Tutor, lang: str) -> str:
    """The HTML of the sheet with its style."""
    inside = _end(tutor, lang) if tutor.finished else _question(tutor, lang)
    return with_style(f'<div class="cfw-sheet-in cfw-lesson">{inside}</div>', "panel.css", "sheet.css")


def _do(what: str, n: int | None = None) -> dict[str, Any]:
    return {"do": "lesson", "what": what} | ({} if n is None else {"n": n})


def _question(tutor: Tutor, lang: str) -> str:
    asked = f'<div class="cfw-question" role="heading" aria-level="2">{escape(tutor.question(lang))}</div>'
    return (
        _top(tutor, lang)
        + asked
        + _options(tutor, lang)
        + _said(tutor, lang)
        + _hints(tutor, lang)
        + _buttons(tutor, lang)
    )


def _top(tutor: Tutor, lang: str) -> str:
    done, of, _ = tutor.progress
    parts = [escape(tutor.title(lang))]
    if len(tutor.lesson.tasks) > 1:
        parts.append(escape(text("lesson-task", lang, n=tutor.number, of=len(tutor.lesson.tasks))))
    far = ""
    if of > 1:
        words = escape(text("lesson-progress", lang, n=done, of=of))
        far = (
            f'<span class="cfw-far"><span class="cfw-track" aria-hidden="true">'
            f'<i style="width:{100 * done / of:.0f}%"></i></span>{words}</span>'
        )
    return f'<div class="cfw-lesson-top"><span>{" · ".join(parts)}</span>{far}</div>'


def _options(tutor: Tutor, lang: str) -> str:
    options = tutor.options(lang)
    if not options:
        return ""
    several = tutor.task.several
    found = [
        button(
            f"{_KNOWN[option.state]}{option.words}", _do("choose", n), look=" cfw-option",
            aria_pressed=option.chosen if several else None, data_known=option.state,
            aria_disabled=True if tutor.solved or (option.state is OptionState.WRONG and not several) else None,
        )
        for n, option in enumerate(options)
    ]  # fmt: skip
    return f'<div class="cfw-row cfw-options">{"".join(found)}</div>'


def _said(tutor: Tutor, lang: str) -> str:
    said = tutor.feedback
    if said is None:
        key = (
            "lesson-how"
            if tutor.task.kind is TaskKind.MOVE
            else "lesson-how-game"
            if tutor.task.kind is TaskKind.GAME
            else ""
        )
        how = "lesson-how-several" if tutor.task.several else "lesson-how-one"
        return f'<div class="cfw-said cfw-how">{escape(text(key or how, lang))}</div>'
    sign = f'<span class="cfw-sign" aria-hidden="true">{_SIGNS[said.kind]}</span>'
    return f'<div class="cfw-said" data-kind="{said.kind}">{sign}<span>{escape(said.say(lang))}</span></div>'


def _hints(tutor: Tutor, lang: str) -> str:
    hints = "".join(f"<li>{escape(words)}</li>" for words in tutor.hints(lang))
    return f'<ol class="cfw-hints">{hints}</ol>' if hints else ""


def _buttons(tutor: Tutor, lang: str) -> str:
    """What can be done now: the first one is what most will want, and the key n does it."""

    def one(key: str, what: str, look: str = "") -> str:
        return button(text(f"lesson-{key}", lang), _do(what), look=look)

    main, found = " cfw-main-do cfw-next", list[str]()
    kind, wrong = tutor.task.kind, tutor.feedback is not None and tutor.feedback.kind is FeedbackKind.WRONG
    if tutor.solved:
        found.append(one("go-on", "go-on", main))
    elif tutor.is_off:
        found += [one("cost-show", "cost", main)] if tutor.has_cost else []
        found += [one("back", "back", " cfw-plain-do" if tutor.has_cost else main), one("again", "again")]
    elif wrong and kind is not TaskKind.GAME:
        found.append(one("again", "again", "" if tutor.task.several else main))
    if tutor.task.several and not tutor.solved:
        found.insert(0, one("judge", "judge", main))
    if not tutor.solved:
        if tutor.hints_shown < len(tutor.task.hints):
            found.append(one("hint" if not tutor.hints_shown else "hint-more", "hint"))
        elif kind is not TaskKind.GAME:
            found.append(one("show", "show"))
        found.append(one("skip", "skip", " cfw-plain-do"))
    return f'<div class="cfw-row">{"".join(found)}</div>'


def _end(tutor: Tutor, lang: str) -> str:
    results = list(tutor.results.values())
    right = sum(result["right"] for result in results)
    key = "lesson-end-one" if len(results) == 1 else "lesson-end"
    words = escape(text(key + ("" if len(results) > 1 or right else "-missed"), lang, n=right, of=len(results)))
    return f'{_top(tutor, lang)}<div class="cfw-question" role="heading" aria-level="2">{words}</div>'
