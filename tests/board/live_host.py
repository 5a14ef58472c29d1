"""A board in a real browser with its real Python behind it, without Jupyter: what the page asks, the widget answers."""

from __future__ import annotations

from fake_host import FakeHost

TRAITS = ("state", "search", "page", "words")


class LiveHost(FakeHost):
    """The page of a widget. `widget` may be used from the test as well; `pull` shows the page what that has changed."""

    def __init__(self, page, widget, **options):
        self.widget = widget
        page.expose_function("kernel", self._kernel)
        super().__init__(page, change=self._take, **options)
        self.pull()

    def _take(self, state: dict) -> None:
        state.clear()
        state.update(self.widget.state)

    def _told(self) -> dict:
        return {name: getattr(self.widget, name) for name in TRAITS}

    def _kernel(self, outbox: list[dict]) -> dict:
        self.widget.set_state({"outbox": outbox})
        return self._told()

    def pull(self) -> None:
        """Tells the page what the widget says now."""
        self.page.evaluate("(told) => window.board.take(told)", self._told())
        self.settle()

    def wait(self) -> None:
        """Until everything the page has asked is answered and nothing moves."""
        self.page.wait_for_function("!document.querySelector('.cfw-root[data-busy]')")
        self.state = dict(self.widget.state)
        self.settle()
