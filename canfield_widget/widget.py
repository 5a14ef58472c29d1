"""The board in the notebook: traitlets on one side, the game on the other."""

# pyright: basic
# anywidget, ipywidgets and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from canfield_widget.board import ALLOWED
from canfield_widget.commands import Desk
from canfield_widget.game import Game
from canfield_widget.hints import Hint, HintKind, hint
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import read_position, write_variant
from canfield_widget.panel import page
from canfield_widget.position import Position
from canfield_widget.refusals import Refusal
from canfield_widget.saves import Saves, Trouble
from canfield_widget.searches import Found, Question, Searches
from canfield_widget.session import Session
from canfield_widget.settings import SETTINGS, checked
from canfield_widget.solver.search import DEFAULT_SECONDS
from canfield_widget.svg import position_svg
from canfield_widget.texts import LANGUAGES, board_words, text
from canfield_widget.variants import Variant
from canfield_widget.view import Message

_STATIC = Path(__file__).parent / "static"


def _running(saves: Saves, game: Game, *, wanted: bool) -> Session | None:
    """The running game of the same rules; where a deal is wanted, only if it is that one and no board has it."""
    saved = saves.running(game.start.variant, here=not wanted)
    try:
        session = Session.resumed(saved, saves) if saved else None
    except ValueError:  # of a version that knows other rules; it stays in the file
        logging.getLogger(__name__).exception("a game that was kept cannot be read")
        session = None
    if session is None:
        return None
    return session if not wanted or session.game.start == game.start else None


def _speak_trouble(trouble: Trouble, lang: str) -> str:
    return text("trouble", lang, what=text(f"trouble-{trouble.kind}", lang, path=trouble.path))


class CanfieldWidget(anywidget.AnyWidget):
    """A board to play on: shown by the notebook when it is the last value of a cell.

    `variant` is an id of `VARIANTS` or a `Variant`; the cards come from a deal number (`seed`), from the cards of
    `deck` in deal order, from `position` (a Position or its text), or, where none of them is given, from the running
    game of these rules, and if there is none from a random deal. A deal comes back as it was left, too, if it is the
    running game; a position does not.

    Observable traits: `moves` (tokens of the moves made; setting it replays from the deal), `ply` (their number),
    `status` (`playing`, `won` or `stuck`), and every setting of `SETTINGS`, such as `lang` (`en`, `de` or None for the
    language of the page), `hints`, `click` or `large`. A setting given by name is for this board alone; one that is
    changed later is kept for the next ones.

    Games and settings are kept in the file of `saves`; `saves=False` keeps nothing, `saves` may name a file.
    `allow` is what is there of `undo`, `hints` and `solver`: all, unless a class should do without some.

    Raises ValueError for an unknown variant, for cards or a position that are not complete, and for a setting that
    does not have such a value.

    >>> game = CanfieldWidget(seed=7, saves=False)
    >>> game.play("S-W")
    >>> game.moves, game
    (['S-W'], <CanfieldWidget canfield, deal 7, ply 1, playing>)
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
    large = traitlets.Bool()
    mirrored = traitlets.Bool()
    four_colours = traitlets.Bool()
    theme = traitlets.Enum([*SETTINGS["theme"].values])

    def __init__(
        self,
        variant: str | Variant = "canfield",
        seed: int | None = None,
        *,
        position: Position | str | None = None,
        deck: str | None = None,
        saves: bool | str | Path | Saves = True,
        allow: Collection[str] = ALLOWED,
        **settings: Any,
    ) -> None:
        self._lock = threading.RLock()
        self._searches = Searches(self._found)
        self._teller: int | None = threading.get_ident()
        self._tellings, self._trouble = 0, None
        for name, value in settings.items():
            if name not in SETTINGS:
                raise TypeError(f"CanfieldWidget: read {name}=, expected a setting: {', '.join(SETTINGS)}")
            if not SETTINGS[name].takes(value):
                expected = ", ".join(map(repr, SETTINGS[name].values))
                raise ValueError(f"{name}: read {value!r}, expected one of {expected}")
        if unknown := [name for name in allow if name not in ALLOWED]:
            raise ValueError(f"allow: read {', '.join(unknown)}, expected some of {', '.join(ALLOWED)}")
        given = position is not None, seed is not None or deck is not None
        if all(given):
            raise ValueError("read a position together with a seed or a deck, expected one of them")
        if position is not None:
            game = Game(read_position(position) if isinstance(position, str) else position)
        else:
            game = Game.dealt(variant, seed=seed, deck=deck)
        path = saves.path if isinstance(saves, Saves) else None if isinstance(saves, bool) else Path(saves)
        kept = None if saves is False else Saves(path)
        session = Session(game, kept)
        if kept is not None and position is None:
            session = _running(kept, game, wanted=given[1]) or session
        known = kept.settings() if kept is not None else {}
        self._board = Desk(session, kept, checked({**known, **settings}), allow)
        if kept is not None:
            kept.told = self._troubled
            kept.played(write_variant(session.game.start.variant))
            self._trouble = kept.trouble
        super().__init__(**self._told())
        self._teller = None
        session.keep()
        if self._trouble:
            self._tell()

    def __repr__(self) -> str:
        game = self._board.game
        where = f"deal {game.deal}" if game.deal is not None else "own cards"
        return f"<CanfieldWidget {game.start.variant.id}, {where}, ply {game.ply}, {self.status}>"

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

    def new(self, variant: str | Variant | None = None, seed: int | None = None, *, deck: str | None = None) -> None:
        """Deals a new game, of the same variant unless another is named."""
        game = Game.dealt(variant or self._board.game.start.variant, seed=seed, deck=deck)
        with self._changing():
            self._board.show(Session(game, self._board.saves))

    def load(self, text: str) -> None:
        """Puts the game of a text on the board, as `Game.text` writes it. Raises NotationError or IllegalMove."""
        game = Game.from_text(text)
        with self._changing():
            self._board.show(Session.given(game, self._board.saves))

    def hint(
        self,
        kind: HintKind | str | None = None,
        *,
        budget_s: float | None = DEFAULT_SECONDS,
        budget_states: int | None = None,
    ) -> Hint:
        """A hint for the position, marked on the board until the next move. Kinds, budgets and errors: see `hint`.

        The cell waits for it; the board does not.
        """
        found = hint(self.position, kind or self._board.hint_kind, budget_s=budget_s, budget_states=budget_states)
        with self._changing():
            self._board.mark(found)
        return found

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

    def why_not(self, move: Move | str) -> Refusal | None:
        """None if the move is legal, else why it is not."""
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
        state = board.state()
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

    def _tell(self) -> None:
        try:
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
