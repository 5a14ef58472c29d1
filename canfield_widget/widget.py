"""The board to play on."""

# pyright: basic
# anywidget, ipywidgets and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from canfield_widget.arguments import expect
from canfield_widget.board import ALLOWED
from canfield_widget.board_widget import BoardWidget
from canfield_widget.commands import Desk
from canfield_widget.editing import begin
from canfield_widget.game import Game
from canfield_widget.hints import Hint, HintKind, hint
from canfield_widget.notation import read_position, write_variant
from canfield_widget.position import Position
from canfield_widget.save_file import Fleeting, fleeting
from canfield_widget.saves import Saves, saves_path
from canfield_widget.session import Session
from canfield_widget.settings import checked, expect_settings
from canfield_widget.solver.search import DEFAULT_SECONDS
from canfield_widget.variants import Variant

if TYPE_CHECKING:
    import pandas


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


def _has_visitors() -> bool:
    """True where everybody who opens a page has the files of who started the server: in Voilà and `marimo run`."""
    marimo = sys.modules.get("marimo")
    return "VOILA_KERNEL_ID" in os.environ or (marimo is not None and marimo.app_meta().mode == "run")


class CanfieldWidget(BoardWidget):
    """A board to play on: shown by the notebook when it is the last value of a cell.

    `variant` is an id of `VARIANTS` or a `Variant`; the cards come from a deal number (`seed`), from the cards of
    `deck` in deal order, from `position` (a Position or its text), or, where none of them is given, from the running
    game of these rules, and if there is none from a random deal. A deal comes back as it was left, too, if it is the
    running game; a position does not.

    Observable traits: `moves` (tokens of the moves made; setting it replays from the deal), `ply` (their number),
    `status` (`playing`, `won` or `stuck`), and every setting of `SETTINGS`, such as `lang` (`en`, `de` or None for the
    language of the page), `hints`, `click` or `large`. A setting given by name is for this board alone; one that is
    changed later is kept for the next ones.

    Games and settings are kept in the file of `saves`; `saves=False` keeps nothing, `saves` may name a file. Where
    Python cannot keep them, or in Voilà and `marimo run` has a file for all who visit, the page keeps the game.
    `allow` is what is there of `undo`, `hints` and `solver`: all, unless a class should do without some.

    Raises ValueError for an unknown variant, for cards or a position that are not complete, and for a setting that
    does not have such a value.

    >>> game = CanfieldWidget(seed=7, saves=False)
    >>> game.play("S-W")
    >>> game.moves, game
    (['S-W'], <CanfieldWidget canfield, deal 7, ply 1, playing>)
    """

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
        expect_settings(settings)
        expect(allow, Collection, "allow", f"some of {', '.join(ALLOWED)}")
        expect(saves, (bool, str, Path, Saves), "saves", "True, False, the path of a file, or Saves")
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
        passing = None if saves is False else fleeting(path or saves_path())
        if saves is True and _has_visitors():
            passing = passing or Fleeting.VISITORS
        kept = None if saves is False or passing in (Fleeting.NO_SQLITE, Fleeting.VISITORS) else Saves(path)
        session = Session.given(game, kept)
        if kept is not None and position is None:
            session = _running(kept, game, wanted=given[1]) or session
        known = kept.settings() if kept is not None else {}
        if kept is not None:
            kept.played(write_variant(session.game.start.variant))
        asked = game.deal if given[1] else None
        shown = checked({**known, **settings})
        super().__init__(lambda: Desk(session, kept, shown, allow, fleeting=passing, asked_deal=asked))

    def __repr__(self) -> str:
        game = self._board.game
        where = f"deal {game.deal}" if game.deal is not None else "own cards"
        return f"<CanfieldWidget {game.start.variant.id}, {where}, ply {game.ply}, {self.status}>"

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

    def edit(self, position: Position | str | None = None) -> None:
        """Opens the editor on the board: any card may be laid anywhere, and what is laid can be played from there.

        It begins with `position` or its text, else with what is seen of the game; the game stays until another is
        played. Raises NotationError for a text that cannot be read.
        """
        start = read_position(position) if isinstance(position, str) else position
        if not isinstance(start, (Position, type(None))):
            raise ValueError(f"position: read {position!r}, expected a Position, its text, or None")
        with self._changing():
            begin(self._board, start)

    def frame(self) -> pandas.DataFrame:
        """The line of the game on the board as a pandas DataFrame, with the seconds of each move: see `line_rows`.

        Raises ImportError without pandas.
        """
        with self._lock:
            return self.game.frame()

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
