"""The data files of the second reading of the rules (second_rules.py).

`python tests/second_tables.py` prints the rows of tests/data/perft.txt,
`python tests/second_tables.py lines` those of tests/data/perft_on_lines.txt.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from second_rules import RULES, Position, Rules, after, perft, play, start, tokens

DATA = Path(__file__).parent / "data"


def read_decks(path: Path) -> dict[str, list[str]]:
    decks = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, *cards = line.split()
            decks[name] = cards
    return decks


def read_lines(path: Path) -> list[tuple[str, str, list[str]]]:
    """(variant, deck, tokens) of every line in tests/data/lines.txt."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            variant, deck, _, *line_tokens = line.split()
            found.append((variant, deck, line_tokens))
    return found


def walk(rules: Rules, position: Position, moves: int) -> Position | None:
    """The position after so many moves: at step i (from 0) the move number
    (7 * i + 3) mod n of the n legal ones in alphabetical order; None if stuck."""
    for i in range(moves):
        choices = sorted(tokens(rules, position))
        if not choices:
            return None
        position = after(rules, position, choices[(7 * i + 3) % len(choices)])
    return position


def deepest(rules: Rules, position: Position, limit: int, at_least: int = 1) -> list[int]:
    """perft for depth 1, 2, ... up to 14, while the next count promises to keep the limit."""
    counts = [1]
    while len(counts) <= 14 and counts[-1]:
        before, last = counts[-2:] if len(counts) > 1 else (1, 1)
        if len(counts) > at_least and last * last / before > limit:
            break
        counts.append(perft(rules, position, len(counts)))
    return counts[1:]


def perft_rows() -> Iterator[str]:
    """The lines of tests/data/perft.txt."""
    decks = read_decks(DATA / "decks.txt")
    for variant, rules in RULES.items():
        for deck in (f"{rules['decks']}-deck-1", f"{rules['decks']}-deck-2"):
            counts = deepest(rules, start(rules, decks[deck]), 20_000, at_least=4)
            for depth, count in enumerate(counts, start=1):
                yield f"{variant} {deck} {depth} {count}"
    for moves in (10, 40, 90):
        for variant, rules in RULES.items():
            deck = f"{rules['decks']}-deck-1"
            position = walk(rules, start(rules, decks[deck]), moves)
            if position is not None:
                counts = deepest(rules, position, 2_000)
                yield f"{variant} {deck} after={moves} {len(counts)} {counts[-1]}"


def perft_on_lines_rows() -> Iterator[str]:
    """The lines of tests/data/perft_on_lines.txt."""
    decks = read_decks(DATA / "decks.txt")
    for variant, deck, line in read_lines(DATA / "lines.txt"):
        rules = RULES[variant]
        position = start(rules, decks[deck])
        for n, token in enumerate(line):
            if n in {len(line) * part // 8 for part in range(1, 8)}:
                counts = deepest(rules, position, 2_000)
                yield f"{variant} {deck} line={n} {len(counts)} {counts[-1]}"
            position = play(rules, position, token)


if __name__ == "__main__":
    for row in perft_on_lines_rows() if sys.argv[1:] == ["lines"] else perft_rows():
        print(row)
