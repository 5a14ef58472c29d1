"""Settings are one table: what cannot be read is what it was at first."""

from __future__ import annotations

import pytest

from canfield_widget import CanfieldWidget
from canfield_widget.settings import SETTINGS, checked
from canfield_widget.texts import LANGUAGES, words


def test_every_setting_is_a_trait_of_the_widget():
    assert set(SETTINGS) <= set(CanfieldWidget.class_trait_names())


@pytest.mark.parametrize("name", SETTINGS)
def test_the_first_value_is_one_that_the_setting_takes(name: str):
    assert SETTINGS[name].takes(SETTINGS[name].first)


def test_a_switch_takes_neither_numbers_nor_words():
    assert not any(SETTINGS["large"].takes(value) for value in (1, 0, "True", None, [], {}))


def test_what_was_kept_and_cannot_be_read_is_left_out():
    assert checked({"speed": "warp", "large": 1, "lang": "fr", "lives": 3}) == checked({})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_and_each_of_its_values_has_words(lang: str):
    for name, setting in SETTINGS.items():
        assert words(lang)[f"set-{name}"]
        if setting.values != (True, False):
            assert all(words(lang)[f"set-{name}-{value}"] for value in setting.values)
