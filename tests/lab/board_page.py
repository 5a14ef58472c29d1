"""Boards in a page of any host as a person uses them: what is seen of them, and moves by mouse, touch and keys."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page

from canfield_widget.cards import Card
from canfield_widget.legality import foundation_with_top
from canfield_widget.moves import Move
from canfield_widget.position import Position
from canfield_widget.rules import steps


class BoardPage:
    """A page with boards, by their number; `problems` are the errors that nobody caught in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def board(self, n: int = 0) -> Locator:
        return self.page.locator(".cfw-root[data-rev]").nth(n)

    def wait_for_rev(self, rev: int, *, n: int = 0, timeout: float = 15_000) -> None:
        """Waits until board `n` shows the state `rev` and has no command on its way."""
        self.page.locator(".cfw-root").nth(n).and_(
            self.page.locator(f".cfw-root[data-rev='{rev}']:not([data-busy])")
        ).wait_for(timeout=timeout)

    def rev(self, n: int = 0) -> int:
        return int(self.board(n).get_attribute("data-rev") or "-1")

    def place(self, pile: str, n: int = 0) -> Locator:
        return self.board(n).locator(f".cfw-place[data-pile='{pile}']")

    def card(self, card: Card, pile: str, n: int = 0) -> Locator:
        """The element of a card that lies face up in a pile."""
        return self.board(n).locator(f"[data-face='{card}'][data-in='{pile}']").last

    def message(self, n: int = 0) -> str:
        return self.board(n).locator("[data-kind]").inner_text()

    def panel(self, name: str, n: int = 0) -> Locator:
        """The open panel, on the page of that name."""
        self.board(n).locator("[data-do=menu]").click()
        panel = self.board(n).locator(".cfw-panel")
        panel.wait_for()
        if name != "menu":
            panel.locator(f"button[data-do*='\"{name}\"']").click()
            panel.locator(".cfw-panel-top button").nth(1).wait_for()
        return panel

    def item(self, words: str, n: int = 0) -> Locator:
        """What can be pressed on the open page of the panel under these words."""
        return self.board(n).locator(".cfw-panel button", has_text=words).first

    def press(self, card: Locator) -> tuple[float, float]:
        """Puts the mouse on the index of a card and presses the button."""
        card.scroll_into_view_if_needed()
        box = card.bounding_box()
        assert box
        x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.09
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        return x, y

    def drag(self, position: Position, move: Move, n: int = 0) -> None:
        """Plays a move as a person would: a click on the stock, or the card to its pile with the mouse button held."""
        if "S" in (move.source, move.target):
            self.place("S", n).click(position={"x": 10, "y": 10}, force=True)
            return
        source, target = self.ends(position, move)
        card = self.card(position.pile(source)[-move.count], source, n)
        self.press(card)
        onto = position.pile(target)
        goal = self.card(onto[-1], target, n) if onto and target[0] == "T" else self.place(target, n)
        box, held = goal.bounding_box(), card.bounding_box()
        assert box
        assert held
        self.page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3, steps=5)
        self.page.mouse.up()

    def touch(self) -> Callable[..., None]:
        """A function that sends touch events of one finger: kind, and where it is."""
        session = self.page.context.new_cdp_session(self.page)

        def send(kind: str, x: float = 0, y: float = 0) -> None:
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        return send

    # By keyboard

    def focus_the_board(self, n: int = 0) -> None:
        """Puts the keyboard focus on the board's one Tab stop among the cards."""
        self.board(n).locator(".cfw-felt [tabindex='0']").first.focus()

    def focused(self) -> tuple[str | None, str | None]:
        """Pile and face of what has the focus."""
        found = self.page.evaluate(
            "() => [document.activeElement.dataset.in ?? document.activeElement.dataset.pile, "
            "document.activeElement.dataset.face ?? null]"
        )
        return found[0], found[1]

    def play_by_keys(self, position: Position, move: Move) -> None:
        """Plays a move by the keyboard: d for the stock, else arrows to the card, Enter, arrows to the pile, Enter."""
        if "S" in (move.source, move.target):
            self.page.keyboard.press("d")
            return
        source, target = self.ends(position, move)
        self._walk(position, source, str(position.pile(source)[-move.count]))
        self.page.keyboard.press("Enter")
        self._press_until("ArrowRight", lambda: self.focused()[0] == target)
        self.page.keyboard.press("Enter")

    def _press_until(self, key: str, done: Callable[[], bool]) -> None:
        for _ in range(40):
            if done():
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} leads nowhere: the focus is on {self.focused()}")

    def _walk(self, position: Position, pile: str, face: str) -> None:
        """Goes to a card by arrow keys alone: to its row, along the row, along the fan."""
        names = position.pile_names()
        rows = ([name for name in names if name[0] in "SWF"], [name for name in names if name[0] in "RT"])
        row = rows[pile[0] in "RT"]
        self._press_until("ArrowDown" if row is rows[1] else "ArrowUp", lambda: self.focused()[0] in row)
        way = row.index(pile) - row.index(self.focused()[0] or "")
        self._press_until("ArrowRight" if way > 0 else "ArrowLeft", lambda: self.focused()[0] == pile)
        faces = [str(card) for card in position.pile(pile)]
        here = self.focused()[1]
        up = here is not None and faces.index(here) > faces.index(face)
        self._press_until("ArrowUp" if up else "ArrowDown", lambda: self.focused() == (pile, face))

    @staticmethod
    def ends(position: Position, move: Move) -> tuple[str, str]:
        """The names of the piles of a legal or illegal move; the first foundation stands for all of them."""
        source = move.source
        if source[0] == "F":
            source = f"F{(foundation_with_top(position, source) or 0) + 1}"
        target = move.target if move.target != "F" else steps(position, move)[0].target
        return source, target
