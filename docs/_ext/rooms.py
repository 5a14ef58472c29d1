"""The reference: a directive for the public names of a room, and links from `cw.name` and from types to them."""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Iterator
from importlib import import_module

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import canfield_widget as cw

_FOREIGN = "AnyWidget, Widget, VBox, HBox, Box, DOMWidget, LoggingHasTraits, HasTraits, HasDescriptors, ValueError"
_log = logging.getLogger(__name__)


def _lines(name: str, room: str) -> list[str]:
    """The directive of reStructuredText that describes a public name."""
    value = getattr(cw, name)
    if isinstance(value, type):
        # Members of an enum speak for themselves; whatever else is public has a docstring.
        bare = [] if not issubclass(value, enum.Enum) else ["   :undoc-members:"]
        return [
            f".. autoclass:: canfield_widget.{name}", "   :members:", f"   :inherited-members: {_FOREIGN}, str, object",
            *bare, "",
        ]  # fmt: skip
    if inspect.isroutine(value):
        return [f".. autofunction:: canfield_widget.{name}", ""]
    module = import_module(f"canfield_widget.{room}")
    said = ModuleAnalyzer.for_module(module.__name__).find_attr_docs().get(("", name))
    if said is None:  # what a class of Python says of itself is no word about the value
        own = type(value).__module__.startswith("canfield_widget")
        said = (inspect.getdoc(value) or "").splitlines() if own else [f"``{value!r}``"]
    return [f".. py:data:: canfield_widget.{name}", "", *(f"   {line}" for line in said), ""]


class RoomDirective(SphinxDirective):
    """What a room is for, and every public name that lives there."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        room = self.arguments[0]
        module = import_module(f"canfield_widget.{room}")
        self.env.note_dependency(module.__file__)
        names = [name for name, home in cw._ROOM_OF.items() if home == room]
        if not names:
            raise self.error(f"no public name lives in {room}")
        told = (inspect.getdoc(module) or "").splitlines()[0]
        rows = [row for name in names for row in _lines(name, room)]
        return self.parse_text_to_nodes("\n".join([told, "", "````{eval-rst}", *rows, "````"]))


def _ancestors(node: nodes.Node, kind: type[nodes.Element]) -> Iterator[nodes.Element]:
    while (node := node.parent) is not None:
        if isinstance(node, kind):
            yield node


def _link_names(app: Sphinx, tree: nodes.document) -> None:
    """Makes `cw.name` and `cw.name(...)` in the text links to the reference; tells of a name that there is not.

    In a docstring the bare name is enough.
    """
    for literal in list(tree.findall(nodes.literal)):
        if isinstance(literal.parent, addnodes.pending_xref | nodes.reference | nodes.title):
            continue
        text = literal.astext()
        name = re.split(r"[(\[.]", text.removeprefix("cw."))[0]
        if not re.match(r"cw\.\w", text):
            described = next(_ancestors(literal, addnodes.desc), None)
            if described is None or name not in cw.__all__ or name in described[0]["fullname"]:
                continue
        elif name not in cw.__all__:
            _log.warning("%s: canfield_widget has no %s", app.env.docname, name, type="rooms")
            continue
        link = addnodes.pending_xref(
            "", refdomain="py", reftype="obj", reftarget=f"canfield_widget.{name}", refexplicit=True, refwarn=True
        )
        literal.replace_self(link)
        link += literal


def _close_examples(app: Sphinx, tree: nodes.document) -> None:
    """Takes away what blocks have for tests alone: the empty line before a fence ends, nbval's marks."""
    for block in tree.findall(nodes.literal_block):
        text = re.sub(r"^# NBVAL_\w+\n", "", block.rawsource).rstrip()
        if block.rawsource == block.astext() != text:
            block.rawsource = text
            block[:] = [nodes.Text(text)]


def _find_type(app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.Element) -> object:
    """The public name that a type in a signature stands for; other types are words and no links."""
    if node.get("refdomain") != "py" or node.get("refexplicit"):
        return None
    parts = node["reftarget"].split(".")
    public = next((n for n, part in enumerate(parts) if part in cw.__all__), None)
    if public is None or (len(parts) > 1 and parts[0] != "canfield_widget"):
        return shown
    target = ".".join(["canfield_widget", *parts[public:]])
    found = env.get_domain("py").resolve_xref(env, node["refdoc"], app.builder, "obj", target, node, shown)
    return found or shown


def _as_they_are_told(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Docstrings are plain text with names in backticks: what reStructuredText reads beyond that is mended here."""
    for n in range(len(lines) - 1, -1, -1):
        if not lines[n].lstrip().startswith((">>>", "...")):
            lines[n] = "`".join(
                part if inside % 2 else part.replace("|", "\\|") for inside, part in enumerate(lines[n].split("`"))
            )
        if n == 0:
            continue
        if lines[n].startswith("* ") and lines[n - 1].strip() and not lines[n - 1].startswith(("* ", "  ")):
            lines.insert(n, "")


def setup(app: Sphinx) -> dict[str, object]:
    """Adds the directive `room` and the links."""
    app.add_directive("room", RoomDirective)
    app.connect("doctree-read", _link_names)
    app.connect("doctree-read", _close_examples)
    app.connect("missing-reference", _find_type)
    app.connect("autodoc-process-docstring", _as_they_are_told)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
