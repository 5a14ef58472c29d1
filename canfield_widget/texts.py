"""The words, in English and German: one flat table per language, the same keys in both."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from canfield_widget.arguments import shown

LANGUAGES = ("en", "de")
PARTS = ("board.", "", "aids.", "pages.", "help.", "teach.")
"""What the names of a language's files begin with; no key stands in two of them."""


def board_words(lang: str) -> Mapping[str, str]:
    """The words that the board in the page needs. Raises ValueError for another language than `en` and `de`."""
    return _table("board.", _known(lang))


def words(lang: str) -> Mapping[str, str]:
    """All words of `lang`, those of the board among them. Raises ValueError, see `board_words`."""
    return _words(_known(lang))


@cache
def _words(lang: str) -> Mapping[str, str]:
    return MappingProxyType({key: word for part in PARTS for key, word in _table(part, lang).items()})


def _known(lang: str) -> str:
    if lang not in LANGUAGES:  # in a tuple may be asked for what has no hash, too
        raise ValueError(f"lang: read {shown(lang)}, expected one of {', '.join(LANGUAGES)}")
    return lang


@cache
def _table(part: str, lang: str) -> Mapping[str, str]:
    table = json.loads((files("canfield_widget") / "locales" / f"{part}{lang}.json").read_text(encoding="utf-8"))
    return MappingProxyType(table)


def language_of(tag: str | None) -> str:
    """The language for a page's language tag such as `de-CH`: German where it asks for it, else English."""
    return "de" if str(tag or "").lower().split("-")[0] == "de" else "en"


def text(key: str, lang: str, **values: object) -> str:
    """The words of `key` with its placeholders filled in."""
    return words(lang)[key].format(**values)


def percent_sign(lang: str) -> str:
    """What stands after a number of per cent, with the space before it that German has."""
    return "\N{NO-BREAK SPACE}%" if lang == "de" else "%"


def percent(*shares: float, lang: str, places: int = 0) -> str:
    """A share in per cent, or from the first share to the second; never 0 or 100 of what is a little more or less.

    >>> percent(0.6667, lang="en"), percent(0.9999, lang="de"), percent(0.0346, lang="de", places=1)
    ('67%', '99\\xa0%', '3,5\\xa0%')
    >>> percent(0.31, 0.58, lang="en"), percent(0.5, 0.5, lang="en")
    ('31–58%', '50%')
    """
    least = 10**-places
    figures = [min(max(100 * share, least), 100 - least) if 0 < share < 1 else 100 * share for share in shares]
    written = "–".join(dict.fromkeys(f"{figure:.{places}f}" for figure in figures))
    return (written.replace(".", ",") if lang == "de" else written) + percent_sign(lang)
