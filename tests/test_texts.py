"""The words: two languages with the same keys, nothing missing, nothing left over."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter

import pytest

import canfield_widget
from canfield_widget.position import ProblemCode
from canfield_widget.refusals import Reason
from canfield_widget.texts import LANGUAGES, PARTS, board_words, language_of, percent, text, words

PACKAGE = Path(canfield_widget.__file__).parent
SOURCES = [*PACKAGE.rglob("*.py"), *(Path(__file__).parent.parent / "js" / "src").glob("*.js")]


def holes(words: str) -> list[str]:
    """The placeholders of a text, sorted."""
    return sorted(name for _, name, _, _ in Formatter().parse(words) if name is not None)


@pytest.mark.parametrize("table", [board_words, words])
def test_both_languages_have_the_same_keys(table):
    assert set(table("en")) == set(table("de"))
    assert len(table("en")) > 50


@pytest.mark.parametrize("key", words("en"))
def test_both_languages_fill_in_the_same(key: str):
    assert holes(words("en")[key]) == holes(words("de")[key])


def test_no_key_is_in_two_tables():
    tables = [json.loads((PACKAGE / "locales" / f"{part}en.json").read_text(encoding="utf-8")) for part in PARTS]
    assert sum(map(len, tables)) == len(words("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_are_empty_or_have_space_around_them(lang: str):
    assert all(spoken.strip() == spoken != "" for spoken in words(lang).values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence(lang: str):
    spoken = [words(lang)[f"refusal-{reason}"] for reason in Reason]
    assert all(sentence.endswith(".") for sentence in spoken)
    assert len(set(spoken)) == len(spoken)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_problem_has_a_sentence(lang: str):
    spoken = [words(lang)[f"problem-{code}"] for code in ProblemCode]
    assert all(sentence.endswith(".") for sentence in spoken)
    assert len(set(spoken)) == len(spoken)


def test_no_refusal_or_problem_is_left_over():
    known = {f"refusal-{reason}" for reason in Reason} | {f"problem-{code}" for code in ProblemCode}
    named = {key for key in words("en") if key.startswith(("refusal-", "problem-"))}
    assert {re.sub("-(1|none|hidden|reserve)$", "", key) if key not in known else key for key in named} == known


def test_german_speaks_of_the_suit_as_kartenfarbe_and_never_of_farbe():
    spoken = " ".join(words("de").values())
    assert "Kartenfarbe" in spoken
    assert not re.search(r"\b[Ff]arben?\b", spoken)


def test_german_sentences_are_not_the_english_ones():
    untranslated = {key for key, spoken in words("de").items() if spoken == words("en")[key]}
    assert untranslated <= {
        "key-d", "key-u", "key-r", "key-h", "key-w", "key-m", "key-n", "key-p", "key-v", "key-escape", "reserve",
        "reserve-n",
        "card-on", "position", "position-pile", "move", "search-seconds", "pause", "set-lang-en", "set-lang-de",
        "set-speed-normal",
    }  # fmt: skip


# Which keys are used

ASKED = r'\b(?:say|say\(\)|_refusal)\("([a-z][A-Za-z0-9-]*)"|\btext\("([a-z][A-Za-z0-9-]*)", lang'


def used_keys() -> tuple[set[str], list[re.Pattern[str]]]:
    """The texts in the sources that may be keys, and patterns for those that are put together from parts."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    plain = set(re.findall(r'"([a-z][A-Za-z0-9-]*)"', source))
    joined = re.findall(r'\bf"([a-z]+-[^"\s]*\{[^"\s]*)"', source) + re.findall(
        r"`([a-z]+-[^`\s]*\$\{[^`\s]*)`", source
    )
    patterns = [re.compile("[A-Za-z0-9_-]+".join(map(re.escape, re.split(r"\$?\{[^}]*\}", part)))) for part in joined]
    return plain, patterns


@pytest.mark.parametrize("key", words("en"))
def test_a_key_is_used(key: str):
    plain, patterns = used_keys()
    stem = re.sub("-(1|none|hidden|reserve)$", "", key)
    assert key in plain or stem in plain or any(pattern.fullmatch(key) for pattern in patterns)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_key_that_is_asked_for_is_there(path: Path):
    asked = re.findall(ASKED, path.read_text(encoding="utf-8"))
    assert {says or speaks for says, speaks in asked} <= set(words("en"))


def test_the_search_for_keys_finds_them():
    asked = [re.findall(ASKED, path.read_text(encoding="utf-8")) for path in SOURCES]
    assert sum(map(len, asked)) > 40
    assert not any(pattern.fullmatch("no-such-key") for pattern in used_keys()[1])


# Asking for words


def test_placeholders_are_filled_in():
    assert text("refusal-not-next", "en", card="nine", other="eight") == "The nine is not next: the eight comes first."
    assert text("money", "de", sign="−", amount=45) == "−45 $"


def test_the_board_gets_no_sentence_of_the_kernel():
    assert not any(key.startswith(("refusal-", "problem-", "move-")) for key in board_words("en"))


def test_the_tables_cannot_be_changed():
    with pytest.raises(TypeError):
        words("en")["new"] = "Neu"  # type: ignore[index]


@pytest.mark.parametrize("lang", ["fr", "", "EN", "../en"])
def test_another_language_is_refused(lang: str):
    with pytest.raises(ValueError, match=r"lang: read .*, expected one of en, de"):
        words(lang)
    with pytest.raises(ValueError, match=r"lang: read .*, expected one of en, de"):
        board_words(lang)


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("de", "de"), ("de-CH", "de"), ("DE-at", "de"), ("en", "en"), ("en-GB", "en"), ("fr", "en"), ("den", "en"),
     ("", "en"), (None, "en"), ("-de", "en")],
)  # fmt: skip
def test_a_page_in_german_gets_german_and_every_other_english(tag: str | None, lang: str):
    assert language_of(tag) == lang


# Per cent


@pytest.mark.parametrize(("share", "said"), [(0, "0%"), (0.001, "1%"), (0.996, "99%"), (1, "100%"), (0.5, "50%")])
def test_a_share_is_rounded_to_all_or_nothing_only_where_it_is_that(share: float, said: str):
    assert percent(share, lang="en") == percent(share, share, lang="en") == said


def test_german_has_a_space_that_does_not_break_and_a_comma():
    assert percent(0.0016, 0.125, lang="de", places=1) == "0,2–12,5\N{NO-BREAK SPACE}%"
    assert percent(0.0001, 0.99999, lang="de", places=1) == "0,1–99,9\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_sign_for_per_cent_is_put_to_a_number_in_one_place(path: Path):
    source = path.read_text(encoding="utf-8")
    by_hand = re.findall(r'BREAK SPACE\}%|(?<!width:)\{100 \* [^{}]*\}[^"]?%|chr\(0xA0\).*%', source)
    assert by_hand == ([r"BREAK SPACE}%"] if path.name == "texts.py" else [])


def test_english_texts_put_no_space_before_per_cent():
    assert not any(re.search(r"\d\s%", spoken) for spoken in words("en").values())
