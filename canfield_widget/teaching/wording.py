"""Texts with placeholders for cards, ranks and suits, in words and through a relabelling."""

from __future__ import annotations

import re

from canfield_widget.cards import RANK_LETTERS, SUITS, UNKNOWN, Card, Suit, read_card
from canfield_widget.speech import card_name, rank_name
from canfield_widget.teaching.relabelling import SAME, Relabelling
from canfield_widget.teaching.tasks import Words
from canfield_widget.texts import text

_PLACE = re.compile(r"(?:\b(?P<article>[Aa])n? )?\{(?P<name>[^{}]*)\}")
_AN = ("a", "8", "eight")


def placeholders(template: str) -> tuple[Card | int | Suit, ...]:
    """The cards, ranks and suits that `template` names, in order. Raises ValueError for what names none.

    >>> placeholders("Play the {KC}; any {9} of {H} waits.")
    (Card('KC'), 9, <Suit.HEARTS: 'H'>)
    """
    if re.search("[{}]", _PLACE.sub("", template)):
        raise ValueError(f"read {template!r}, expected each {{ to be closed by a }} behind a card, rank or suit")
    return tuple(_named(found["name"]) for found in _PLACE.finditer(template))


def worded(template: str, lang: str, relabelling: Relabelling = SAME) -> str:
    """`template` in words, its first letter a capital. Raises ValueError for a placeholder that is none.

    A card is named in full; a rank as it stands on the cards, 2 to 10, and in words beyond; a suit in words. The
    English article before a placeholder becomes `a` or `an` as the words ask for it.

    >>> worded("the {KC} goes on an {A}", "en"), worded("{KC} passt auf {AH}", "de")
    ('The king of clubs goes on an ace', 'Kreuz-König passt auf Herz-Ass')
    """
    placeholders(template)

    def spoken(found: re.Match[str]) -> str:
        words = _spoken(_named(found["name"]), lang, relabelling)
        if not found["article"] or lang != "en":
            return found[0][: found[0].index("{")] + words
        return f"{found['article']}{'n' if words.startswith(_AN) else ''} {words}"

    words = _PLACE.sub(spoken, template)
    return words[:1].upper() + words[1:]


def speak(words: Words, lang: str, relabelling: Relabelling = SAME) -> str:
    """The words in `lang`, or in the other language where they are missing; see `worded`."""
    return worded(words.say(lang), words.language(lang), relabelling)


def _named(name: str) -> Card | int | Suit:
    if len(name) == 1 and name in RANK_LETTERS:
        return RANK_LETTERS.index(name) + 1
    if name in SUITS:
        return Suit(name)
    try:
        card = read_card(name)
    except ValueError:
        card = UNKNOWN
    if card == UNKNOWN or str(card) != name:
        expected = "a card such as {KC}, a rank such as {9} or a suit such as {H}"
        raise ValueError(f"read the placeholder {{{name}}}, expected {expected}")
    return card


def _spoken(named: Card | int | Suit, lang: str, relabelling: Relabelling) -> str:
    if isinstance(named, Card):
        return card_name(relabelling.card(named), lang)
    if isinstance(named, int):
        return rank_name(relabelling.rank(named), lang)
    return text(f"suit-{relabelling.suit(named)}", lang)
