"""Builds sdist and wheels as they are given away, looks into them, and tries them in bare environments.

`python tools/packages_check.py` runs every row of the matrix with the Pythons that it finds and prints a table for
`docs/packages.md`; `python tools/packages_check.py extras` runs the rows whose names begin so. It needs pip's index,
not Node: what builds and installs here has neither `node` nor `npm`, and a compiler only where one is asked for.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SMOKE = ROOT / "tools" / "package_smoke.py"
BUILT_FROM = (
    "canfield_widget",
    "js",
    "tests",
    "tools",
    "setup.py",
    "pyproject.toml",
    "MANIFEST.in",
    "README.md",
    "LICENSE",
)
COMPILER = ("cc", "gcc", "clang", "as", "ld")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("studies", "pandas", "graphs", "dask", "pysol")
LARGEST = 2_000_000
IN_AN_SDIST = {
    "LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "canfield_widget", "canfield_widget.egg-info", "js",
    "pyproject.toml", "setup.cfg", "setup.py", "tools",
}  # fmt: skip
# What touches the packages that we need: figures, films, boards, steppers, saves, studies, frames
TRIED_ON_THE_LOWEST = (
    "analysis_figures", "comparison_figure", "curves", "diagrams", "foundation_figures", "films", "in_step",
    "line_data", "progress", "saves", "search_figures", "search_icicle", "state_graphs", "step_keys", "stepper",
    "studies", "study_bar", "study_figures", "tallies", "widget", "worksheets",
)  # fmt: skip


class Fault(Exception):
    """A package that is not as it should be."""


def ran(command: list[str | Path], *, cwd: Path, path: Path | None = None, **environment: str) -> str:
    """What the command printed, run with `path` as the whole PATH where it is given. Raises Fault if it fails."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("CANFIELD_WIDGET_", "PYTHONPATH"))
    }
    kept |= {"PATH": str(path)} if path else {}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=kept | environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Fault(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def folder_of_programs(folder: Path, names: Iterable[str]) -> Path:
    """A folder that holds these programs alone, as far as they are here, for PATH."""
    folder.mkdir(parents=True)
    for name in names:
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    return folder


def copied_checkout(folder: Path) -> Path:
    """A copy of what a package is built from, with traces of older builds in it that must not get into one."""
    folder.mkdir(parents=True)
    leave = shutil.ignore_patterns("node_modules", "__pycache__", "*.so", "*.pyd", "*.c", "*.egg-info")
    for name in BUILT_FROM:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=leave)
        else:
            shutil.copy(ROOT / name, folder / name)
    for trace in ("canfield_widget/solver", "build/lib/canfield_widget/solver", "build/lib.old/canfield_widget/solver"):
        (folder / trace).mkdir(parents=True, exist_ok=True)
        (folder / trace / "kernel.abi3.so").write_bytes(b"stale")
    (folder / "build/lib/canfield_widget/gone.py").write_text("stale = True\n")
    return folder


def built_by_backend(
    what: str, source: Path, target: Path, programs: Path, *, paths: str | None = None, **environment: str
) -> Path:
    """The sdist or wheel that this Python's setuptools makes, through the hooks that every front end calls."""
    target.mkdir(parents=True, exist_ok=True)
    code = f"import build_backend; print(); print(build_backend.build_{what}({str(target)!r}))"
    environment["PYTHONPATH"] = paths or str(source / "tools")
    said = ran([sys.executable, "-c", code], cwd=source, path=programs, **environment)
    return target / said.splitlines()[-1]


def built_by_pip(python: Path, sdist: Path, target: Path, programs: Path, **environment: str) -> Path:
    """The wheel that pip makes of an sdist, with build requirements of its own, as on a user's machine."""
    command = [python, "-m", "pip", "-q", "wheel", "--no-deps", "--no-cache-dir", "-w", target, sdist]
    ran(command, cwd=target.parent, path=programs, **environment)
    (wheel,) = target.glob("*.whl")
    return wheel


def machine_paths(*more: Path) -> set[bytes]:
    """Folders of this machine of which nothing may stand in a package."""
    places = {ROOT, Path(sys.prefix), Path(sys.base_prefix), Path.home(), Path(tempfile.gettempdir()), *more}
    return {str(place).encode() for place in places if len(place.parts) > 2 or place == Path.home() != Path("/")}


def members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an sdist or wheel with what is in them."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            yield from ((name, wheel.read(name)) for name in wheel.namelist() if not name.endswith("/"))
        return
    with tarfile.open(archive) as sdist:
        for member in sdist.getmembers():
            if member.isfile() and (stream := sdist.extractfile(member)):
                yield member.name.split("/", 1)[1], stream.read()


def faults_of(archive: Path, source: Path, *, compiled: bool = False) -> list[str]:
    """What is wrong with a wheel or an sdist that was built from `source`; nothing if it holds what it should."""
    inside = dict(members(archive))
    package = source / "canfield_widget"
    stale = {".so", ".pyd", ".c", ".pyc"}
    wanted = {
        path.relative_to(source).as_posix()
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in stale
    }
    found = {name for name in inside if name.startswith("canfield_widget/")}
    if compiled:
        kernels = {
            name for name in found if re.fullmatch(r"canfield_widget/solver/(kernel|broad)\.(abi3\.so|pyd)", name)
        }
        found, missing = found - kernels, 2 - len(kernels)
    else:
        missing = 0
    faults = [f"{missing} kernels are missing"] if missing else []
    faults += [f"is missing: {name}" for name in sorted(wanted - found)]
    faults += [f"does not belong there: {name}" for name in sorted(found - wanted)]
    faults += [f"is not what was built from: {name}" for name in sorted(found & wanted)
               if inside[name] != (source / name).read_bytes()]  # fmt: skip
    allowed = IN_AN_SDIST if archive.suffix != ".whl" else {"canfield_widget"}
    faults += [f"does not belong there: {name}" for name in sorted(inside)
               if (name.split("/")[0] not in allowed and ".dist-info/" not in name)
               or {"node_modules", "__pycache__", "test", "tests"} & set(name.split("/"))]  # fmt: skip
    faults += [f"{name} tells {place.decode()}" for name, content in inside.items()
               for place in machine_paths(source) if place in content]  # fmt: skip
    if archive.stat().st_size > LARGEST:
        faults.append(f"has {archive.stat().st_size:,} bytes, more than {LARGEST:,}")
    if archive.suffix == ".whl":
        said = next(content.decode() for name, content in inside.items() if name.endswith(".dist-info/WHEEL"))
        tag = archive.stem.split("-", 2)[2]
        right = r"cp311-abi3-\w+" if compiled else r"py3-none-any"
        if not re.fullmatch(right, tag) or f"Tag: {tag}\n" not in said:
            faults.append(f"is tagged {tag}, expected {right}")
        if f"Root-Is-Purelib: {str(not compiled).lower()}\n" not in said:
            faults.append("is taken for pure" if compiled else "is not taken for pure")
    return faults


def sound(archive: Path, source: Path, *, compiled: bool = False) -> Path:
    """The archive. Raises Fault if something is wrong with it."""
    if faults := faults_of(archive, source, compiled=compiled):
        raise Fault("\n".join([archive.name, *faults]))
    return archive


def lowest(project: Mapping[str, object]) -> list[str]:
    """Every direct dependency, of the extras too, at the lowest version that is allowed."""
    extras: dict[str, list[str]] = project["optional-dependencies"]  # type: ignore[assignment]
    given: list[str] = [*project["dependencies"], *(need for needs in extras.values() for need in needs)]  # type: ignore[misc]
    pinned = set[str]()
    for need in given:
        bound = re.match(r"([\w-]+)>=([\d.]+)", need)
        if bound is None:
            raise Fault(f"{need}: read no lowest version")
        pinned.add(f"{bound[1]}=={bound[2]}")
    return sorted(pinned)


def python_of(version: str) -> Path | None:
    """The Python of that version, from PATH or from pyenv."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for found in (*kept, shutil.which(f"python{version}")):
        if found and not subprocess.run([found, "-c", "import venv, ensurepip"], capture_output=True).returncode:
            return Path(found)
    return None


def environment(python: Path, folder: Path, *needs: str | Path) -> Path:
    """The Python of a new environment with these packages, installed without Node and without a compiler."""
    nothing = folder.parent / "nothing"
    nothing.mkdir(exist_ok=True)
    ran([python, "-m", "venv", "--without-pip", folder], cwd=folder.parent)
    inside = folder / "bin" / "python"
    install = ["-m", "pip", "--python", inside, "-q", "install", "--no-compile", "--prefer-binary"]
    ran([sys.executable, *install, *needs], cwd=folder.parent, path=nothing)
    return inside


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the matrix: a wheel in an environment."""

    name: str
    python: str
    kind: str  # "compiled", or why not
    extras: tuple[str, ...] = ()
    lowest: bool = False


MATRIX = (
    *(Row(f"python {version}", version, "compiled") for version in PYTHONS),
    *(Row(f"interpreted, {kind}", "3.11", kind) for kind in ("no compiler", "compiler fails")),
    *(Row(f"pure {version}", version, "pure") for version in PYTHONS),
    *(Row(f"extras {extra}", "3.11", "pure", (extra,)) for extra in EXTRAS),
    Row("extras all, newest Python", "3.13", "compiled", EXTRAS),
    Row("lowest", "3.11", "compiled", EXTRAS, True),
)
_WAYS = {  # programs on PATH while it is built, and what is set
    "compiled": (COMPILER, {}),
    "no compiler": ((), {}),
    "compiler fails": (COMPILER, {"CC": "false"}),
    "pure": (COMPILER, {"CANFIELD_WIDGET_PURE": "1"}),
}


def outcome(row: Row, python: Path, wheel: Path, folder: Path) -> str:
    """What a row says in the table. Raises Fault if something does not work."""
    needs = [f"{wheel}[{','.join(row.extras)}]" if row.extras else str(wheel)]
    if row.lowest:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        needs += [*lowest(project), "pytest", "hypothesis", "psutil"]
    inside = environment(python, folder, *needs)
    kernels = "compiled" if row.kind == "compiled" else "interpreted"
    ran([inside, "-I", SMOKE, kernels, *row.extras], cwd=folder)
    if not row.lowest:
        return "smoke"
    files = [f"tests/test_{name}.py" for name in TRIED_ON_THE_LOWEST]
    said = ran([inside.with_name("pytest"), "-q", "-p", "no:cacheprovider", "-W", "ignore", *files], cwd=ROOT)
    return f"smoke, tests: {said.strip().splitlines()[-1].split(' in ')[0]}"


def main(*beginnings: str) -> int:
    """Runs the rows whose names begin so, all of them without one; 1 if something does not work."""
    rows = [row for row in MATRIX if not beginnings or row.name.startswith(beginnings)]
    pythons = {row.python: python_of(row.python) for row in rows}
    failed = 0
    with tempfile.TemporaryDirectory(prefix="canfield-packages-") as name:
        place = Path(name)
        source = copied_checkout(place / "source")
        bare = folder_of_programs(place / "bare", ())
        sdist = sound(built_by_backend("sdist", source, place / "sdist", bare), source)
        wheels = dict[str, Path]()
        print("| row | Python | wheel | extras | outcome | seconds |\n| --- | --- | --- | --- | --- | --- |")
        for number, row in enumerate(rows):
            begun, python, archive = time.monotonic(), pythons[row.python], "-"
            folder = place / f"environment-{number}"
            try:
                if python is None:
                    said = "not run: no such Python here"
                else:
                    if row.kind not in wheels:
                        programs, set_ = _WAYS[row.kind]
                        path = folder_of_programs(place / f"programs-{len(wheels)}", programs)
                        target = place / f"wheel-{len(wheels)}"
                        built = built_by_pip(python, sdist, target, path, **set_)
                        wheels[row.kind] = sound(built, source, compiled=row.kind == "compiled")
                    archive = wheels[row.kind].stem.split("-", 2)[2]
                    said = outcome(row, python, wheels[row.kind], folder)
            except Fault as fault:
                failed, said = 1, "FAILED"
                print(fault, file=sys.stderr)
            shutil.rmtree(folder, ignore_errors=True)
            seconds = f"{time.monotonic() - begun:.0f}"
            print(
                f"| {row.name} | {row.python} | {archive} | {', '.join(row.extras) or 'none'} | {said} | {seconds} |",
                flush=True,
            )
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
