"""How tests run: the same examples every time, no limit on an example's time, and saves of their own for each test."""

import os
import tempfile

import pytest
from hypothesis import settings

from samples import SOAK

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("soak", deadline=None, max_examples=3000)
settings.load_profile("soak" if SOAK else "steady")

# also for the examples in docstrings and pages, which no fixture of this folder reaches
os.environ["CANFIELD_WIDGET_DATA"] = tempfile.mkdtemp(prefix="canfield-saves-")


@pytest.fixture(autouse=True)
def saves_of_its_own(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("CANFIELD_WIDGET_DATA", str(tmp_path_factory.mktemp("saves")))
