"""The package is built where no C compiler is, and says so in one line."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FALSE = shutil.which("false")
SOLVES = """
import canfield_widget as cw
from canfield_widget.solver import compiled
print(cw.__file__)
print(compiled, cw.solve(cw.deal("canfield", seed=2), budget_states=5000).verdict)
"""
NO_CYTHON = "raise ImportError('there is no Cython here')\n"

pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("setuptools") is None, reason="setuptools is not here, nothing can be built"
    ),
    pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="this is no checkout"),
]


def built(folder: Path, **environment: str) -> tuple[Path, list[str]]:
    """A package built from a copy of the sources, and the lines of the log that are ours."""
    copy, target = folder / "sources", folder / "built"
    copy.mkdir()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    here = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static")
    shutil.copytree(ROOT / "canfield_widget", copy / "canfield_widget", ignore=here)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CANFIELD_WIDGET_")}
    done = subprocess.run(
        [sys.executable, "setup.py", "build", "--build-lib", str(target)],
        cwd=copy, env=kept | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return target, [line for line in done.stdout.splitlines() if line.startswith("canfield-widget:")]


def said_by(package: Path) -> list[str]:
    """What a Python says that imports the package and solves a deal."""
    run = [sys.executable, "-P", "-c", SOLVES]
    environment = os.environ | {"PYTHONPATH": str(package)}
    return subprocess.run(
        run, cwd=package, env=environment, capture_output=True, text=True, check=True
    ).stdout.splitlines()


@pytest.mark.skipif(FALSE is None, reason="there is no command that fails")
@pytest.mark.skipif(importlib.util.find_spec("Cython") is None, reason="Cython is not here, no compiler is asked")
def test_without_a_compiler_the_package_is_built_and_solves(tmp_path: Path):
    assert FALSE is not None
    package, log = built(tmp_path, CC=FALSE)
    assert log == [
        "canfield-widget: no C compiler built the kernels; "
        "the solver will run interpreted, with the same answers, some thirty times slower"
    ]
    place, verdict = said_by(package)
    assert Path(place).is_relative_to(package)
    assert verdict == "False won"


@pytest.mark.parametrize("why", ["CANFIELD_WIDGET_PURE is set", "Cython is not here"])
def test_without_cython_or_on_demand_nothing_is_compiled(why: str, tmp_path: Path):
    (tmp_path / "fake" / "Cython").mkdir(parents=True)
    (tmp_path / "fake" / "Cython" / "__init__.py").write_text(NO_CYTHON)
    environment = {"PYTHONPATH": str(tmp_path / "fake")} if "Cython" in why else {"CANFIELD_WIDGET_PURE": "1"}
    package, log = built(tmp_path, **environment)
    assert [line.split(": ")[1].split(";")[0] for line in log] == [why]
    assert said_by(package)[1] == "False won"
