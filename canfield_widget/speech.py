"""Cards, moves, refusals and positions in words, English and German."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from canfield_widget.arguments import expect
from canfield_widget.cards import RANK_LETTERS, UNKNOWN, Card, next_rank, rank_before
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move, number, read_move
from canfield_widget.position import Position, Problem, ProblemCode
from canfield_widget.refusals import Reason, Refusal
from canfield_widget.rules import Step, steps, why_not
from canfield_widget.texts import text, words
from canfield_widget.variants import BEFORE_BASE, CHOSEN, FROM_RESERVE, VARIANTS, Variant, Wrap


def card_name(card: Card, lang: str = "en") -> str:
    """The card in words.

    >>> from canfield_widget.cards import read_card
    >>> card_name(read_card("7H")), card_name(read_card("7H"), "de")
    ('seven of hearts', 'Herz-Sieben')
    """
    expect(card, Card, "card", "a Card, such as read_card() gives")
    words(lang)
    return _card_name(card, lang)


@cache
def _card_name(card: Card, lang: str) -> str:
    if card == UNKNOWN:
        return text("card-hidden", lang)
    return text("card", lang, rank=_rank_word(card.rank, lang), suit=text(f"suit-{card.suit}", lang))


def rank_name(rank: int, lang: str = "en") -> str:
    """The rank as it stands on the cards, 2 to 10, and in words for the others."""
    return str(rank) if 2 <= rank <= 10 else _rank_word(rank, lang)


def _rank_word(rank: int, lang: str) -> str:
    return text(f"rank-{RANK_LETTERS[rank - 1]}", lang)


def pile_name(pile: str, lang: str = "en") -> str:
    """The name of a pile such as `R` or `T3` in words."""
    key = {
        "S": "stock",
        "W": "waste",
        "R": "reserve-n" if pile[1:] else "reserve",
        "F": "foundation-n",
        "T": "column-n",
    }
    return text(key[pile[0]], lang, n=pile[1:])


def title_of(variant: Variant, lang: str = "en") -> str:
    """The variant's title in `lang`."""
    return variant.title_de if lang == "de" else variant.title


def sentence(words: str) -> str:
    """The words with a capital letter and a full stop."""
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def speak_move(position: Position, move: Move, lang: str = "en") -> str:
    """A legal move of `position` in words, without what follows from it.

    >>> from canfield_widget.position import deal
    >>> speak_move(deal(seed=2), Move("T3", "T2"))
    'ten of clubs from column 3 onto the jack of hearts'
    """
    first = steps(position, move)[0]
    if move.source == STOCK:
        count = first.count
        if count == 1:
            return text("move-deal-one", lang, card=card_name(position.stock[-1], lang))
        key = "move-deal-last" if count < position.variant.packet(position.pass_number) else "move-deal"
        return text(key, lang, count=text(f"number-{count}", lang) if count <= 3 else count)
    if move.target == STOCK:
        return text("move-redeal", lang)
    cards = position.pile(first.source)[-first.count :]
    return text("move", lang, cards=_cards(cards, lang), **{"from": _source(move, lang)},
                to=_target(position, move, lang))  # fmt: skip


def speak_steps(position: Position, move: Move, lang: str = "en") -> str:
    """A legal move of `position` with all that follows from it, as one sentence or two."""
    parts = [speak_move(position, move, lang)]
    follows = steps(position, move)[1:]
    for step in follows:
        if step.source[0] in ("R", WASTE):
            card = _filling(position, move, step)
            key = "move-fill-waste" if step.source == WASTE else "move-fill"
            parts.append(text(key, lang, cards=card_name(card, lang)))
    if any(step.source[0] == "T" for step in follows):
        parts.append(text("move-close", lang))
    return " ".join(map(sentence, parts))


def _filling(position: Position, move: Move, fill: Step) -> Card:
    """The card of a fill; the reserve may have given its top to the move itself or to an earlier fill."""
    before = 0
    for step in steps(position, move):
        if step is fill or step == fill:
            break
        before += step.source == fill.source
    return position.pile(fill.source)[-1 - before]


def _cards(cards: Sequence[Card], lang: str) -> str:
    if len(cards) == 1:
        return card_name(cards[0], lang)
    key = "pair" if len(cards) == 2 else "run"
    return text(key, lang, first=card_name(cards[0], lang), last=card_name(cards[-1], lang))


def _source(move: Move, lang: str) -> str:
    kind, n = move.source[0], move.source[1:]
    if kind == "R" and n:
        return text("from-R-n", lang, n=n)
    return text(f"from-{kind}", lang, n=n)


def _target(position: Position, move: Move, lang: str) -> str:
    if move.target == FOUNDATION:
        return text("to-F", lang)
    column = position.pile(move.target)
    if not column:
        return text("to-space", lang, n=number(move.target) + 1)
    return text("to-card", lang, card=card_name(column[-1], lang))


def speak_refusal(position: Position, move: Move, refusal: Refusal, lang: str = "en") -> str:
    """Why the move is refused, in one short sentence."""
    expect(position, Position, "position", "a Position, such as deal() gives")
    expect(refusal, Refusal, "refusal", "a Refusal, such as why_not() gives")
    cards, reason, v = refusal.cards, refusal.reason, position.variant
    key = f"refusal-{reason}"
    values: dict[str, object] = {"n": v.column_cap}
    if UNKNOWN in cards:
        key += "-hidden"
    if v.base_rank == FROM_RESERVE and reason is Reason.CHOOSE_BASE:
        key += "-reserve"
    if v.column_cap == 1 and reason is Reason.COLUMN_FULL:
        key += "-1"
    if cards:
        values["card"] = card_name(cards[0], lang)
        values["other"] = card_name(cards[-1], lang)
    if reason is Reason.NEEDS_BASE:
        values["base"] = rank_name(position.base, lang) if position.base else "?"
    if reason is Reason.NOT_NEXT:
        top = cards[-1]
        values["other"] = card_name(Card(next_rank(top.rank, v.ranks), top.suit), lang)
    if reason is Reason.SPACE_RANK:
        rank = v.space_rank
        if rank == BEFORE_BASE:
            rank = rank_before(position.base, v.ranks) if position.base else None
        values["base"] = rank_name(rank, lang) if isinstance(rank, int) else "?"
    if reason is Reason.NOT_A_RUN:
        values["other"], values["card"] = card_name(cards[0], lang), card_name(cards[1], lang)
    if reason is Reason.WRONG_RANK:
        if _takes_nothing(position, cards[1]):
            key += "-none"
        values["wanted"] = rank_name(rank_before(cards[1].rank, v.ranks), lang)
    return sentence(text(key, lang, **values))


_MOST_NAMED = 3
_OF_THE_TEXTS = ("canfield", "canfield-single", "superior", "quadruple")


def speak_allowed(refusal: Refusal, lang: str = "en") -> str:
    """Which other rule sets would allow the move, in one sentence; empty where none would.

    Those of the rule texts are named if any of them is among them, else the first ones of `VARIANTS`.
    """
    allowed = [name for name in _OF_THE_TEXTS if name in refusal.allowed_by] or refusal.allowed_by[:_MOST_NAMED]
    *first, last = [title_of(VARIANTS[name], lang) for name in allowed] or [""]
    if not last:
        return ""
    return text("allowed-many", lang, rules=", ".join(first), last=last) if first else text("allowed", lang, rules=last)


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Refusal):
    """A refusal that says itself in words: `str()` of it is the English sentence, `say` has both languages."""

    position: Position
    move: Move

    def say(self, lang: str = "en") -> str:
        """Why the move is refused, and which other rule sets would allow it."""
        allowed = speak_allowed(self, lang)
        return speak_refusal(self.position, self.move, self, lang) + (f" {allowed}" if allowed else "")

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"<{self.reason}: {self.say()}>"


def explain(position: Position, move: Move | str) -> Explanation | None:
    """None if the move or token is legal, else why it is not, as something that can be asked and read.

    Raises ValueError for a token that cannot be read.

    >>> from canfield_widget.notation import read_position
    >>> now = read_position("canfield; base 5; reserve 2D TS; tableau 9S 8H 7C, 9C, 3D, 4D")
    >>> explain(now, "T1-T2x2")
    <whole-only: Only a whole column moves: the nine of spades lies under it. Superior Canfield and Quadruple Canfield
    would allow it.>
    """
    asked = read_move(move) if isinstance(move, str) else move
    found = why_not(position, asked)
    return Explanation(found.reason, found.cards, found.allowed_by, position, asked) if found else None


def _takes_nothing(position: Position, card: Card) -> bool:
    wrap = position.variant.wrap
    return (wrap is Wrap.NONE and card.rank == 1) or (wrap is Wrap.STOPS_AT_BASE and card.rank == position.base)


def speak_start(position: Position, lang: str = "en") -> str:
    """What a player should know first: the base rank and how the foundations go up."""
    v = position.variant
    if position.base is None:
        if v.base_rank == CHOSEN:
            return text("start-choose", lang, n=len(position.tableau))
        if v.base_rank == FROM_RESERVE:
            return text("start-choose-reserve", lang, n=len(position.reserves))
        return text("start-setup", lang)
    last = rank_before(position.base, v.ranks)
    key = "start-straight" if position.base == 1 else "start"
    return text(key, lang, base=rank_name(position.base, lang), last=rank_name(last, lang))


def speak_problem(position: Position, problem: Problem, lang: str = "en") -> str:
    """What is wrong with a position, in one sentence."""
    pile = pile_name(problem.pile, lang) if problem.pile else ""
    names = [card_name(card, lang) for card in problem.cards] if problem.code is not ProblemCode.HIDDEN else []
    one = "-1" if problem.code is ProblemCode.HIDDEN and len(problem.cards) == 1 else ""
    return sentence(text(f"problem-{problem.code}{one}", lang, cards=", ".join(names), n=len(problem.cards), pile=pile,
                         title=title_of(position.variant, lang)))  # fmt: skip


def speak_position(position: Position, lang: str = "en") -> str:
    """What a player sees of the position, pile by pile, one line for each."""
    expect(position, Position, "position", "a Position, such as deal() gives")
    seen = position.player_view()
    base = text("base", lang, base=rank_name(seen.base, lang)) if seen.base else speak_start(seen, lang)
    lines = [text("position", lang, title=title_of(seen.variant, lang), base=base)]
    for name in seen.pile_names():
        pile = seen.pile(name)
        hidden, known = sum(card == UNKNOWN for card in pile), [card for card in pile if card != UNKNOWN]
        if name[0] == FOUNDATION:
            known = known[-1:]
        parts = [text("position-count-1" if hidden == 1 else "position-count", lang, n=hidden)] if hidden else []
        parts += [card_name(card, lang) for card in known]
        cards = ", ".join(parts) or text("position-empty", lang)
        lines.append(text("position-pile", lang, pile=pile_name(name, lang), cards=cards))
    return "\n".join(lines)
