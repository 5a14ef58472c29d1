"""Writes the table of rule sets in docs/rules.md from `VARIANTS`, so that the page cannot drift from the rules."""

from __future__ import annotations

import sys
from pathlib import Path

from canfield_widget.rule_tables import deal_and_passes
from canfield_widget.variants import FROM_RESERVE, VARIANTS, Variant

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rules.md"
MARK = "<!-- The table is written by tools/rules_page.py -->\n"


def _spaces(v: Variant) -> str:
    only = f", {v.space_rank} only" if v.space_rank is not None else ""
    return f"{v.space_with_reserve} / {v.space_after}{only}".replace("_", " ")


def _build(v: Variant) -> str:
    if v.column_cap is None:
        return v.build
    return f"{v.build}, {v.column_cap} cards" if v.column_cap > 1 else "none"


def _reserve(v: Variant) -> str:
    return f"{v.reserve_piles} × " * (v.reserve_piles > 1) + f"{v.reserve_size} {v.reserve_face}"


def _base(v: Variant) -> str:
    if v.base_rank == FROM_RESERVE:
        return "from a reserve"
    return f"{v.base_rank}, laid out" if v.prefounded else str(v.base_rank)


def rows() -> str:
    """The table as Markdown."""
    head = ("id", "title", "decks", "columns", "reserve", "stock", "base", "return", "build", "wrap", "group",
            "space with / after the reserve", "deal × passes", "source")  # fmt: skip
    lines = [head, ("---",) * len(head)]
    for v in VARIANTS.values():
        lines.append((
            f"`{v.id}`", v.title, str(v.decks), f"{v.columns} × {v.column_deal}", _reserve(v),
            str(v.stock_size), _base(v), v.foundation_return.replace("_", " "), _build(v), v.wrap.replace("_", " "),
            v.group.replace("_", " "), _spaces(v), deal_and_passes(v), v.source,
        ))  # fmt: skip
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def page(text: str) -> str:
    """The page `text` with its table written anew."""
    return text[: text.index(MARK) + len(MARK)] + "\n" + rows()


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv:
        sys.exit(0 if page(text) == text else "docs/rules.md is not that of VARIANTS: run python tools/rules_page.py")
    PAGE.write_text(page(text), encoding="utf-8")
