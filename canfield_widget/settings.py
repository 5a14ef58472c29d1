"""What a player can set, in one table: names, values, what they are at first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from canfield_widget.hints import HintKind
from canfield_widget.texts import LANGUAGES

Value = str | bool | None


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its name, which is that of the widget's trait, the values it takes, the first value of all.

    Where `values` are True and False it is a switch. `of_board` is False for what the page need not know.
    """

    name: str
    first: Value
    values: tuple[Value, ...] = (True, False)
    of_board: bool = True

    def takes(self, value: object) -> bool:
        """True if the setting may have this value."""
        return any(value is one or (isinstance(one, str) and value == one) for one in self.values)


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        setting.name: setting
        for setting in (
            Setting("lang", None, (None, *LANGUAGES), of_board=False),
            Setting("hints", None, (None, *map(str, HintKind)), of_board=False),
            Setting("winnable", False),
            Setting("click", "play", ("play", "select", "off")),
            Setting("auto_finish", True),
            Setting("auto_up", False),
            Setting("speed", "normal", ("slow", "normal", "fast", "instant")),
            Setting("auto_pause", True),
            Setting("show_time", True),
            Setting("chance", False, of_board=False),
            Setting("large", False),
            Setting("mirrored", False),
            Setting("four_colours", False),
            Setting("theme", "host", ("host", "light", "dark")),
        )
    }
)
"""Every setting. `hints` None is the ranked hint, or the solver's where that is the rule set's own kind."""


def checked(values: Mapping[str, object]) -> dict[str, Value]:
    """The settings among `values` that can be read, each with its value; others keep what they are at first.

    >>> checked({"large": True, "click": "never"})["large"], checked({"click": "never"})["click"]
    (True, 'play')
    """
    found: dict[str, Value] = {}
    for name, setting in SETTINGS.items():
        value = values.get(name, setting.first)
        found[name] = value if setting.takes(value) else setting.first  # type: ignore[assignment]
    return found


def expect_settings(values: Mapping[str, object]) -> None:
    """Nothing, if every one of `values` is a setting with a value that it can have. Raises TypeError or ValueError."""
    for name, value in values.items():
        if name not in SETTINGS:
            raise TypeError(f"read {name}=, expected a setting: {', '.join(SETTINGS)}")
        if not SETTINGS[name].takes(value):
            expected = ", ".join(map(repr, SETTINGS[name].values))
            raise ValueError(f"{name}: read {value!r}, expected one of {expected}")
