"""An sdist and a wheel hold what they should and nothing else, and what is installed from them works."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from packages_check import (
    EXTRAS,
    MATRIX,
    SMOKE,
    built_by_backend,
    copied_checkout,
    faults_of,
    folder_of_programs,
    lowest,
    machine_paths,
)

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FREE_THREADED = "import sysconfig\nsysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the checkout that has traces of older builds, and no program but Python on PATH."""
    folder = tmp_path_factory.mktemp("packages")
    copied_checkout(folder / "source")
    folder_of_programs(folder / "bare", ())
    return folder


@pytest.fixture(scope="module")
def sdist(place: Path) -> Path:
    return built_by_backend("sdist", place / "source", place / "sdist", place / "bare")


@pytest.fixture(scope="module")
def unpacked(place: Path, sdist: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(place / "unpacked", filter="data")
    (folder,) = (place / "unpacked").iterdir()
    return folder


@pytest.fixture(scope="module")
def wheel(place: Path, unpacked: Path) -> Path:
    return built_by_backend("wheel", unpacked, place / "wheel", place / "bare", CANFIELD_WIDGET_PURE="1")


def test_an_sdist_is_built_without_node_and_holds_no_trace_of_older_builds(place: Path, sdist: Path):
    assert faults_of(sdist, place / "source") == []


def test_a_pure_wheel_is_built_from_the_sdist_without_node_and_runs_everywhere(place: Path, wheel: Path):
    assert faults_of(wheel, place / "source") == []
    assert wheel.name.endswith("-py3-none-any.whl")


def test_a_wheel_built_in_a_checkout_holds_no_trace_of_older_builds(place: Path):
    made = built_by_backend("wheel", place / "source", place / "direct", place / "bare", CANFIELD_WIDGET_PURE="1")
    assert faults_of(made, place / "source") == []


@pytest.mark.parametrize("why", ["no compiler works", "no limited API"])
def test_a_wheel_without_kernels_says_so_in_its_name(why: str, place: Path, unpacked: Path, tmp_path: Path):
    (tmp_path / "sitecustomize.py").write_text(FREE_THREADED if why == "no limited API" else "")
    settings = {"CC": "false"} if why == "no compiler works" else {}
    folder = place / why.replace(" ", "-")
    paths = f"{unpacked / 'tools'}{os.pathsep}{tmp_path}"
    made = built_by_backend("wheel", unpacked, folder, place / "bare", paths=paths, **settings)
    assert faults_of(made, place / "source") == []


def test_what_is_wrong_with_a_package_is_found(place: Path, wheel: Path, tmp_path: Path):
    spoilt = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as good, zipfile.ZipFile(spoilt, "w") as bad:
        for name in good.namelist():
            if name != "canfield_widget/static/keys.js":
                bad.writestr(name, good.read(name))
        bad.writestr("canfield_widget/solver/kernel.abi3.so", f"in {place / 'source'}")
        bad.writestr("tests/test_cards.py", "")
    faults = "\n".join(faults_of(spoilt, place / "source"))
    assert "is missing: canfield_widget/static/keys.js" in faults
    assert "does not belong there: canfield_widget/solver/kernel.abi3.so" in faults
    assert "does not belong there: tests/test_cards.py" in faults
    assert f"kernel.abi3.so tells {place / 'source'}" in faults


def test_the_pure_wheel_plays_solves_draws_and_asks_outside_the_checkout(wheel: Path, tmp_path: Path):
    inside = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", inside], check=True)
    python = inside / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = ["--python", python, "install", "-q", "--no-deps", "--no-index", "--no-compile", wheel]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True)
    # the packages that it needs are those of the tests; what is installed above is found before them
    (site,) = inside.rglob("site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    done = subprocess.run(
        [python, "-I", SMOKE, "interpreted", *EXTRAS], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(": well\n")


def test_the_kernels_tell_nothing_of_the_machine_that_compiled_them():
    kernels = [path for path in (ROOT / "canfield_widget" / "solver").iterdir() if path.suffix in {".so", ".pyd"}]
    if not kernels:
        pytest.skip("the kernels are not compiled here")
    told = {(path.name, place) for path in kernels for place in machine_paths() if place in path.read_bytes()}
    assert told == set()


def test_every_extra_is_tried_alone_and_with_all_others():
    assert sorted(PROJECT["optional-dependencies"]) == sorted(EXTRAS)
    tried = {row.extras for row in MATRIX}
    assert {(extra,) for extra in EXTRAS} | {EXTRAS, ()} == tried


def test_every_dependency_has_a_lowest_version():
    pinned = dict(need.split("==") for need in lowest(PROJECT))
    assert pinned["matplotlib"] == "3.10"
    assert {"anywidget", "ipywidgets", "traitlets", "pillow", "platformdirs", "pandas", "networkx"} < set(pinned)
