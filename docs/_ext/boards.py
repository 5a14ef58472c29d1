"""Directives that show boards without a kernel: `board` draws a position, `replay` plays a recorded line."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from html import escape
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from canfield_widget import Game, html_replay, position_svg, read_position, speak_position
from canfield_widget.stepper_parts import dark_colours


class DrawnBoard(nodes.General, nodes.Element):
    """A position as inline SVG, whose colours are those of the page."""


class RecordedLine(nodes.General, nodes.Element):
    """A line as a page of its own, in a frame."""


class BoardDirective(SphinxDirective):
    """The position that the content describes, or that a game's text ends with; the argument is the caption."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {
        "arrows": directives.unchanged,
        "highlight": directives.unchanged,
        "width": directives.positive_int,
    }

    def run(self) -> list[nodes.Node]:
        source = " ".join(self.content)
        position = Game.from_text(source).position if "; deal " in source else read_position(source)
        drawn = position_svg(
            position,
            theme="page",
            width=self.options.get("width", 640),
            arrows=self.options.get("arrows", "").split(),
            highlight=self.options.get("highlight", "").split(),
        )
        said = self.arguments[0] if self.arguments else ""
        return [DrawnBoard("", svg=drawn, caption=said, words=speak_position(position))]


class ReplayDirective(SphinxDirective):
    """The line of the game text that is the content; the argument is the caption."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"lang": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        source = " ".join(self.content)
        page = html_replay(source, lang=self.options.get("lang", "en"))
        return [RecordedLine("", page=page, caption=self.arguments[0])]


def _board_html(self, node: DrawnBoard) -> None:
    caption = f"<figcaption>{escape(node['caption'])}</figcaption>" if node["caption"] else ""
    self.body.append(f'<figure class="board">{node["svg"]}{caption}</figure>\n')
    raise nodes.SkipNode


def _replay_html(self, node: RecordedLine) -> None:
    # Its name is its content, so that two builds write the same files.
    name = f"_replays/{hashlib.sha256(node['page'].encode()).hexdigest()[:12]}.html"
    path = Path(self.builder.outdir, name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(node["page"], encoding="utf-8")
    there = relative_uri(self.builder.get_target_uri(self.builder.current_docname), name)
    width, height = re.search(r'id="table"[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"', node["page"]).groups()
    caption = escape(node["caption"])
    self.body.append(
        f'<figure class="replay"><iframe src="{there}" title="{caption}" loading="lazy" '
        f'style="--shape:{float(height) / float(width):.4f}"></iframe>'
        f'<figcaption>{caption} <a href="{there}">On a page of its own</a></figcaption></figure>\n'
    )
    raise nodes.SkipNode


def _text(self, node: nodes.Element) -> None:
    self.add_text(node.get("words") or node["caption"])
    raise nodes.SkipNode


def _write_colours(app: Sphinx) -> None:
    """The colours of the boards in dark pages, by Furo's switch and by the reader's system."""
    dark = f"{{{dark_colours()}}}"
    sheet = f'body[data-theme="dark"]{dark}\n@media (prefers-color-scheme:dark){{body[data-theme="auto"]{dark}}}\n'
    path = Path(app.outdir, "_static", "boards.css")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(sheet, encoding="utf-8")


def _front_door(app: Sphinx, error: Exception | None) -> None:
    """A page at the top that leads to the first one, which lies in `docs` as the sources do."""
    if error or app.builder.format != "html":
        return
    there = app.builder.get_target_uri(app.config.root_doc)
    Path(app.outdir, "index.html").write_text(
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(app.config.html_title)}</title>'
        f'<meta http-equiv="refresh" content="0;url={there}"></head><body><a href="{there}">To the pages</a></body>\n',
        encoding="utf-8",
    )


def setup(app: Sphinx) -> dict[str, object]:
    """Adds both directives, and keeps what pages execute away from the reader's own games."""
    os.environ["CANFIELD_WIDGET_DATA"] = tempfile.mkdtemp(prefix="canfield-docs-")
    app.add_node(DrawnBoard, html=(_board_html, None), text=(_text, None))
    app.add_node(RecordedLine, html=(_replay_html, None), text=(_text, None))
    app.add_directive("board", BoardDirective)
    app.add_directive("replay", ReplayDirective)
    app.connect("builder-inited", _write_colours)
    app.connect("build-finished", _front_door)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
