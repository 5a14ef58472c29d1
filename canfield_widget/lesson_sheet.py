"""The sheet of a lesson as HTML: how far the course has come, the question, the answers in words, what is said."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from canfield_widget.moves import STOCK, WASTE, Move
from canfield_widget.panel import button
from canfield_widget.sheets import with_style
from canfield_widget.teaching.choices import OptionState
from canfield_widget.teaching.feedback import FeedbackKind, ending
from canfield_widget.teaching.tasks import UNDO, TaskKind
from canfield_widget.teaching.tutor import Tutor
from canfield_widget.teaching.twins import differs
from canfield_widget.texts import text

_SIGNS = {FeedbackKind.RIGHT: "✓", FeedbackKind.WRONG: "?", FeedbackKind.SHOWN: "→", FeedbackKind.COST: "→"}
_ALONE = {UNDO: "undo", Move(STOCK, WASTE): "stock"}
"""How the only answer is given where no card is dragged."""
_KNOWN = {OptionState.OPEN: "", OptionState.RIGHT: "✓ ", OptionState.WRONG: "✗ "}


def lesson_sheet(tutor: Tutor, lang: str) -> str:
    """The HTML of the sheet with its style."""
    inside, task = (_end(tutor, lang), "end") if tutor.finished else (_question(tutor, lang), tutor.task.kind)
    return with_style(
        f'<div class="cfw-sheet-in cfw-lesson" data-task="{task}">{inside}</div>', "panel.css", "sheet.css"
    )


def _do(what: str, n: int | None = None) -> dict[str, Any]:
    return {"do": "lesson", "what": what} | ({} if n is None else {"n": n})


def _line(words: str) -> str:
    """The words as HTML; a name such as Kreuz-Sieben is not broken at its hyphen."""
    return re.sub(r"\w+-\w+", r'<span class="cfw-whole">\g<0></span>', escape(words))


def _question(tutor: Tutor, lang: str) -> str:
    asked = f'<div class="cfw-question" role="heading" aria-level="2">{_line(tutor.question(lang))}</div>'
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
    parts = [escape(tutor.title(lang))] if not tutor.finished or of == 1 else []
    if len(tutor.lesson.tasks) > 1 and not tutor.finished:
        parts.append(escape(text("lesson-task", lang, n=tutor.number, of=len(tutor.lesson.tasks))))
    if tutor.returns and not tutor.finished:
        parts.append(escape(text("lesson-returns", lang)))
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
        return f'<div class="cfw-said cfw-how">{escape(text(f"lesson-how-{_how(tutor)}", lang))}</div>'
    sign = f'<span class="cfw-sign" aria-hidden="true">{_SIGNS[said.kind]}</span>'
    return f'<div class="cfw-said" data-kind="{said.kind}">{sign}<span>{_line(said.say(lang))}</span></div>'


def _how(tutor: Tutor) -> str:
    """In which way the answer is given."""
    task = tutor.task
    if task.kind is not TaskKind.MOVE:
        return "game" if task.kind is TaskKind.GAME else "several" if task.several else "one"
    if len(task.accept) == 1 and task.accept[0] in _ALONE:
        return _ALONE[task.accept[0]]
    return "deal" if tutor.game.position.stock else "turn" if task.speaks_of(Move(WASTE, STOCK)) else "move"


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
        found.append(one("once-more" if tutor.asks_again else "go-on", "go-on", main))
    elif tutor.is_off:
        found += [one("cost-show", "cost", main)] if tutor.has_cost else []
        found += [one("back", "back", " cfw-plain-do" if tutor.has_cost else main)]
    if tutor.task.several and not tutor.solved:
        found.insert(0, one("judge", "judge", main))
    if not tutor.solved:
        if wrong and differs(tutor.lesson, tutor.task):
            found.append(one("again", "again"))
        if tutor.hints_shown < len(tutor.task.hints):
            hint = "hint" if kind is not TaskKind.GAME else "advice"
            found.append(one(f"{hint}-more" if tutor.hints_shown else hint, "hint"))
        elif kind is not TaskKind.GAME:
            found.append(one("show", "show"))
        found.append(one("skip", "skip", " cfw-plain-do"))
    return f'<div class="cfw-row">{"".join(found)}</div>'


def _end(tutor: Tutor, lang: str) -> str:
    words = escape(ending(tutor.results)(lang))
    return f'{_top(tutor, lang)}<div class="cfw-question" role="heading" aria-level="2">{words}</div>'
