"""A board in the notebook: traitlets on one side, the board on the other."""

# pyright: basic
# anywidget, ipywidgets and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from canfield_widget.commands import Desk
from canfield_widget.game import Game
from canfield_widget.moves import Move, read_move
from canfield_widget.panel import page
from canfield_widget.pointing import Arrows, Cards
from canfield_widget.position import Position
from canfield_widget.saves import Trouble
from canfield_widget.searches import Found, Question, Searches
from canfield_widget.settings import SETTINGS
from canfield_widget.sheets import sheet
from canfield_widget.speech import Explanation
from canfield_widget.svg import position_svg
from canfield_widget.texts import LANGUAGES, board_words, text
from canfield_widget.view import Message

_STATIC = Path(__file__).parent / "static"


def _speak_trouble(trouble: Trouble, lang: str) -> str:
    return text("trouble", lang, what=text(f"trouble-{trouble.kind}", lang, path=trouble.path))


class BoardWidget(anywidget.AnyWidget):
    """A board that a notebook shows, whatever lies on it: its traits, what Python may do, and what is told to the page.

    Observable traits: `moves` (tokens of the moves made; setting it replays from the deal), `ply` (their number),
    `status` (`playing`, `won` or `stuck`), and every setting of `SETTINGS`.
    """

    _esm = _STATIC / "widget.js"
    _css = _STATIC / "widget.css"

    state = traitlets.Dict().tag(sync=True)
    search = traitlets.Dict().tag(sync=True)
    page = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    outbox = traitlets.List().tag(sync=True, echo_update=False)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    ply = traitlets.Int().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    lang = traitlets.Enum([None, *LANGUAGES], allow_none=True).tag(sync=True)
    hints = traitlets.Enum([*SETTINGS["hints"].values], allow_none=True)
    winnable = traitlets.Bool()
    click = traitlets.Enum([*SETTINGS["click"].values])
    auto_finish = traitlets.Bool()
    auto_up = traitlets.Bool()
    speed = traitlets.Enum([*SETTINGS["speed"].values])
    auto_pause = traitlets.Bool()
    show_time = traitlets.Bool()
    chance = traitlets.Bool()
    large = traitlets.Bool()
    mirrored = traitlets.Bool()
    four_colours = traitlets.Bool()
    theme = traitlets.Enum([*SETTINGS["theme"].values])

    def __init__(self, make_board: Callable[[], Desk]) -> None:
        """A board around what `make_board` makes, on the thread that may tell the page."""
        self._lock = threading.RLock()
        self._searches = Searches(self._found)
        self._teller: int | None = threading.get_ident()
        self._tellings, self._trouble = 0, None
        self._board = make_board()
        saves = self._board.saves
        if saves is not None:
            saves.told = self._troubled
            self._trouble = saves.trouble
        self._board.watch()
        super().__init__(**self._told())
        self._teller = None
        self._board.session.keep()
        if self._trouble:
            self._tell()
        self._searches.follow(self._board.questions)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The board, and beside it SVG and text of what a player sees, for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        lang = self._board.language
        seen = self._board.game.position.player_view()
        fallback = {"image/svg+xml": position_svg(seen, lang=lang), "text/plain": f"{self!r}\n{seen}"}
        return {**data, **fallback}, metadata

    # The game from Python

    @property
    def game(self) -> Game:
        """The game on the board: its line, positions and text. Change it through the widget, which tells the board."""
        return self._board.game

    @property
    def position(self) -> Position:
        """The position on the board, hidden cards included."""
        return self._board.game.position

    def play(self, move: Move | str) -> None:
        """Plays the move; the board follows. Raises IllegalMove, and ValueError for a token that cannot be read."""
        with self._changing():
            self._board.play(move if isinstance(move, Move) else read_move(move))

    def undo(self) -> bool:
        """True if a move was taken back; False if there was none."""
        with self._changing():
            return self._board.undo()

    def redo(self) -> bool:
        """True if a move was made again; False if there was none."""
        with self._changing():
            return self._board.redo()

    def restart(self) -> None:
        """The same deal from its beginning, as another game; the moves can be made again until another one is made."""
        with self._changing():
            self._board.restart()

    def mark(self, cards: Cards = (), arrows: Arrows = (), note: str = "") -> None:
        """Points at cards (`7H`), piles (`T3`) and moves on the board, and says a note, until the board changes.

        An arrow is a move, legal or not, or a pair of cards or piles. Raises ValueError for what is not to be seen.
        """
        with self._changing():
            self._board.point(cards, arrows, note)

    def unmark(self) -> None:
        """Takes every mark and arrow of `mark` away, and the note."""
        with self._changing():
            self._board.point()
            self._board.say(self._board.opening())

    def close(self) -> None:
        """Takes the board out of the page and ends what is searched for it."""
        if hasattr(self, "_board"):  # not where __init__ raised
            with self._lock:
                self._board.questions.clear()
                self._searches.follow(())
                if self._board.saves is not None:
                    self._board.saves.close()
        super().close()

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move of the position on the board."""
        with self._lock:
            return self._board.game.legal_moves()

    def why_not(self, move: Move | str) -> Explanation | None:
        """None if the move is legal, else why it is not: `str()` of it is the sentence that the board says."""
        with self._lock:
            return self._board.game.why_not(move)

    # Between game and traits

    @contextmanager
    def _changing(self) -> Generator[None]:
        with self._lock:
            try:
                yield
            finally:
                self._tell()

    def _told(self) -> dict[str, Any]:
        board = self._board
        state = board.state() | {"sheet": self._sheet()}
        return {
            "state": state,
            "search": board.search(),
            "page": page(board),
            **board.settings,
            "words": dict(board_words(board.language)),
            "moves": [str(move) for move in board.game.moves],
            "ply": board.game.ply,
            "status": state["status"],
        }

    def _sheet(self) -> str:
        """The HTML between the bar and the cards."""
        return sheet(self._board)

    def _tell(self) -> None:
        try:
            self._board.watch()
            self._set(self._told())
            self._searches.follow(self._board.questions)
        finally:
            self._board.session.settle()
        if trouble := self._trouble:
            self._trouble = None
            self._board.say(Message("refusal", lambda lang: _speak_trouble(trouble, lang)))
            self._set(self._told())

    def _set(self, values: dict[str, Any]) -> None:
        before, self._teller = self._teller, threading.get_ident()
        self._tellings += 1
        mine = self._tellings
        try:
            with self.hold_sync():
                for name, value in values.items():
                    if self._tellings == mine:  # else an observer has changed the board, and newer values are told
                        setattr(self, name, value)
        finally:
            self._teller = before

    @property
    def _telling(self) -> bool:
        return self._teller == threading.get_ident()

    def _found(self, question: Question, found: int | Found) -> None:
        """What a search has reached or found, on its thread."""
        with self._lock:
            if isinstance(found, int):
                self._board.reach(question, found)
                self._set({"search": self._board.search()})
            elif self._board.take(question, found):
                self._tell()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Takes the browser's commands, and nothing else that it may want to set.

        The outbox is read as it came: a value that is equal to the last one, or of a wrong type, would never
        reach an observer. ipywidgets would let the page write to every synced trait, read-only or not.
        """
        if not isinstance(sync_data, dict) or "outbox" not in sync_data:
            return
        with self._lock:
            if self._board.carry_out(sync_data["outbox"]):
                before = self.state
                self._tell()
                if self.state == before:  # traitlets sends no equal value, and the answer may have been lost
                    self.send_state("state")

    @traitlets.validate("moves")
    def _replay(self, proposal: Any) -> list[str]:
        wanted = [str(move) for move in proposal["value"]]
        if self._telling or wanted == [str(move) for move in self._board.game.moves]:
            return wanted
        with self._lock:
            self._board.replay(wanted)
        return wanted

    @traitlets.observe("moves", *SETTINGS)
    def _follow(self, change: Any) -> None:
        if self._telling or not hasattr(self, "_board"):
            return
        with self._lock:
            if change["name"] in SETTINGS:
                self._board.set(change["name"], change["new"])
            self._tell()

    def _troubled(self, trouble: Trouble) -> None:
        """Notes why games are not kept, to be said when all else is told; they go on in memory."""
        self._trouble = trouble

    @traitlets.validate("state", "search", "page", "words", "ply", "status", "outbox")
    def _own(self, proposal: Any) -> Any:
        """These are written by the widget alone; whoever sets them from outside is told so."""
        if not self._telling:
            raise traitlets.TraitError(f"{proposal['trait'].name} is told by the board; use play(), undo() or moves")
        return proposal["value"]
