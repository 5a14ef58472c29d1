"""What stands on the pages of the panel beside the board, as lists of items, which `panel` makes HTML of.

An item is a dict with a `kind`; where a player can do something, `do` is the command that is sent for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from canfield_widget.asking import AskingBoard
from canfield_widget.cards import UNKNOWN
from canfield_widget.clock import speak_time
from canfield_widget.faces import PAGE
from canfield_widget.game import Status
from canfield_widget.handbook import help_sections, questions
from canfield_widget.notation import read_variant, write_game, write_variant
from canfield_widget.review_page import can_be_reviewed, review_items
from canfield_widget.saves import Record, SavedGame, State
from canfield_widget.settings import SETTINGS, Setting
from canfield_widget.speech import sentence, speak_move, title_of
from canfield_widget.texts import text, words
from canfield_widget.variants import RULE_FIELDS, VARIANTS, Group, SpaceAfter, Variant, Wrap
from canfield_widget.wheel import name_place, speak_wheel, wheel_of
from canfield_widget.wheel_svg import wheel_svg

Item = dict[str, Any]


def _head(words: str) -> Item:
    return {"kind": "head", "text": words}


def _text(words: str) -> Item:
    return {"kind": "text", "text": words}


def _act(label: str, do: Item, **more: Any) -> Item:
    return {"kind": "act", "label": label, "do": do, **more}


def _turn(label: str, name: str) -> Item:
    """An entry that opens another page."""
    return _act(label, {"do": "open", "page": name}, leads=True)


# The menu


def _menu(board: AskingBoard) -> list[Item]:
    lang, solver = board.language, "solver" in board.allow
    plays = board.game.status is not Status.WON
    reviews = can_be_reviewed(board) and board.game.line and not board.session.paused

    def word(key: str) -> str:
        return text(key, lang)

    screen = [
        _act(word("large"), {"do": "set", "name": "large", "value": not board.settings["large"]},
             pressed=board.settings["large"]),
        {"kind": "full", "label": word("full-screen"), "leave": word("leave-full-screen")},
    ]  # fmt: skip
    about = [
        _turn(word("page-settings"), "settings"),
        *([] if board.session.paused else [_turn(word("page-moves"), "moves"), _turn(word("page-wheel"), "wheel")]),
        _turn(word("page-help"), "help"),
    ]
    if not board.deals:
        return [*screen, {"kind": "rule"}, *about]
    again = None if board.session.started else word("nothing-restart")
    return [
        _act(word("new-deal"), {"do": "new"}),
        *([_switch(board, SETTINGS["winnable"])] if solver else []),
        _act(word("restart"), {"do": "restart"}, off=again),
        *([_act(word("daily"), {"do": "daily"})] if solver else []),
        _turn(word("page-games"), "games"),
        {"kind": "rule"},
        *([_act(word("winnable-ask"), {"do": "winnable"})] if solver and plays else []),
        *([_turn(word("page-review"), "review")] if reviews else []),
        *([_act(word("pause"), {"do": "pause", "on": True})] if board.session.clock.running else []),
        *screen,
        {"kind": "rule"},
        _turn(word("page-share"), "share"),
        _turn(word("page-records"), "records"),
        *about,
    ]


# Other games


def _games(board: AskingBoard) -> list[Item]:
    lang, now = board.language, board.game.start.variant
    known = {item.record: item for item in board.saves.variants() if _is_readable(item.record)} if board.saves else {}
    starred = [record for record, item in known.items() if item.starred]
    played = [record for record, item in known.items() if item.played and record not in starred][:5]
    related = sorted(VARIANTS, key=lambda name: _distance(VARIANTS[name], now))
    rest = [name for name in related if name not in starred and name not in played]
    groups = (("favourites", starred), ("recent", played), ("related", rest))
    found: list[Item] = [
        {"kind": "field", "label": text("text-field", lang), "button": text("text-play", lang), "do": {"do": "new"}},
        _turn(text("page-rules", lang), "rules"),
        *([] if board.session.paused else [_act(text("edit-title", lang), {"do": "edit", "what": "begin"})]),
    ]
    for key, records in groups:
        if records:
            found += [_head(text(key, lang)), *(_variant(board, record, record in starred) for record in records)]
    return found


def _variant(board: AskingBoard, record: str, starred: bool) -> Item:
    lang = board.language
    title = title_of(read_variant(record), lang)
    changed = record.partition("{")[2].removesuffix("}")
    star = {"label": text("star", lang, title=title), "on": starred,
            "do": {"do": "star", "variant": record, "on": not starred}}  # fmt: skip
    note = {"note": changed} if changed else {}
    return _act(title, {"do": "new", "variant": record}, **({"star": star} if board.saves else {}), **note)


def _is_readable(record: str) -> bool:
    """False for a record of another version."""
    try:
        return bool(read_variant(record))
    except ValueError:
        return False


def _distance(one: Variant, other: Variant) -> int:
    """In how many rule values two rule sets differ."""
    return sum(getattr(one, name) != getattr(other, name) for name in RULE_FIELDS[4:])


_OWN: Mapping[str, tuple[object, ...]] = {
    "deal_count": (1, 2, 3), "passes": (None, 1, 2, 3), "group": tuple(Group), "space_after": tuple(SpaceAfter),
    "wrap": tuple(Wrap),
}  # fmt: skip


def own_rules(board: AskingBoard, name: str = "", value: str = "") -> Variant:
    """The player's own rules, after the value of one field was chosen. Raises ValueError for rules there cannot be."""
    now = board.own_rules or board.game.start.variant
    if not name:
        return now
    if name == "parent":
        return VARIANTS.get(value, now)
    chosen = next((each for each in _OWN.get(name, ()) if str(each) == value), now)
    if chosen is now:
        raise ValueError(f"{name}: read {value!r}, expected one of {', '.join(map(str, _OWN.get(name, ())))}")
    changes: dict[str, Any] = {name: chosen}
    if name == "passes" and isinstance(now.deal_count, tuple):
        changes["deal_count"] = now.deal_count[0]
    if name == "deal_count" and isinstance(now.deal_count, tuple):
        changes["passes"] = now.passes
    return replace(now, **changes)


def _rules(board: AskingBoard) -> list[Item]:
    lang, now = board.language, own_rules(board)
    parent = now.id if now.id in VARIANTS else next(iter(VARIANTS))
    found = [_choice(text("own-parent", lang), parent, {"do": "own", "name": "parent"},
                     [(name, title_of(row, lang)) for name, row in VARIANTS.items()])]  # fmt: skip
    for name, values in _OWN.items():
        here = getattr(now, name)
        own = values if here in values else (here, *values)
        options = [(str(value), _own_word(name, value, lang)) for value in own]
        found.append(_choice(text(f"own-{name}", lang), str(here), {"do": "own", "name": name}, options))
    return [
        _text(text("own-says", lang)), *found, _act(text("own-play", lang), {"do": "new", "own": True}, main=True),
        _text(write_variant(now)),
    ]  # fmt: skip


def _own_word(name: str, value: object, lang: str) -> str:
    key = f"own-{name}-{value}"
    return text(key, lang) if key in words(lang) else str(value)


def _choice(label: str, value: object, do: Item, options: Sequence[tuple[object, str]]) -> Item:
    return {"kind": "choice", "label": label, "value": value, "do": do,
            "options": [{"value": one, "label": word} for one, word in options]}  # fmt: skip


# What to show others, what was


def _share(board: AskingBoard) -> list[Item]:
    lang, game = board.language, board.game
    if game.deal is None and game.status is not Status.WON:
        return [_text(text("share-own", lang)), _turn(text("page-share-deck", lang), "share-deck")]
    said = game.text() if game.deal is not None else write_game(game.start, game.line, ply=game.ply)
    return [
        _text(text("share-says", lang)),
        {"kind": "copy", "text": said, "label": text("page-share", lang), "button": text("copy", lang),
         "done": text("copied", lang)},
        *([_turn(text("page-share-deck", lang), "share-deck")] if game.deal is not None else []),
    ]  # fmt: skip


def _share_deck(board: AskingBoard) -> list[Item]:
    lang, game = board.language, board.game
    return [
        _text(text("share-deck-says", lang)),
        {"kind": "copy", "text": write_game(game.start, game.line, ply=game.ply), "button": text("copy", lang),
         "label": text("page-share-deck", lang), "done": text("copied", lang)},
    ]  # fmt: skip


def _records(board: AskingBoard) -> list[Item]:
    lang, variant = board.language, board.game.start.variant
    if board.saves is None:
        return [_text(text("no-saves", lang))]
    left, finished = board.saves.left(variant)[:20], board.saves.finished(variant)[:20]
    left = tuple(saved for saved in left if saved.id != board.session.id)
    return [
        _head(title_of(variant, lang)),
        {"kind": "table", "rows": _figures(board.saves.record(variant), lang)},
        *([_head(text("left-games", lang)), *(_saved(saved, lang) for saved in left)] if left else []),
        *([_head(text("finished-games", lang)), *(_saved(saved, lang) for saved in finished)] if finished else []),
    ]


def _figures(record: Record, lang: str) -> list[list[str]]:
    none = text("none-yet", lang)
    return [
        [text("record-best-time", lang), none if record.best_ms is None else speak_time(record.best_ms)],
        [text("record-fewest-moves", lang), none if record.fewest_moves is None else str(record.fewest_moves)],
        [text("record-won", lang), str(record.won)],
        [text("record-lost", lang), str(record.lost)],
        [text("record-abandoned", lang), str(record.abandoned)],
    ]


def _saved(saved: SavedGame, lang: str) -> Item:
    deal = text("saved-own", lang) if saved.deal is None else text("deal", lang, n=saved.deal)
    moves = text("moves-1" if saved.moves == 1 else "moves", lang, n=saved.moves)
    marks = [text(f"mark-{mark}", lang) for mark in sorted(saved.marks)]
    state = (
        [text("saved-lost", lang)] if saved.state is State.LOST or (saved.stuck and saved.state is State.LEFT) else []
    )
    note = " · ".join([moves, speak_time(saved.milliseconds), *state, *marks])
    return _act(deal, {"do": "game", "id": saved.id}, note=note)


# Settings


def _settings(board: AskingBoard) -> list[Item]:
    return [
        _switch(board, setting) if setting.values == (True, False) else _values(board, setting)
        for setting in SETTINGS.values()
        if setting.name != "winnable"
        and (setting.name != "hints" or "hints" in board.allow)
        and (setting.name != "chance" or can_be_reviewed(board))
    ]


def _switch(board: AskingBoard, setting: Setting) -> Item:
    on = bool(board.settings[setting.name])
    return {"kind": "switch", "label": text(f"set-{setting.name}", board.language), "on": on,
            "do": {"do": "set", "name": setting.name, "value": not on}}  # fmt: skip


def _values(board: AskingBoard, setting: Setting) -> Item:
    lang = board.language
    values = [v for v in setting.values if v != "solver" or "solver" in board.allow]
    return _choice(text(f"set-{setting.name}", lang), board.settings[setting.name], {"do": "set", "name": setting.name},
                   [(value, text(f"set-{setting.name}-{value}", lang)) for value in values])  # fmt: skip


# Moves and help


def _moves(board: AskingBoard) -> list[Item]:
    lang, seen = board.language, board.game.position.player_view()
    found: list[Item] = []
    # Whoever asks for the list with a key and presses Enter plays what a hint has named.
    for move in sorted(board.game.legal_moves(), key=lambda move: move != board.hinted):
        is_deal = "S" in (move.source, move.target)
        card = None if is_deal else board.keys.lifted(move)[0]
        do = {"do": "move", "move": str(move), "card": card}
        note = {"note": text("hint", lang)} if move == board.hinted else {}
        found.append(_act(sentence(speak_move(seen, move, lang)).rstrip("."), do, **note))
    return found or [_text(board.message.say(lang))]


def _wheel(board: AskingBoard) -> list[Item]:
    """The ring of stock and waste, and what the next pass brings if a card that is seen is taken in this one."""
    lang, game = board.language, board.game
    if game.status is Status.WON:
        return [_text(text("step-end-won", lang))]
    ring = wheel_of(game.position, before=game.positions[: game.ply])
    known = [place for place in ring.takes if ring.cards[place] != UNKNOWN]
    chosen: int | None = board.wheel_take
    take = chosen if chosen in known else None
    options = [(None, text("wheel-take-none", lang)), *((place, name_place(ring, place, lang)) for place in known)]
    said = [_text(words) for words in speak_wheel(ring, take, lang)]
    if not ring.cards:
        return said
    return [
        {"kind": "picture", "svg": wheel_svg(ring, take=take, lang=lang, theme=PAGE, name=text("page-wheel", lang))},
        *([_choice(text("wheel-take", lang), take, {"do": "open", "page": "wheel"}, options)] if known else []),
        *said,
    ]


def _help(board: AskingBoard) -> list[Item]:
    lang, variant = board.language, board.game.start.variant
    found: list[Item] = [_head(title_of(variant, lang))]
    for section in help_sections(variant, lang):
        found.append({"kind": "fold", "title": section.title, "items": [_text(words) for words in section.paragraphs]})
    found.append(_head(text("help-questions", lang)))
    found += [{"kind": "fold", "title": question, "open": True, "items": [_text(answer)]} for question, answer in
              questions(variant, lang)]  # fmt: skip
    keys = KEYS if board.deals else (*KEYS, *LESSON_KEYS)
    rows = [[text(f"key-{key}", lang), text(f"key-{key}-does", lang)] for key in keys]
    return [*found, _head(text("keys", lang)), {"kind": "table", "rows": rows}]


KEYS = ("arrows", "enter", "d", "u", "r", "h", "w", "m", "p", "v", "escape")
"""The keys of the board, by the names of their words."""

SHOW_CARDS = ("moves", "wheel", "review")
"""The pages that tell what lies where: not while the cards are covered."""

OF_THE_GAME = (*SHOW_CARDS, "share", "share-deck")
"""The pages that speak of the game on the board: not while a position is set up in its place."""

LESSON_KEYS = ("n",)
"""The keys that only a lesson has."""

PAGES: Mapping[str, Callable[[AskingBoard], list[Item]]] = {
    "menu": _menu, "games": _games, "rules": _rules, "share": _share, "share-deck": _share_deck, "records": _records,
    "settings": _settings, "moves": _moves, "wheel": _wheel, "review": review_items, "help": _help,
}  # fmt: skip
