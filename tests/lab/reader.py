"""A page as a screen reader has it: the accessibility tree, and a keyboard. Nothing else of the page is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page

PATIENCE_MS = 20_000
STEP_MS = 20


@dataclass
class Node:
    """What the tree says of one thing on the page; it is true if there is anything."""

    role: str = ""
    name: str = ""
    focused: bool = False
    live: bool = False
    children: list[Node] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.role)

    def __iter__(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child

    def find(self, role: str, name: str = "") -> Node:
        """The first of what is in here with this role, and with a name that begins so."""
        return next((node for node in self if node.role == role and node.name.startswith(name)), Node())

    @property
    def text(self) -> str:
        """All that stands in here."""
        return " ".join(node.name for node in self if node.role == "StaticText")

    @property
    def spoken(self) -> str:
        """What was said last."""
        return next((node.text for node in self if node.live), "")

    @property
    def focus(self) -> Node:
        """What has the focus in here; nothing if that is elsewhere, on what has no name, or on the board as a whole."""
        return next((node for node in self if node.focused and node.name and node.role != "application"), Node())


def _role(node: dict) -> str:
    """The role; what is ignored has none, but what is in it may have."""
    return "none" if node["ignored"] else node["role"]["value"]


class Reader:
    """Reads the one board of a page and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")
        self.root: int | None = None

    def board(self) -> Node:
        """The board as it is told now; nothing while there is none."""
        if self.root is None:
            nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
            self.root = next((node["backendDOMNodeId"] for node in nodes if _role(node) == "application"), None)
            if self.root is None:
                return Node()
        # The board's part of the tree alone: JupyterLab's is read ten times as long.
        nodes = self.session.send("Accessibility.queryAXTree", {"backendNodeId": self.root})["nodes"]
        told = {node["nodeId"]: node for node in nodes}

        def read(node: dict) -> Node:
            values = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
            children = [read(told[id]) for id in node.get("childIds", ()) if id in told]
            name = "" if node["ignored"] else node.get("name", {}).get("value", "")
            return Node(_role(node), name, bool(values.get("focused")), values.get("live") == "polite", children)

        return read(next(node for node in nodes if _role(node) == "application"))

    def until(self, what: str, wanted: Callable[[Node], object]) -> Node:
        """The board as soon as it is as wanted."""
        for _ in range(PATIENCE_MS // STEP_MS):
            board = self.board()
            if board and wanted(board):
                return board
            self.page.wait_for_timeout(STEP_MS)
        board = self.board()
        raise AssertionError(f"never came: {what}; said was {board.spoken!r}, the focus is on {board.focus}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    # Where the keys lead

    def enter(self) -> None:
        """Comes to the board by the Tab key from wherever the page has the focus."""
        self.until("a board", lambda board: board.find("button", "Hint"))
        for _ in range(120):
            if self.board().focus:
                return
            self.press("Tab")
        raise AssertionError("Tab does not lead to the board")

    def walk(self, name: str, key: str = "Tab") -> None:
        """Presses `key` until what has the focus has a name that begins so."""
        for _ in range(120):
            if self.board().focus.name.startswith(name):
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead to {name!r}")
