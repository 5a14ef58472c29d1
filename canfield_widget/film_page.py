"""A line as one page that opens from disk: the board, buttons and keys, each move in words, nothing to be loaded."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from canfield_widget.arguments import expect_path
from canfield_widget.faces import PAGE, THEMES, Mark, check_theme, colour, fragment
from canfield_widget.picture import Picture, lay_out
from canfield_widget.position import Position
from canfield_widget.replays import Moves, Playable, Replay, replay
from canfield_widget.solver.report import speak_solution
from canfield_widget.speech import title_of
from canfield_widget.stepper_parts import attempt, curve_svg, dark_colours, sentences, speak_curve
from canfield_widget.svg import label_svg
from canfield_widget.texts import text, words

_STEPS = ("first", "back", "play", "on", "last")
SPEEDS = {"slow": 2000, "normal": 1000, "fast": 400}
"""Milliseconds from one move to the next while the line is played."""


def html_replay(
    line: Playable | Moves,
    *,
    position: Position | str | None = None,
    lang: str = "en",
    theme: str = PAGE,
) -> str:
    """The line as a whole HTML page with all that it needs: it opens from disk, without a server or a network.

    It has the board with an arrow for the move that comes, the curve of the foundations, each move in words, buttons,
    a slider, and keys: left and right step, Home and End jump, the space bar plays and pauses. Each card is drawn
    once. No card that lies face down is shown or named before it is turned. `theme` is `light`, `dark`, or `page` for
    the one that the reader's system has; `line` and `position` are as in `step_through`.

    Raises ValueError for another theme or language; for the line see `step_through`.
    """
    check_theme(theme, (*THEMES, PAGE))
    words(lang)
    played = replay(line, position)
    film = _Film(played, lang)
    title = title_of(played.positions[0].variant, lang)
    label, where = attempt(played, lang), sentences(played, played.ply, lang)
    told = [f"<p class='attempt'>{escape(label)}</p>"] if label else []
    worth = [speak_solution(played.solution, lang)] if played.solution else []
    worth += [speak_curve(played, lang)] if played.moves else []
    scheme = _SCHEMES[theme].replace("%s", dark_colours())
    last = len(played.moves)
    buttons = "".join(
        f'<button id="{name}" title="{_word(f"{name}-does", lang)}">{_word(name, lang)}</button>' for name in _STEPS
    )
    speeds = "".join(
        f'<option value="{ms}"{" selected" * (name == "normal")}>{escape(text(f"set-speed-{name}", lang))}</option>'
        for name, ms in SPEEDS.items()
    )
    data = film.data() | {"ply": played.ply, "play": text("step-play", lang), "pause": text("step-pause", lang)}
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{scheme}{_STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>{''.join(told)}\n"
        f'<div id="controls">{buttons}<label>{_word("speed", lang)} <select id="speed">{speeds}</select></label></div>'
        f'<input id="ply" type="range" min="0" max="{last}" value="{played.ply}" '
        f'aria-label="{_word("slider", lang)}">{curve_svg(played, played.ply)}\n'
        f'<div id="said" aria-live="polite">{"".join(f"<p>{escape(each)}</p>" for each in where)}</div>\n'
        f'<svg id="table" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {film.width:g} {film.height:g}" role="img" '
        f'aria-label="{escape(title)}" aria-describedby="words"><defs>{film.symbols()}</defs>'
        f'<rect width="100%" height="100%" rx="12" fill="{colour("table-top", PAGE)}"/>'
        f'<g id="board">{film.board(played.ply)}</g></svg>\n'
        f'<p class="worth">{escape(" ".join([*worth, text("film-keys", lang)]))}</p>'
        f'<details><summary>{escape(text("film-words", lang))}</summary><pre id="words">'
        f"{escape(film.told(played.ply))}</pre></details></main>\n"
        f'<script type="application/json" id="film">{_json(data)}</script>\n<script>{_SCRIPT}</script></body></html>\n'
    )


def save_html(
    line: Playable | Moves,
    path: str | os.PathLike[str],
    *,
    position: Position | str | None = None,
    lang: str = "en",
    theme: str = PAGE,
) -> Path:
    """The file that was written: the page of `html_replay`. Raises OSError where it cannot be written."""
    expect_path(path)
    page = html_replay(line, position=position, lang=lang, theme=theme)
    written = Path(path)
    written.write_text(page, encoding="utf-8")
    return written


def _word(name: str, lang: str) -> str:
    return escape(text(f"step-{name}", lang))


def _json(data: object) -> str:
    """JSON that cannot end the script it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


class _Film:
    """The line as what the page puts together: drawings that are drawn once, and what stands where at each ply.

    `parts` are all pieces of SVG and all sentences, each once, and where a sentence goes on from an earlier one its
    number and the rest; a frame is the numbers of its own.
    """

    def __init__(self, line: Replay, lang: str) -> None:
        self.line, self.lang = line, lang
        self._symbols = dict[tuple[Mark, ...], int]()
        self._parts = dict[str, int]()
        pictures = [lay_out(now, lang=lang, arrows=line.moves[n : n + 1]) for n, now in enumerate(line.positions)]
        self.width = max(picture.width for picture in pictures)
        self.height = max(picture.height for picture in pictures)
        self._boards = [[self._number(part) for part in self._draw(picture)] for picture in pictures]
        self._words = [[self._number(each) for each in picture.words.splitlines()] for picture in pictures]
        self._said = [[self._number(each) for each in sentences(line, n, lang)] for n in range(len(pictures))]

    def _number(self, part: str) -> int:
        return self._parts.setdefault(part, len(self._parts))

    def _draw(self, picture: Picture) -> Iterator[str]:
        yield fragment([picture.tray], PAGE)
        for piece in picture.pieces:
            if piece.marks:
                symbol = self._symbols.setdefault(piece.marks, len(self._symbols))
                yield f'<use href="#c{symbol}" x="{round(piece.x, 1):g}" y="{round(piece.y, 1):g}"/>'
        for arrow in picture.arrows:
            yield _drawn_once(fragment(arrow.marks(), PAGE))
        for label in picture.all_labels():
            yield label_svg(label, PAGE)

    def symbols(self) -> str:
        """Every drawing once."""
        return "".join(f'<g id="c{n}">{fragment(marks, PAGE)}</g>' for marks, n in self._symbols.items())

    def board(self, ply: int) -> str:
        """The SVG of a position."""
        parts = list(self._parts)
        return "".join(parts[n] for n in self._boards[ply])

    def told(self, ply: int) -> str:
        """A position in words."""
        parts = list(self._parts)
        return "\n".join(parts[n] for n in self._words[ply])

    def data(self) -> dict[str, object]:
        """What the script reads."""
        return {
            "parts": list(_shortened(self._parts)),
            "boards": self._boards,
            "words": self._words,
            "said": self._said,
        }


def _shortened(parts: Mapping[str, int]) -> Iterator[str | tuple[int, str]]:
    """The parts in their order; of a list in words that goes on from an earlier one, the number of that and the rest.

    >>> list(_shortened({"waste: a.": 0, "waste: a, b, c.": 1, "<g/>": 2}))
    ['waste: a.', (0, ', b, c.'), '<g/>']
    """
    for part, number in parts.items():
        end = -1 if part[0] == "<" else part.rfind(", ")
        while end > 0 and parts.get(f"{part[:end]}.", number) >= number:
            end = part.rfind(", ", 0, end)
        yield (parts[f"{part[:end]}."], part[end:]) if end > 0 else part


def _drawn_once(arrow: str) -> str:
    """The SVG of an arrow with its outline once, not for halo and shaft each; a board has one arrow at the most."""
    outline = arrow.split(' d="', 1)[1].split('"', 1)[0]
    return f'<defs><path id="way" d="{outline}"/></defs>' + arrow.replace(f'<path d="{outline}"', '<use href="#way"')


_SCHEMES = {
    "light": ":root{color-scheme:light}",
    "dark": ":root{color-scheme:dark;%s}",
    PAGE: ":root{color-scheme:light dark}@media (prefers-color-scheme:dark){:root{%s}}",
}
_STYLE = (
    f"body{{margin:0;background:{colour('table-top', PAGE)};color:{colour('text', PAGE)};"
    "font:16px/1.45 system-ui,sans-serif}"
    "main{max-width:900px;margin:auto;padding:12px 16px}h1{font-size:1.3rem;margin:0 0 8px}p{margin:0}"
    "#controls{display:flex;flex-wrap:wrap;gap:6px;align-items:center}"
    "button,select{font:inherit;min-height:40px;padding:4px 12px}#play{min-width:7em}"
    "label{margin-left:8px}#ply{width:100%;margin:10px 0 2px;box-sizing:border-box}"
    "svg{display:block;width:100%;height:auto}.cfw-step-curve,main>svg:not(#table){overflow:visible}"
    "main>svg:not(#table){height:56px;width:calc(100% - 16px);margin:0 8px 8px;border-bottom:1px solid}"
    "#said{min-height:5.8em;margin-bottom:6px}#said p:first-child{font-weight:600}"
    f".attempt{{font-weight:600;border-left:4px solid {colour('blame', PAGE)};padding-left:8px;margin-bottom:8px}}"
    f".worth,details{{color:{colour('muted', PAGE)};font-size:.9rem;margin-top:8px}}pre{{white-space:pre-wrap}}"
    "@media print{#controls,#ply,details{display:none}}"
)

_SCRIPT = """'use strict';
const film = JSON.parse(document.getElementById('film').textContent);
const at = (id) => document.getElementById(id);
const last = film.boards.length - 1, slider = at('ply'), said = at('said');
const cursor = document.querySelector('.cfw-step-cursor'), past = document.querySelector('main > svg rect');
const parts = [];
for (const part of film.parts) parts.push(typeof part === 'string' ? part : parts[part[0]].slice(0, -1) + part[1]);
const joined = (numbers, by) => numbers.map((n) => parts[n]).join(by);
let ply = film.ply, timer = 0;
function show(to) {
  ply = Math.min(Math.max(to, 0), last);
  slider.value = ply;
  at('board').innerHTML = joined(film.boards[ply], '');
  at('words').textContent = joined(film.words[ply], '\\n');
  said.replaceChildren(...film.said[ply].map((n) => {
    return Object.assign(document.createElement('p'), {textContent: parts[n]});
  }));
  slider.setAttribute('aria-valuetext', parts[film.said[ply][0]]);
  if (cursor) {
    cursor.setAttribute('d', cursor.getAttribute('d').replace(/^M\\d+/, 'M' + ply));
    past.setAttribute('width', ply);
  }
  if (ply === last) rest();
}
function rest() {
  clearInterval(timer);
  timer = 0;
  at('play').textContent = film.play;
  said.setAttribute('aria-live', 'polite');
}
function run() {
  clearInterval(timer);
  timer = setInterval(() => show(ply + 1), Number(at('speed').value));
  at('play').textContent = film.pause;
  said.setAttribute('aria-live', 'off');
}
function play() {
  if (timer) return rest();
  if (ply === last) show(0);
  if (last) run();
}
const steps = {first: () => show(0), back: () => show(ply - 1), play, on: () => show(ply + 1), last: () => show(last)};
for (const [name, step] of Object.entries(steps)) at(name).addEventListener('click', step);
slider.addEventListener('input', () => show(Number(slider.value)));
at('speed').addEventListener('change', () => timer && run());
const keys = {ArrowLeft: steps.back, ArrowRight: steps.on, Home: steps.first, End: steps.last, ' ': play};
document.addEventListener('keydown', (event) => {
  const own = event.target.closest('select, summary') || (event.key === ' ' && event.target.closest('button'));
  if (own || !keys[event.key] || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  keys[event.key]();
});
"""
