"""What a study comes to: counts, the won share with its interval, and beside them what they are figures of."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import sqrt

from canfield_widget.arguments import shown
from canfield_widget.texts import percent, text, words

_Z = 1.959963984540054  # the normal distribution's 97.5% point


def wilson(successes: int, n: int) -> tuple[float, float]:
    """The 95% score interval of a share of which `successes` of `n` were seen (E. B. Wilson, JASA 22, 1927, 209-212).

    Its ends are the shares p with |successes/n - p| = z sqrt(p (1-p) / n); (0, 1) where nothing was seen.
    Raises ValueError unless 0 <= successes <= n.

    >>> low, high = wilson(81, 263)
    >>> f"{low:.4f} to {high:.4f}"
    '0.2553 to 0.3662'
    """
    if not (hasattr(successes, "__index__") and hasattr(n, "__index__") and 0 <= successes <= n):
        read = f"{shown(successes)} of {shown(n)}"
        raise ValueError(f"wilson: read {read}, expected 0 <= successes <= n, both whole numbers")
    if n == 0:
        return 0.0, 1.0
    middle = (successes + _Z * _Z / 2) / (n + _Z * _Z)
    half = _Z / (n + _Z * _Z) * sqrt(successes * (n - successes) / n + _Z * _Z / 4)
    return (
        max(0.0, middle - half) if successes else 0.0,
        min(1.0, middle + half) if successes < n else 1.0,
    )


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of a study, what it was made with, and the language it is told in.

    `budget` is in states for the solver and in moves for the ranked hint, None for no limit. A lost deal is proved
    to be lost; `not_won` is for a player who proves nothing, and says that he did not win.
    """

    record: str
    player: str
    knowledge: str
    budget: int | None
    won: int
    lost: int
    unknown: int
    not_won: int
    lang: str = "en"

    def __post_init__(self) -> None:
        words(self.lang)  # raises ValueError for a language that is none

    @property
    def n(self) -> int:
        """All deals."""
        return self.won + self.lost + self.unknown + self.not_won

    @property
    def low(self) -> float:
        """The low end of the 95% interval of the won share, with every unknown deal counted as not won."""
        return wilson(self.won, self.n)[0]

    @property
    def high(self) -> float:
        """The high end of the 95% interval of the won share, with every unknown deal counted as won."""
        return wilson(self.won + self.unknown, self.n)[1]

    def _counts(self) -> list[tuple[str, int]]:
        """The words and the numbers of the ways to end that this player knows."""
        keys = ("won", "not-won") if self.player == "ranked" else ("won", "lost", "unknown")
        return [(text(f"study-{key}", self.lang), getattr(self, key.replace("-", "_"))) for key in keys]

    def _who(self) -> str:
        return text(f"study-by-{self.player}", self.lang)

    def _budget(self) -> str:
        if self.budget is None:
            return text("study-no-budget", self.lang)
        unit = "moves" if self.player == "ranked" else "states"
        return text(f"study-budget-{unit}", self.lang, n=self._number(self.budget))

    def _interval(self) -> str:
        return text("study-interval", self.lang, low=self._percent(self.low), high=self._percent(self.high))

    def _number(self, n: int) -> str:
        return f"{n:,}" if self.lang == "en" else f"{n:,}".replace(",", ".")

    def _percent(self, share: float) -> str:
        return percent(share, lang=self.lang, places=1)

    def __str__(self) -> str:
        counts = ", ".join(f"{self._number(n)} {word}" for word, n in self._counts())
        return text(
            "study-summary", self.lang, record=self.record, who=self._who(), n=self._number(self.n), counts=counts,
            budget=self._budget(), interval=self._interval(),
        )  # fmt: skip

    def _repr_html_(self) -> str:
        """The same as a small table with a bar; its colours are those around it."""
        head = f"<code>{escape(self.record)}</code>, {escape(self._who())}, {escape(self._budget())}"
        names, numbers, parts = list[str](), list[str](), list[str]()
        for (word, n), ink in zip(
            self._counts(), (_WON, _NOT_WON) if self.player == "ranked" else (_WON, _LOST, _UNKNOWN), strict=True
        ):
            share = n / self.n if self.n else 0.0
            names.append(f'<th scope="col" style="{_CELL}"><span style="{_KEY};{ink}"></span>{escape(word)}</th>')
            numbers.append(
                f'<td style="{_CELL}">{self._number(n)} <span style="opacity:.7">{self._percent(share)}</span></td>'
            )
            parts.append(f'<div style="flex:{n} 0 0;{ink}"></div>')
        names.append(f'<th scope="col" style="{_CELL}">{escape(text("study-deals", self.lang))}</th>')
        numbers.append(f'<td style="{_CELL}">{self._number(self.n)}</td>')
        return (
            f'<div style="width:42em;max-width:100%;line-height:1.5"><div>{head}</div>'
            f'<div style="{_BAR}" aria-hidden="true">{"".join(parts)}</div>'
            f'<table style="{_TABLE}">'
            f'<thead><tr style="background:none">{"".join(names)}</tr></thead>'
            f'<tbody><tr style="background:none">{"".join(numbers)}</tr></tbody></table>'
            f"<div>{escape(self._interval())}</div></div>"
        )


_WON = "background:#2a8a57"
_LOST = "background:#b3563b"
_UNKNOWN = "background:repeating-linear-gradient(45deg,#8a8a8a 0 3px,transparent 3px 6px)"
_NOT_WON = "background:#8a8a8a"
_TABLE = (
    "border-collapse:collapse;margin:0;background:none;border:none;color:inherit;font:inherit;"
    "font-variant-numeric:tabular-nums"
)
_CELL = "text-align:left;padding:.15em 1.4em .15em 0;font-weight:inherit;border:none;background:none"
_KEY = "display:inline-block;width:.7em;height:.7em;margin-right:.4em;border-radius:2px;border:1px solid #8a8a8a"
_BAR = "display:flex;height:.6em;margin:.4em 0;overflow:hidden;border-radius:.3em;border:1px solid #8a8a8a"
