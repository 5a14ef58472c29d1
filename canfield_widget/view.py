"""What the browser may see of a game: the `state` of docs/protocol.md. Nothing that lies face down leaves here."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from canfield_widget.cards import UNKNOWN, Card
from canfield_widget.editor import Editor
from canfield_widget.game import Game, Status
from canfield_widget.legality import foundation_with_top
from canfield_widget.moves import FOUNDATION, Move
from canfield_widget.rules import Step, steps
from canfield_widget.speech import title_of
from canfield_widget.texts import text
from canfield_widget.variants import ReserveFace, Variant

Keys = dict[str, tuple[str, ...]]
"""For each pile the keys of its cards, bottom card first."""

_DIGITS = "23456789abcdefghjkmnpqrstuvwxyz"


def random_names(count: int) -> list[str]:
    """`count` different short names that say nothing."""
    return ["".join(_DIGITS[n // len(_DIGITS) ** i % len(_DIGITS)] for i in range(4))
            for n in random.SystemRandom().sample(range(len(_DIGITS) ** 4), count)]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Message:
    """The sentence of the message line: its kind, the sentence in a language, and the keys of the cards to blame."""

    kind: str
    say: Callable[[str], str]
    blame: tuple[str, ...] = ()


class CardKeys:
    """The keys of a game's cards at every ply of its line, drawn anew for each game.

    The names of cards in the page: two cards may be equal, and a name that is the card would tell what lies
    face down.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = random_names(1)[0]
        start = game.start
        sizes = {pile: len(start.pile(pile)) for pile in start.pile_names()}
        names = iter(random_names(sum(sizes.values())))
        self._plies: list[Keys] = [{pile: tuple(next(names) for _ in range(size)) for pile, size in sizes.items()}]
        self._line: tuple[Move, ...] = ()

    def now(self) -> Keys:
        """The keys at the game's cursor."""
        line = self.game.line
        same = 0
        while same < min(len(line), len(self._line)) and line[same] == self._line[same]:
            same += 1
        del self._plies[same + 1 :]
        positions = self.game.positions
        for before, after, move in zip(positions[same:], positions[same + 1 :], line[same:], strict=False):
            self._plies.append(_after(self._plies[-1], steps(before, move), after.pile_names()))
        self._line = line
        return self._plies[self.game.ply]

    def lifted(self, move: Move) -> tuple[str, ...]:
        """The keys that may stand for the deepest card that `move` lifts; several where foundations are equal."""
        position, keys = self.game.position, self.now()
        if move.source[0] == FOUNDATION:
            return tuple(
                keys[f"F{n + 1}"][-1]
                for n, pile in enumerate(position.foundations)
                if pile and move.source[1:] == pile[-1].suit + str(pile[-1])[0]
            )
        pile = keys.get(move.source, ())
        return (pile[-move.count],) if 0 < move.count <= len(pile) else ()

    def take(self, move: Move, key: str) -> None:
        """Lets the card `key` be the one that a foundation gives back, where several foundations are equal.

        What is known of later plies is forgotten: there the other card was taken.
        """
        n = foundation_with_top(self.game.position, move.source) if move.source[0] == FOUNDATION else None
        if n is None:
            return
        keys = dict(self.now())
        first = f"F{n + 1}"
        other = next(name for name, pile in keys.items() if pile and pile[-1] == key)
        keys[first], keys[other] = (*keys[first][:-1], key), (*keys[other][:-1], keys[first][-1])
        ply = self.game.ply
        self._plies[ply:], self._line = [keys], self._line[:ply]

    def of(self, cards: Iterable[Card]) -> tuple[str, ...]:
        """The keys of `cards` as far as they lie face up, one for each."""
        keys, seen = self.now(), self.game.position.player_view()
        found: list[str] = []
        wanted = [card for card in cards if card != UNKNOWN]
        places = [(name, i) for name in seen.pile_names() for i in range(len(seen.pile(name)) - 1, -1, -1)]
        tops = sorted(places, key=lambda place: len(seen.pile(place[0])) - place[1])
        for card in wanted:
            key = next((keys[n][i] for n, i in tops if seen.pile(n)[i] == card and keys[n][i] not in found), None)
            found += [key] if key else []
        return tuple(found)


def _after(keys: Keys, transfers: tuple[Step, ...], piles_left: tuple[str, ...]) -> Keys:
    piles = dict(keys)
    for step in transfers:
        pile = piles[step.source]
        cut = len(pile) - step.count
        piles[step.source] = pile[:cut]
        piles[step.target] += pile[cut:][::-1] if step.turned else pile[cut:]
    return {name: piles[name] for name in piles_left}


def _shape(v: Variant) -> dict[str, Any]:
    return {
        "columns": v.columns, "foundations": v.foundations, "decks": v.decks, "reserves": v.reserve_piles,
        "reserveSize": v.reserve_size, "reserveFace": v.reserve_face,
        "packet": v.deal_count if isinstance(v.deal_count, int) else max(v.deal_count),
    }  # fmt: skip


def state_of(game: Game, keys: CardKeys, lang: str) -> dict[str, Any]:
    """The part of `state` that follows from the game: everything but `rev`, `message`, `settings` and `answers`."""
    position, seen, v = game.position, game.position.player_view(), game.start.variant
    names, status, last = keys.now(), game.status, game.ply == len(game.line)
    legal: list[dict[str, Any]] = []
    for move in game.legal_moves():
        first = steps(position, move)[0]
        card = None if "S" in (move.source, move.target) else keys.lifted(move)[0]
        legal.append({"move": str(move), "from": first.source, "to": first.target, "card": card, "count": first.count})
    return {
        "game": keys.name,
        "title": title_of(v, lang),
        "deal": game.deal,
        "lang": lang,
        "ranks": v.ranks,
        "base": position.base,
        "shape": _shape(v),
        "piles": {
            name: [[key, None if card == UNKNOWN else str(card)]
                   for key, card in zip(names[name], seen.pile(name), strict=True)]
            for name in seen.pile_names()
        },
        "fan": position.packet,
        "moves": legal,
        "ply": game.ply,
        "undo": game.ply > 0,
        "redo": not last,
        "pass": {"number": game.redeals + 1 if v.passes is None else position.pass_number, "of": v.passes},
        "score": None if game.score is None else money(game.score, lang),
        "status": status,
    }  # fmt: skip


def editor_state(editor: Editor, settings: dict[str, Any], lang: str) -> dict[str, Any]:
    """What differs in `state` while a position is set up: every card in sight, and each may be laid anywhere."""
    laid, now = editor.laid, editor.position
    return {
        "game": "editor",
        "title": text("edit-title", lang),
        "deal": None,
        "shape": {**_shape(editor.variant), "reserveFace": ReserveFace.ALL},
        "settings": {**settings, "click": "select", "show_time": False},
        "allow": ["undo"],
        "paused": False,
        "moves": [],
        "ranks": editor.variant.ranks,
        "base": laid.base,
        "piles": {name: [[str(n), str(editor.cards[n])] for n in pile] for name, pile in laid.piles.items()},
        "fan": now.packet,
        "free": True,
        "ply": editor.changes,
        "undo": editor.can_undo,
        "redo": editor.can_redo,
        "pass": {"number": 1, "of": None},
        "score": None,
        "status": Status.PLAYING,
        "hint": None,
        "finish": False,
        "shown": [],
        "result": [],
        "marked": [],
        "arrows": [],
    }


def money(amount: int, lang: str) -> str:
    """An amount of money with its sign, for the board."""
    return text("money", lang, sign="−" if amount < 0 else "+" if amount else "", amount=abs(amount))


def standing(game: Game, plain: Message) -> Message:
    """The message after a change of the board: that the game is won or stuck, else `plain`."""
    status, n = game.status, game.start.variant.pack_size
    if status is Status.WON:
        return Message(Status.WON, lambda lang: text("all-up", lang, n=n))
    return Message(Status.STUCK, lambda lang: text("stuck", lang)) if status is Status.STUCK else plain
