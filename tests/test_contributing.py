"""The table of CONTRIBUTING.md: every module of the package is in it once, and every folder it names is there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "canfield_widget"


def named() -> list[str]:
    """What stands in backticks in the first column."""
    rows = re.findall(r"^\| (`[^|]*`) \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def test_every_module_of_the_package_is_in_the_table_once():
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {"rules", "solver"} <= modules | packages
    assert Counter(name for name in named() if not name.endswith("/")) == Counter(modules | packages)


def test_every_folder_of_the_table_is_there():
    folders = [name for name in named() if name.endswith("/")]
    assert {"js/src/", "tests/", "tools/", "benchmarks/"} <= set(folders)
    assert [name for name in folders if not (ROOT / name).is_dir()] == []
