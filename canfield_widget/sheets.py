"""What lies between the bar and the cards, as HTML with its style: the editor, the chance, and the look of arrows."""

from __future__ import annotations

from html import escape
from typing import Any

from canfield_widget.analysis_svg import chance_strip
from canfield_widget.asking import AskingBoard
from canfield_widget.cards import RANK_LETTERS
from canfield_widget.editor import Editor
from canfield_widget.notation import write_position, write_variant
from canfield_widget.panel import button, items_html, style
from canfield_widget.speech import rank_name, title_of
from canfield_widget.texts import text
from canfield_widget.variants import VARIANTS


def sheet(board: AskingBoard) -> str:
    """The HTML of the sheet with its style; empty where there is nothing to show."""
    if board.editor is not None:
        return with_style(_editor(board.editor, board.language), "panel.css", "sheet.css")
    if board.shows_chance:
        return with_style(chance_strip(board.chance, board.language, stale=board.chance_is_old), "sheet.css")
    return with_style("", "sheet.css") if board.pointed.arrows else ""


def with_style(html: str, *names: str) -> str:
    """The HTML after the style sheets of those names."""
    return f"<style>{''.join(map(style, names))}</style>{html}"


def _editor(editor: Editor, lang: str) -> str:
    now, problems = editor.position, editor.problems(lang)
    problem = "".join(f"<div>{escape(each)}</div>" for each in problems) or escape(text("edit-complete", lang))
    buttons = [
        button(text("edit-play", lang), _do("play"), look=" cfw-main-do", aria_disabled=True if problems else None),
        button(text("edit-stock", lang), _do("stock"), aria_disabled=None if editor.left else True),
        button(text("edit-clear", lang), _do("clear")),
        button(text("edit-leave", lang), _do("leave"), look=" cfw-plain-do"),
    ]
    choices = [
        _choice("edit-rules", "rules", write_variant(editor.variant), _rule_sets(editor, lang), lang),
        _choice("edit-base", "base", RANK_LETTERS[now.base - 1] if now.base else "", _bases(editor, lang), lang),
    ]
    return (
        f'<div class="cfw-sheet-in cfw-edit"><div class="cfw-row">{items_html(choices)}{"".join(buttons)}</div>'
        f'<div class="cfw-problems" role="status">{problem}</div>{items_html([_texts(editor, lang)])}</div>'
    )


def _do(what: str) -> dict[str, Any]:
    return {"do": "edit", "what": what}


def _choice(label: str, what: str, value: str, options: list[tuple[str, str]], lang: str) -> dict[str, Any]:
    return {"kind": "choice", "label": text(label, lang), "value": value, "do": _do(what),
            "options": [{"value": one, "label": word} for one, word in options]}  # fmt: skip


def _rule_sets(editor: Editor, lang: str) -> list[tuple[str, str]]:
    own = write_variant(editor.variant)
    named = [(name, title_of(row, lang)) for name, row in VARIANTS.items()]
    return named if own in VARIANTS else [(own, title_of(editor.variant, lang)), *named]


def _bases(editor: Editor, lang: str) -> list[tuple[str, str]]:
    if isinstance(editor.variant.base_rank, int):
        rank = editor.variant.base_rank
        return [(RANK_LETTERS[rank - 1], rank_name(rank, lang))]
    ranks = range(1, editor.variant.ranks + 1)
    return [("", text("edit-base-none", lang)), *((RANK_LETTERS[rank - 1], rank_name(rank, lang)) for rank in ranks)]


def _texts(editor: Editor, lang: str) -> dict[str, Any]:
    written = write_position(editor.position)
    return {
        "kind": "fold", "title": text("edit-text", lang),
        "items": [
            {"kind": "copy", "text": written, "label": text("edit-text", lang), "button": text("copy", lang),
             "done": text("copied", lang)},
            {"kind": "field", "label": text("edit-paste", lang), "button": text("edit-lay", lang), "do": _do("text")},
        ],
    }  # fmt: skip
