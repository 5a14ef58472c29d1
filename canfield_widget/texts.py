"""The words, in English and German: one flat table per language, the same keys in both."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

LANGUAGES = ("en", "de")
PARTS = ("board.", "", "aids.", "pages.", "help.", "teach.")
"""What the names of a language's files begin with; no key stands in two of them."""


@cache
def board_words(lang: str) -> Mapping[str, str]:
    """The words that the board in the page needs. Raises ValueError for another language than `en` and `de`."""
    return _table(f"board.{lang}.json", lang)


@cache
def words(lang: str) -> Mapping[str, str]:
    """All words of `lang`, those of the board among them. Raises ValueError, see `board_words`."""
    return MappingProxyType({key: word for part in PARTS for key, word in _table(f"{part}{lang}.json", lang).items()})


def _table(name: str, lang: str) -> Mapping[str, str]:
    if lang not in LANGUAGES:
        raise ValueError(f"lang: read {lang!r}, expected one of {', '.join(LANGUAGES)}")
    table = json.loads((files("canfield_widget") / "locales" / name).read_text(encoding="utf-8"))
    return MappingProxyType(table)


def language_of(tag: str | None) -> str:
    """The language for a page's language tag such as `de-CH`: German where it asks for it, else English."""
    return "de" if str(tag or "").lower().split("-")[0] == "de" else "en"


def text(key: str, lang: str, **values: object) -> str:
    """The words of `key` with its placeholders filled in."""
    return words(lang)[key].format(**values)
