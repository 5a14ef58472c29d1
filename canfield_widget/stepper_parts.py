"""What stands beside the board of a line that is stepped through: its words, its curve, and the moves to jump to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from canfield_widget.faces import PAGE, art, colour
from canfield_widget.moves import STOCK
from canfield_widget.replays import Replay
from canfield_widget.solver import Verdict
from canfield_widget.solver.report import speak_solution
from canfield_widget.speech import sentence, speak_move, speak_steps
from canfield_widget.texts import text

_DARK = (
    'body[data-jp-theme-light="false"]', 'body[data-vscode-theme-kind*="dark"]', 'body[data-theme="dark"]', "html.dark",
)  # fmt: skip
_TOLD = ":not([data-jp-theme-light]):not([data-vscode-theme-kind]):not([data-theme])"


def landmarks(line: Replay) -> Mapping[str, Sequence[int]]:
    """The plies to jump to, by kind: `reserve` frees a card there, `foundation` is after a card that went up, `redeal`.

    A kind that the line does not have is left out.
    """
    reserves = [sum(map(len, position.reserves)) for position in line.positions]
    found = {
        "reserve": [n for n, (before, after) in enumerate(pairwise(reserves), 1) if after < before],
        "foundation": [n for n, (before, after) in enumerate(pairwise(line.founded), 1) if after > before],
        "redeal": [n for n, move in enumerate(line.moves, 1) if move.target == STOCK],
    }
    return {kind: plies for kind, plies in found.items() if plies}


# In words


def sentences(line: Replay, ply: int, lang: str = "en") -> tuple[str, ...]:
    """Where one is, the move that was made, and the one that comes.

    The one that comes is told as a player sees it, whoever found the line: of a card that lies face down no name is
    said before it is turned, as the picture shows none.
    """
    last = len(line.moves)
    now = line.positions[ply]
    founded = text("founded", lang, n=sum(map(len, now.foundations)), of=line.pack_size)
    made, to_come = text("step-start", lang), ending(line, lang)
    if ply:
        made = text("step-made", lang, move=speak_steps(line.positions[ply - 1], line.moves[ply - 1], lang))
    if ply < last:
        to_come = text("step-next", lang, move=sentence(speak_move(now.player_view(), line.moves[ply], lang)))
    return f"{text('step-ply', lang, n=ply, of=last)} · {founded}", made, to_come


def ending(line: Replay, lang: str = "en") -> str:
    """What is said at the end of the line."""
    if line.won:
        return text("step-end-won", lang)
    return text("step-end-attempt" if attempt(line, lang) else "step-end", lang)


def attempt(line: Replay, lang: str = "en") -> str:
    """That the line is a furthest attempt and no solution; empty where it is no solver's, or wins."""
    if line.verdict in (None, Verdict.WON):
        return ""
    return text(f"step-attempt-{line.verdict}", lang)


def said_html(line: Replay, ply: int, lang: str = "en", note: str = "", *, aloud: bool | None = True) -> str:
    """Label, curve and words as HTML; `note` is what is said of the last button besides.

    Where one is and the moves are a live region, which is quiet where they are not to be said `aloud`; None is for
    words that something else says.
    """
    where, *rest = sentences(line, ply, lang)
    label = attempt(line, lang)
    parts = [f'<div class="cfw-step-attempt">{escape(label)}</div>'] if label else []
    told = [f"<div><strong>{escape(where)}</strong></div>", *(f"<div>{escape(each)}</div>" for each in rest)]
    if note:
        told.append(f"<div><em>{escape(note)}</em></div>")
    parts += [curve_svg(line, ply), live("".join(told), aloud=aloud)]
    if line.solution:
        parts.append(f'<div class="cfw-step-worth">{escape(speak_solution(line.solution, lang))}</div>')
    if line.moves:
        parts.append(f'<div class="cfw-step-worth">{escape(speak_curve(line, lang))}</div>')
    return wrapped("".join(parts), lang)


def live(inside: str, *, aloud: bool | None = True) -> str:
    """HTML that a screen reader says when it changes, unless it is to be quiet; None is for no region at all."""
    if aloud is None:
        return f"<div>{inside}</div>"
    return f'<div role="status" aria-live="{"polite" if aloud else "off"}" aria-atomic="true">{inside}</div>'


def wrapped(inside: str, lang: str) -> str:
    """HTML in the letters and colours of what is said beside the board."""
    return f'<div class="cfw-step cfw-step-said" lang="{lang}">{inside}</div>'


def speak_curve(line: Replay, lang: str = "en") -> str:
    """What the curve shows."""
    return text("step-curve-redeals" if "redeal" in landmarks(line) else "step-curve", lang, n=line.pack_size)


# The curve


def curve_svg(line: Replay, ply: int) -> str:
    """The cards on the foundations over the whole line, broken lines where the waste is turned over, and the cursor."""
    last = len(line.moves)
    if not last:
        return ""
    founded, high = line.founded, line.pack_size
    rises = (f"H{n}V{-now}" for n, (before, now) in enumerate(pairwise(founded), 1) if now != before)
    path = f"M0 {-founded[0]}{''.join(rises)}H{last}"
    redeals = "".join(f"M{n} 0V{-high}" for n in landmarks(line).get("redeal", ()))
    thin, paint, here = 'vector-effect="non-scaling-stroke" fill="none"', colour("can", PAGE), colour("hint", PAGE)
    return (
        f'<svg viewBox="0 {-high} {last} {high}" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect x="0" y="{-high}" width="{ply}" height="{high}" fill="{paint}" opacity=".14"/>'
        f'<path class="cfw-step-redeals" d="{redeals or "M0 0"}" {thin} stroke="{colour("muted", PAGE)}" '
        'stroke-width="1" stroke-dasharray="3 3"/>'
        f'<path class="cfw-step-curve" d="{path}" {thin} stroke="{paint}" stroke-width="2"/>'
        f'<path class="cfw-step-cursor" d="M{ply} 0V{-high}" {thin} stroke="{here}" stroke-width="2.5"/>'
        "</svg>"
    )


def dark_colours() -> str:
    """The colours of dark pages as custom properties."""
    return "".join(f"--cfw-{name}:{pair[1]};" for name, pair in art()["colours"].items() if pair[0] != pair[1])


def _style() -> str:
    dark = dark_colours()
    told = ",".join(f"{page} .cfw-step" for page in _DARK)
    return (
        "<style>.cfw-step svg{display:block;max-width:100%;height:auto}"
        ".cfw-step-said{line-height:1.5;color:var(--jp-ui-font-color1,inherit)}"
        ".cfw-step-said svg{width:100%;height:56px;margin:2px 0 6px;overflow:visible;"
        "border-bottom:1px solid var(--jp-border-color1,#8888)}"
        ".cfw-step-attempt{font-weight:600;border-left:4px solid var(--cfw-blame,#A8323A);padding-left:8px}"
        ".cfw-step-worth{opacity:.8}"
        ".cfw-step-voice{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}"
        ".cfw-stepper:focus{outline:none}"
        ".cfw-stepper:focus-visible{outline:2px solid var(--jp-brand-color1,#1976d2);outline-offset:-2px}"
        f"{told}{{{dark}}}"
        f"@media (prefers-color-scheme:dark){{body{_TOLD} .cfw-step{{{dark}}}}}</style>"
    )


STYLE = _style()
"""The style of all this, for light pages and dark ones."""
