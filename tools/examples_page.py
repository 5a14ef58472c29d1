"""Writes docs/examples.md and its pictures from the example positions, so that the page cannot drift from them.

python tools/examples_page.py [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path

from canfield_widget.cards import RANK_LETTERS
from canfield_widget.speech import title_of
from canfield_widget.teaching.example_positions import Example, examples
from canfield_widget.variants import VARIANTS

DOCS = Path(__file__).resolve().parent.parent / "docs"
FOLDER = "examples"
WIDTH = 480
HEAD = """# Example positions

Each of these shows one thing, and a test proves of each move that is drawn whether the rules allow it. They are written
by `tools/examples_page.py` from `canfield_widget/teaching/examples.toml`.

```python
>>> from canfield_widget.teaching.example_positions import examples
>>> example = examples["king-on-ace"]
>>> print(example.shows.say("en"))
Downwards the king follows the ace: a black king goes onto a red ace.
>>> example.position.base, example.moves, example.allowed
(5, (Move('W-T1'),), True)

```

In a notebook an example is shown as its picture; `example.svg(lang="de")` is the picture with German words.
"""


def _rules(example: Example) -> str:
    if not example.rules:
        return f"a house rule, of {title_of(example.position.variant)}"
    return ", ".join(f"{VARIANTS[id].title} (`{id}`)" for id in example.rules)


def _verdict(example: Example) -> str:
    if example.allowed is None:
        return ""
    moves = ", ".join(f"`{move}`" for move in example.moves)
    return f"\n{moves}: {'allowed' if example.allowed else f'refused, `{example.reason}`'}.\n"


def section(example: Example) -> str:
    """One example in Markdown."""
    base = example.position.base
    alt = example.title.say("en") + (f", base rank {RANK_LETTERS[base - 1]}" if base else "")
    return f"""
## {example.title.say("en")}

{example.shows.say("en")}

![{alt}]({FOLDER}/{example.id}.svg)
{_verdict(example)}
Rules: {_rules(example)}. `examples["{example.id}"]`

```text
{example.text}
```
"""


def written() -> dict[Path, str]:
    """What is to stand in each file."""
    page = HEAD + "".join(map(section, examples.values()))
    pictures = {DOCS / FOLDER / f"{id}.svg": example.svg(width=WIDTH) + "\n" for id, example in examples.items()}
    return {DOCS / "examples.md": page, **pictures}


def stale(files: dict[Path, str]) -> list[Path]:
    """The files that are missing, differ, or belong to no example."""
    differing = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    return differing + [path for path in sorted((DOCS / FOLDER).glob("*")) if path not in files]


def main() -> None:
    files = written()
    if "--check" in sys.argv:
        names = ", ".join(str(path.relative_to(DOCS.parent)) for path in stale(files))
        sys.exit(f"not those of the examples: {names}; run python tools/examples_page.py" if names else 0)
    (DOCS / FOLDER).mkdir(exist_ok=True)
    for path in stale(files):
        if path in files:
            path.write_text(files[path], encoding="utf-8")
        else:
            path.unlink()


if __name__ == "__main__":
    main()
