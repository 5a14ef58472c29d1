"""A board as a page sees it: commands honest and hostile, moves from Python, answers of searches in any order.

After each command every card must be there once; everything that is told must be fit for the wire and name no card
that no player has seen.
"""

from __future__ import annotations

import json
import logging
import random
import re
import shutil
import tempfile
import traceback
import types
from collections import Counter
from pathlib import Path
from typing import Any
from unittest import mock

import traitlets

import canfield_widget as cw
from canfield_widget import editor, panel, position, view
from canfield_widget.cards import SUITS, Card, full_pack
from canfield_widget.chances import chance
from canfield_widget.hints import hint
from canfield_widget.pages import PAGES
from canfield_widget.position import Position, problems
from canfield_widget.reviews import review
from canfield_widget.searches import Subject
from canfield_widget.settings import SETTINGS
from canfield_widget.solver import solve
from canfield_widget.speech import card_name
from canfield_widget.texts import LANGUAGES
from canfield_widget.variants import VARIANTS, ReserveFace
from canfield_widget.winnable import deal_winnable
from faults import hostile
from faults.fuzzer import HEARD, Fault, Step

DOCUMENTED = (ValueError, traitlets.TraitError)
"""What may come out of a call from Python."""
OWN_RULES = ("canfield{deal_count=1,passes=2}", "rush{deal_count=3+1,passes=2}", "storehouse{group=suffix}",
             "canfield{ranks=4,reserve_size=3}", "superior{scoring=52/5/500/-}")  # fmt: skip
PLAIN = ("undo", "undo", "redo", "redo", "restart", "new", "finish", "hint", "winnable", "deal-winnable", "daily",
         "review", "cancel", "close", "away", "hello")  # fmt: skip
WISHES = ("choose", "judge", "hint", "go-on", "back", "cost", "again", "show", "skip")
EDITS = ("begin", "clear", "stock", "base", "rules", "text", "play", "leave", "")
_NAMED = {card_name(card, lang).lower(): str(card) for lang in LANGUAGES for card in full_pack(1)}
_CARDS = re.compile(
    r"(?<![\w-])[A2-9TJQK][SHDC](?![\w-])|(?i:" + "|".join(rf"\b{re.escape(name)}\b" for name in _NAMED) + ")"
)
_STYLE = re.compile(r"<style>.*?</style>", re.S)
_MAY_NAME_ALL = ("help", "share", "share-deck")
"""Pages that speak of no deal, or say that they tell every card."""


class Held:
    """The searches of a widget, none of which runs: an answer is given when a step says so."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def follow(self, questions: Any) -> None:
        self.asked += [question for question in questions if question not in self.asked]
        del self.asked[:-12]


def answer(question: Any) -> Any:
    """What a search finds with next to no budget."""
    now = question.position
    if question.subject is Subject.HINT:
        return hint(now, question.kind, budget_s=None, budget_states=200)
    if question.subject is Subject.WINNABLE:
        return solve(now, budget_s=None, budget_states=200)
    if question.subject is Subject.REVIEW:
        return review(question.line, budget_states=50)
    if question.subject is Subject.CHANCE:
        return chance(question.line or now, samples=2, budget_states=50)
    return deal_winnable(now.variant, seed=5, tries=1, budget_states=200)


class _Log(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class BoardWorld:
    """One widget, two pages and its searches."""

    def __init__(self, seed: str) -> None:
        draw, self.folder = random.Random(f"world {seed}"), Path(tempfile.mkdtemp(prefix="fuzz-", dir=_memory()))
        drawn = random.Random(f"drawn {seed}")
        shim = types.SimpleNamespace(SystemRandom=lambda: drawn, Random=lambda: drawn)
        self.patches = [
            mock.patch.object(view, "random", shim), mock.patch.object(editor, "random", shim),
            mock.patch.object(position, "secrets", types.SimpleNamespace(randbelow=drawn.randrange)),
        ]  # fmt: skip
        for patch in self.patches:
            patch.start()
        self.swallowed: list[str] = []
        self.log = _Log(self.swallowed)
        logging.getLogger("canfield_widget").addHandler(self.log)
        self.lesson = draw.random() < 0.15
        self.widget = self._lesson(draw) if self.lesson else self._game(draw)
        self.board = self.widget._board
        self.widget._searches = self.held = Held()
        self.do, self.board._do = self.board._do, self._watched
        self.pages = [{"client": f"page {n}", "seq": 0, "rev": 0, "ack": 0} for n in range(2)]
        self.boxes: list[list[Any]] = [[], []]
        self.told_by_text: set[str] = set()
        self.seen: set[str] = set()
        self.wanted: set[str] = set()
        self.ever: set[str] = set()
        self.looked: dict[int, Position] = {}
        self.of: tuple[Any, Any] = (None, None)
        self.counted: dict[str, int] = {}
        self._look()

    def _game(self, draw: random.Random) -> Any:
        variant = draw.choice([*VARIANTS, *OWN_RULES])
        saves = self.folder / "saves.sqlite" if draw.random() < 0.25 else False
        allow = draw.choice((("undo", "hints", "solver"),) * 4 + ((), ("undo",), ("hints", "solver")))
        settings = {"lang": draw.choice([None, *LANGUAGES])} | {
            name: draw.choice(SETTINGS[name].values) for name in ("auto_up", "auto_finish", "chance",
            "winnable")}  # fmt: skip
        rules = cw.read_variant(variant)
        return cw.CanfieldWidget(rules, draw.randrange(10**6), saves=saves, allow=allow, **settings)

    def _lesson(self, draw: random.Random) -> Any:
        return cw.lesson(draw.choice([*cw.lessons]), lang=draw.choice([None, *LANGUAGES]))

    def close(self) -> None:
        self.widget.close()
        logging.getLogger("canfield_widget").removeHandler(self.log)
        for patch in self.patches:
            patch.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _watched(self, command: Any) -> Any:
        """Carries out a command, notes what the board would answer for, and counts the cards."""
        try:
            found = self.do(command)
        except Exception:
            self.swallowed.append(traceback.format_exc())
            raise
        HEARD["board"]["refused" if found else "done"] += 1
        if found and (command.text("text") or command.text("value")):
            self.told_by_text.add(found.say("en"))
            self.told_by_text.add(found.say("de"))
        self._count()
        return found

    # Steps

    def propose(self, draw: random.Random) -> Step:
        chance = draw.random()
        if chance < 0.82:
            n = draw.randrange(len(self.pages)) if draw.random() < 0.1 else 0
            return ["box", n, [self._command(draw) for _ in range(draw.choice((1, 2, 3, 5, 8, 13, 21)))]]
        if chance < 0.86:
            return ["again", draw.randrange(len(self.pages))]
        if chance < 0.89:
            return ["raw", draw.choice((hostile.value(draw), {"outbox": hostile.value(draw, 4)}))]
        if chance < 0.93 and self.held.asked:
            return ["found", draw.randrange(12), draw.choice(("answer", "answer", "answer", "nothing", "far"))]
        return self._from_python(draw)

    def _command(self, draw: random.Random) -> dict[str, Any]:
        command = self._honest(draw)
        if draw.random() < 0.12:
            command[
                draw.choice([*command, "card", "move", "value", "n", "ply", "seq", "rev", "ack", "client", "ms"])
            ] = hostile.value(draw)
        return command

    def _honest(self, draw: random.Random) -> dict[str, Any]:
        state, chance = self.widget.state, draw.random()
        piles = [*state["piles"]]
        if self.lesson and chance < 0.25:
            return {"do": "lesson", "what": draw.choice(WISHES), "n": draw.randrange(4)}
        if chance < 0.55:
            if state["moves"] and draw.random() < 0.85:
                return {"do": "move", "move": draw.choice(state["moves"])["move"], "card": "@"}
            source, target = draw.choice(piles), draw.choice(piles)
            return {
                "do": "move",
                "move": f"{source}-{target}{draw.choice(('', '', 'x2', 'x5'))}",
                "card": ["@", source, -1],
            }
        if chance < 0.62:
            return {"do": "click", "pile": (pile := draw.choice(piles)), "card": ["@", pile, -draw.randrange(1, 4)]}
        if chance < 0.78:
            return {"do": draw.choice(PLAIN), "lang": draw.choice(("en", "de", "fr")), "ms": draw.randrange(10**6)}
        if chance < 0.85:
            return {"do": "open", "page": draw.choice([*PAGES]), "view": "v",
                    "value": draw.choice((None, 3, 20, "look", "refute"))}  # fmt: skip
        if chance < 0.88:
            setting = draw.choice([*SETTINGS.values()])
            return {"do": "set", "name": setting.name, "value": draw.choice(setting.values)}
        if chance < 0.90:
            return {"do": "go", "ply": draw.randrange(state["ply"] + 3)}
        if chance < 0.95:
            value = draw.choice(("", "A", "K", *VARIANTS, *OWN_RULES, self._text(draw)))
            return {"do": "edit", "what": draw.choice(EDITS), "value": value} if draw.random() < 0.8 else {
                "do": "move", "move": f"B1-{draw.choice(piles)}", "card": str(draw.randrange(60))}  # fmt: skip
        return draw.choice((
            {"do": "new", "variant": draw.choice([*VARIANTS, *OWN_RULES])},
            {"do": "new", "text": self._text(draw)},
            {"do": "new", "own": True},
            {"do": "own", "name": draw.choice(("parent", "passes", "deal_count", "group", "wrap")),
             "value": draw.choice([*VARIANTS, "1", "2", "None", "suffix", "none"])},
            {"do": "star", "variant": draw.choice([*VARIANTS]), "on": True},
            {"do": "game", "id": "#"},
            {"do": "pause", "on": draw.random() < 0.7},
        ))  # fmt: skip

    def _text(self, draw: random.Random) -> str:
        game = self.board.game
        text = draw.choice((
            lambda: game.text(), lambda: cw.write_position(game.position.player_view()),
            lambda: " ".join(map(str, full_pack(1))), lambda: f"{draw.choice([*VARIANTS])}; deal {draw.randrange(99)}",
            lambda: str(draw.randrange(10**6)), lambda: cw.write_game(game.start, game.moves),
        ))()  # fmt: skip
        return text if draw.random() < 0.4 else hostile.changed(draw, text)

    def _from_python(self, draw: random.Random) -> Step:
        legal = [str(move) for move in self.board.game.legal_moves()]
        token = draw.choice([*legal, "T1-T2", "R-F", draw.choice(hostile.STRINGS)])
        return ["call", *draw.choice((
            ["play", token], ["undo"], ["redo"], ["restart"], ["new", draw.choice([*VARIANTS]), draw.randrange(999)],
            ["load", self._text(draw)], ["edit", self._text(draw)], ["why_not", token], ["legal_moves"],
            ["mark", [hostile.value(draw, 0)], [token], draw.choice(hostile.STRINGS)], ["mark", ["R"], ["S-W"], "so"],
            ["unmark"], ["hint", draw.choice(("legal", "ranked", "best", None)), ], ["moves", [*map(str,
            self.board.game.moves)][: draw.randrange(9)]],
            ["moves", ["S-W"] * draw.randrange(9)], ["trait", draw.choice([*SETTINGS]), hostile.value(draw, 0)],
            ["shown"],
        ))]  # fmt: skip

    @staticmethod
    def parts(step: Step) -> list[Step]:
        """The same as more and smaller steps."""
        return [["box", step[1], [command]] for command in step[2]] if step[0] == "box" else [step]

    def take(self, step: Step) -> int:
        kind, *more = step
        with_pages = {
            "box": self._box,
            "again": self._again,
            "raw": self._raw,
            "found": self._found,
            "call": self._call,
        }
        count = with_pages[kind](*more)
        self._look()
        return count

    def _box(self, n: int, commands: list[dict[str, Any]]) -> int:
        page = self.pages[n]
        for fields in commands:
            page["seq"] += 1
            self.boxes[n].append({**page, **{name: self._meant(name, value, fields) for name, value in fields.items()}})
        return self._again(n)

    def _meant(self, name: str, value: Any, fields: dict[str, Any]) -> Any:
        """The key of the card that a step means; keys are other ones in every game."""
        state = self.widget.state
        if name == "card" and value == "@":
            return next((move["card"] for move in state["moves"] if move["move"] == fields["move"]), None)
        if name == "card" and isinstance(value, list) and value[:1] == ["@"] and len(value) == 3:
            pile = state["piles"].get(value[1], [])
            return pile[value[2]][0] if -len(pile) <= value[2] < 0 else "none"
        if name == "id" and value == "#" and self.board.saves is not None:
            kept = (*self.board.saves.left(), *self.board.saves.finished())
            return kept[0].id if kept else "none"
        return value

    def _again(self, n: int) -> int:
        self.widget.set_state({"outbox": list(self.boxes[n])})
        state, page = self.widget.state, self.pages[n]
        answered = state["answers"].get(page["client"], {"seq": 0})["seq"]
        count = len(self.boxes[n])
        page["rev"], page["ack"] = state["rev"], answered
        self.boxes[n] = [box for box in self.boxes[n] if type(box.get("seq")) is not int or box["seq"] > answered][-5:]
        page["seq"] = max(page["seq"], answered) if answered < 2**40 else page["seq"]
        if answered >= 2**40:  # the page has used up its numbers: a new one takes its place
            self.pages[n] = {
                "client": f"page {n} {answered % 97} {len(self.looked)}",
                "seq": 0,
                "rev": state["rev"],
                "ack": 0,
            }
        return count

    def _raw(self, message: Any) -> int:
        self.widget.set_state(message)
        return 1

    def _found(self, n: int, how: str) -> int:
        if self.held.asked:
            question = self.held.asked.pop(n % len(self.held.asked))
            found = {"answer": lambda: answer(question), "nothing": lambda: None, "far": lambda: n}[how]()
            self.widget._found(question, found)
        return 1

    def _call(self, name: str, *arguments: Any) -> int:
        try:
            if name == "moves":
                self.widget.moves = arguments[0]
            elif name == "trait":
                setattr(self.widget, arguments[0], arguments[1])
            elif name == "shown":
                data, _ = self.widget._repr_mimebundle_()
                self._expect_seen(f"{data['text/plain']} {data['image/svg+xml']}", "what a cell shows")
            elif hasattr(self.widget, name) and not (self.lesson and name == "hint"):
                getattr(self.widget, name)(*arguments)
        except DOCUMENTED as error:
            HEARD["board"][type(error).__name__] += 1
            if name in ("play", "why_not", "hint"):
                read = str(arguments[0])  # an error shows what was written, which may be a card
                self._expect_seen(str(error).replace(repr(read), ""), "an error")
            str(error).encode()
        if name == "mark":
            self.told_by_text.add(self.widget.state["message"]["text"])
        return 1

    # What must hold

    def _count(self) -> None:
        """Every card is there once: as many as at the start, and the position is whole where that was."""
        game = self.board.game
        now, start = game.position, game.start
        if self.of[0] is not start:
            whole = not problems(start)
            self.of = start, (_cards(start), whole)
        cards, whole = self.of[1]
        if _cards(now) != cards:
            raise Fault(f"cards lost or doubled\n{now!r}")
        if whole and (wrong := problems(now)):
            raise Fault(f"a position that is not whole: {wrong[0].code}\n{wrong}")
        if (edit := self.board.editor) is not None:
            laid = sorted(number for pile in edit.laid.piles.values() for number in pile)
            if laid != [*range(len(edit.cards))]:
                raise Fault("the editor lost or doubled a card")

    def _look(self) -> None:
        if self.swallowed:
            raise Fault(f"swallowed: {self.swallowed[0].strip().splitlines()[-1]}\n{self.swallowed[0]}")
        self._count()
        state, game = self.widget.state, self.board.game
        told = {name: getattr(self.widget, name) for name in ("state", "search", "page", "words")}
        try:
            json.dumps([told["state"], told["search"], told["page"]], ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, TypeError) as error:
            raise Fault(f"not fit for the wire: {type(error).__name__}\n{error}") from None
        keys = [key for pile in state["piles"].values() for key, _ in pile]
        if len(keys) != len({*keys}) or (not state["free"] and len(keys) != sum(_cards(game.start).values())):
            raise Fault("keys lost or doubled")
        if not state["free"]:
            for name in game.position.pile_names():
                if [face for _, face in state["piles"][name]] != _faces(game.position, name):
                    raise Fault("faces that are not those a player sees\n" + name)
        if self.lesson:
            return
        self._note_seen()
        message = state["message"]["text"]
        if message not in self.told_by_text:
            self._expect_seen(message, "the message", ever=True)
        for told_answer in state["answers"].values():
            if told_answer["why"] not in self.told_by_text:
                self._expect_seen(told_answer["why"], "an answer", ever=True)
        if not state["free"] and state["sheet"]:
            self._expect_seen(_STYLE.sub("", state["sheet"]), "the sheet")
        page = told["page"]
        if page and page["name"] not in _MAY_NAME_ALL and not self.board.refuted:
            html = _STYLE.sub("", page["html"])
            for by_text in self.told_by_text:
                html = html.replace(panel.escape(by_text), "")
            self._expect_seen(html, f"the page {page['name']}")

    def _note_seen(self) -> None:
        """Notes every card that lay face up at any ply of the game."""
        game = self.board.game
        if self.counted.get("game") != id(game):
            self.ever = self.ever | self.seen | self.wanted
            self.counted, self.looked, self.seen, self.wanted = {"game": id(game)}, {}, set(), set()
        for now in game.positions:
            if id(now) not in self.looked:
                self.looked[id(now)] = now
                self.wanted |= _next_up(now)
                self.seen.update(face for name in now.pile_names() for face in _faces(now, name) if face)

    def _expect_seen(self, words: str, where: str, *, ever: bool = False) -> None:
        """`ever`: what was said may be of the game before."""
        self._note_seen()
        named = (
            {_NAMED.get(word.lower(), word) for word in _CARDS.findall(words)}
            - self.seen
            - (self.ever if ever else set())
        )
        if named and not self.lesson and (named := named - self.wanted):
            raise Fault(f"{where} names a card that nobody has seen\n{named} in {words[:3000]}")


def _cards(now: Position) -> Counter[Card]:
    return Counter(card for name in now.pile_names() for card in now.pile(name))


def _faces(now: Position, name: str) -> list[str | None]:
    """What a player sees of a pile, worked out anew from the rules."""
    pile = now.pile(name)
    if name == "S":
        return [None] * len(pile)
    if name[0] == "R":
        face = now.variant.reserve_face
        top = len(pile) - 1
        return [
            str(card) if face is ReserveFace.ALL or (i == top and (face is ReserveFace.TOP or top == 0)) else None
            for i, card in enumerate(pile)
        ]
    down = now.face_down[int(name[1:]) - 1] if name[0] == "T" else 0
    return [None if down >> i & 1 or card.suit not in SUITS else str(card) for i, card in enumerate(pile)]


def _next_up(now: Position) -> set[str]:
    """The cards that the foundations want next, which a refusal may name wherever they lie."""
    return {str(Card((pile[-1].rank % now.variant.ranks) + 1, pile[-1].suit)) for pile in now.foundations if pile}


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
