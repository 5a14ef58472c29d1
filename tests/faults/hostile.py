"""Values that no honest page, file or text has."""

from __future__ import annotations

import random
from typing import Any

MARKUP = "<img src=x onerror=alert(1)>\"'&amp;</style><script>alert(2)</script>"
CONTROL = "\x00\x01\x1b[31m\x7f\x85\r\n\t"
RIGHT_TO_LEFT = "\u202eabc\u202c \u200f\u2067\u05d0\u2069 \u061c"
SURROGATE = "\ud800x\udfff"
STRINGS = (
    "", " ", "x", "0", "-1", "None", "null", "true", "move", "S-W", "T1-T2", "T1-T2x999", "FH7-T1", "R-F", "R1-R2",
    "canfield", "canfield; deal 7", "canfield{passes=2}", "7H", "?", "B1", "F1", "T99", "S", MARKUP, CONTROL,
    RIGHT_TO_LEFT, SURROGATE, "a" * 41, "٣", "²", "¹²", "ß" * 300, "{", "{name}", "%s%n", "$\\frac{1}{0}$",
    "../../etc/passwd",
    "'; DROP TABLE game; --", "e\u0301" * 40, "\U0001f0a1", "9" * 400, "1e999",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 7, 13, 52, 10**3, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**30, -(10**30), 0.0, 1.5, 1e308)


def value(draw: random.Random, depth: int = 2) -> Any:
    """Anything JSON can say."""
    kind = draw.randrange(8 if depth else 6)
    if kind < 3:
        return draw.choice(STRINGS)
    if kind < 5:
        return draw.choice(NUMBERS)
    if kind == 5:
        return draw.choice((None, True, False))
    if kind == 6:
        return [value(draw, depth - 1) for _ in range(draw.randrange(4))]
    return {draw.choice(STRINGS): value(draw, depth - 1) for _ in range(draw.randrange(4))}


def changed(draw: random.Random, text: str, pieces: tuple[str, ...] = STRINGS) -> str:
    """The text with one or a few changes: cut, doubled, swapped, with other characters or pieces in it."""
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
        at, to = sorted((draw.randrange(len(text) + 1), draw.randrange(len(text) + 1)))
        near = min(len(text), at + draw.randrange(1, 6))
        piece, code = draw.choice(pieces), draw.choice((draw.randrange(32, 127), draw.randrange(0x3000)))
        text = draw.choice((
            text[:at] + text[near:], text[:at], text[:at] + piece + text[at:], text[:at] + piece + text[near:],
            text[:at] + chr(code) + text[at + 1 :], text[:near] + text[at:],
            text[:at] + text[at:to].swapcase() + text[to:], text[:at] + text[to:] if to - at < 40 else text[at:to],
        ))  # fmt: skip
    return text
