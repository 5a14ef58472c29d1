"""What a `Solution` says of itself, in words and as HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from canfield_widget.moves import STOCK, WASTE, Move
from canfield_widget.rules import apply
from canfield_widget.texts import text

if TYPE_CHECKING:
    from canfield_widget.solver.search import Solution

_DEAL, _REDEAL = Move(STOCK, WASTE), Move(WASTE, STOCK)


def bundle(solution: Solution) -> dict[str, str]:
    """What a notebook shows of a solution: HTML, and text for readers without it."""
    return {"text/html": html_of(solution), "text/plain": "\n".join(_lines(solution, "en"))}


def speak_solution(solution: Solution, lang: str = "en") -> str:
    """The verdict in one sentence, with what it rests on.

    >>> from canfield_widget.position import deal
    >>> from canfield_widget.solver.search import solve
    >>> speak_solution(solve(deal("canfield", seed=2), budget_states=0))
    'Undecided: no win found and none ruled out; the budget of states is used up.'
    """
    stopped = solution.stopped_by or "none"
    said = text(f"solution-{solution.verdict}-says", lang, moves=_moves(len(solution.line), lang),
                proof=text(f"proof-{solution.proof.name.lower()}", lang) if solution.proof else "",
                stopped=text(f"stopped-{stopped}", lang))  # fmt: skip
    return text(f"solution-{solution.verdict}", lang) + ": " + said


def folded(line: Sequence[Move], lang: str = "en") -> tuple[str, ...]:
    """The tokens of a line, with deals that follow each other counted in words.

    >>> folded([Move("S", "W"), Move("S", "W"), Move("W", "F"), Move("W", "S")])
    ('2 deals', 'W-F', 'redeal')
    """
    return tuple(word for word, _ in _folded(line, lang))


def _folded(line: Sequence[Move], lang: str) -> Iterator[tuple[str, bool]]:
    """Words and tokens of a line, each with whether it is a token."""
    for move, run in groupby(line):
        count = len(list(run))
        if move == _DEAL:
            yield text("line-deals-1" if count == 1 else "line-deals", lang, n=count), False
        elif move == _REDEAL:
            yield text("line-redeal", lang), False
        else:
            yield from ((str(move), True) for _ in range(count))


def number(count: float, lang: str, digits: int = 0) -> str:
    """A number as it is written in that language.

    >>> number(12345.678, "en", 2), number(12345.678, "de", 2)
    ('12,345.68', '12.345,68')
    """
    written = f"{count:,.{digits}f}"
    return written.translate(str.maketrans(",.", ".,")) if lang == "de" else written


def _moves(count: int, lang: str) -> str:
    return text("moves-1" if count == 1 else "moves", lang, n=count)


def _figures(solution: Solution, lang: str) -> str:
    states = text("solution-states", lang, n=number(solution.states, lang))
    return f"{states}, {number(solution.seconds, lang, 2)} s"


def _heading(solution: Solution, lang: str) -> str:
    """What the line is: the solution, or the best that was seen and how far it comes."""
    if solution.line:
        return text("solution-line", lang)
    end = solution.position
    for move in solution.best_line:
        end = apply(end, move)
    founded = text("founded", lang, n=sum(map(len, end.foundations)), of=end.variant.pack_size)
    return text("solution-best-line", lang, founded=founded)


def _lines(solution: Solution, lang: str) -> Iterator[str]:
    yield speak_solution(solution, lang)
    yield f"{_figures(solution, lang)}. {text('solution-sees', lang)}"
    if line := solution.line or solution.best_line:
        yield f"{_heading(solution, lang)}: {', '.join(folded(line, lang))}"


def html_of(solution: Solution, lang: str = "en") -> str:
    """The solution as HTML, in the colours of the page it stands in."""
    verdict, _, rest = speak_solution(solution, lang).partition(":")
    parts = [
        f"<div><strong>{escape(verdict)}</strong>: {escape(rest.strip())}</div>",
        f'<div style="opacity:.75">{escape(_figures(solution, lang))}. {escape(text("solution-sees", lang))}</div>',
    ]
    if line := solution.line or solution.best_line:
        words = (f"<code>{escape(word)}</code>" if token else f'<span style="opacity:.75">{escape(word)}</span>'
                 for word, token in _folded(line, lang))  # fmt: skip
        flow = "display:flex;flex-wrap:wrap;gap:.2em .7em;margin:.4em 0 0;font-variant-numeric:tabular-nums"
        parts.append(
            f'<details style="margin-top:.3em"><summary style="cursor:pointer">{escape(_heading(solution, lang))}'
            f'</summary><div style="{flow}">{"".join(words)}</div></details>'
        )
    frame = "border-left:3px solid currentColor;padding:.1em 0 .1em .8em;max-width:46em;line-height:1.5"
    return f'<div lang="{lang}" style="{frame}">{"".join(parts)}</div>'
