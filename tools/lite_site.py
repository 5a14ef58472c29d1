"""Builds a JupyterLite site with the package in it, `build/lite/site`: a notebook that runs in the browser alone.

The site asks nothing of any other server. What it is made of comes from PyPI and npm by name and version: JupyterLite
in a virtual environment of its own, the Pyodide that its kernel wants, and wheels without compiled code. Pyodide builds
its own wheels of the same versions, so its list of packages gets the digests of ours, and loses all that are not there,
numpy and matplotlib among them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bundle import ROOT, build_bundle, bundled, npm_environment

HOME = ROOT / "build" / "lite"
SITE = HOME / "site"
LITE = ("jupyterlite-core==0.8.6", "jupyterlite-pyodide-kernel==0.8.6", "jupyter-server")
"""What builds the site."""
FRONT = ("ipywidgets", "anywidget")
"""What has a front end of its own in JupyterLab, in the versions of constraints.txt."""
INSTALLED = ("ipywidgets", "anywidget", "jupyterlab-widgets", "widgetsnbextension", "comm", "psygnal")
"""What `%pip install` takes from the site besides our own wheel, in the versions of constraints.txt."""
LOCKED = ("micropip", "ipython", "jedi", "packaging", "platformdirs", "tqdm", "typing-extensions")
"""What Pyodide has in its own list, with all that these need."""
NOTEBOOK = "01_play.ipynb"
FIRST_CELL = "%pip install -q canfield-widget"
_NOT_SERVED = ("*.map", "*.d.ts", "*.html", "README*")
_PURE = ("--no-deps", "--only-binary=:all:", "--implementation", "py", "--abi", "none", "--platform", "any")


def run(*command: str | Path, **how: Any) -> str:
    """What the program prints. Raises CalledProcessError, after its last words are shown, if it fails."""
    done = subprocess.run(list(map(str, command)), text=True, capture_output=True, check=False, **how)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n", file=sys.stderr)
        done.check_returncode()
    return done.stdout


def builder() -> Path:
    """The Python of an environment that has JupyterLite; beside JupyterLab its extension would break every page."""
    python = HOME / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    wanted = [*LITE, *FRONT]
    mark = HOME / "venv" / "installed.json"
    if not mark.exists() or json.loads(mark.read_text()) != wanted:
        venv.create(HOME / "venv", with_pip=True, clear=True)
        run(python, "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", *wanted)
        mark.write_text(json.dumps(wanted))
    return python


def pinned(name: str) -> str:
    """The requirement with the version of constraints.txt. Raises ValueError if it has none."""
    line = re.escape(name).replace(r"\-", "[-_]")
    found = re.search(rf"^{line}==.*$", (ROOT / "constraints.txt").read_text(), re.MULTILINE | re.IGNORECASE)
    if found is None:
        raise ValueError(f"constraints.txt: read no {name}, expected a line for it")
    return found[0]


def pyodide(python: Path, folder: Path) -> str:
    """The version of Python in the Pyodide that the kernel wants, which is put into the folder with its wheels."""
    version, python_version = run(
        python, "-c",
        "from jupyterlite_pyodide_kernel import constants as c; print(c.PYODIDE_VERSION, c.PYODIDE_PYTHON_VERSION)",
    ).split()  # fmt: skip
    npm = HOME / "npm"
    taken = npm / "node_modules" / "pyodide"
    if not taken.exists() or json.loads((taken / "package.json").read_text())["version"] != version:
        npm.mkdir(parents=True, exist_ok=True)
        environment = npm_environment()
        program = shutil.which("npm", path=environment["PATH"]) or "npm"
        run(program, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", npm, f"pyodide@{version}",
            cwd=npm, env=environment)  # fmt: skip
    shutil.copytree(taken, folder, ignore=shutil.ignore_patterns(*_NOT_SERVED))
    lock = json.loads((taken / "pyodide-lock.json").read_text())
    lock["packages"] = kept(lock["packages"], python_version, folder)
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    return python_version


def kept(packages: dict[str, Any], python_version: str, folder: Path) -> dict[str, Any]:
    """Of Pyodide's packages those of `LOCKED` and what they need, with the digests of PyPI's wheels in the folder."""
    wanted, names = list(LOCKED), dict[str, Any]()
    while wanted:
        name = wanted.pop()
        if name not in names:
            names[name] = packages[name]
            wanted += [each.lower().replace("_", "-") for each in packages[name]["depends"]]
    wheels = download([f"{each['name']}=={each['version']}" for each in names.values()], python_version)
    for each in names.values():
        wheel = next(path for path in wheels if _name(path) == _canonical(each["name"]))
        shutil.copy(wheel, folder)
        each |= {"file_name": wheel.name, "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()}
    return names


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _name(wheel: Path) -> str:
    return _canonical(wheel.name.split("-")[0])


def download(wanted: Iterable[str], python_version: str) -> list[Path]:
    """Wheels without compiled code of the requirements, from those that were taken before or from PyPI."""
    folder = HOME / "wheels"
    folder.mkdir(parents=True, exist_ok=True)

    def there(requirement: str) -> Path | None:
        name, version = requirement.split("==")
        found = (path for path in folder.glob("*.whl") if _name(path) == _canonical(name))
        return next((path for path in found if path.name.split("-")[1] == version), None)

    if missing := [requirement for requirement in wanted if there(requirement) is None]:
        run(sys.executable, "-m", "pip", "download", "-q", *_PURE, "--python-version", python_version,
            "-d", folder, *missing)  # fmt: skip
    return [path for requirement in wanted if (path := there(requirement)) is not None]


def own_wheel() -> Path:
    """Our wheel without kernels, which runs everywhere."""
    folder = HOME / "own"
    shutil.rmtree(folder, ignore_errors=True)
    if not bundled():
        build_bundle()
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT,
        env={**os.environ, "CANFIELD_WIDGET_PURE": "1"})  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    if not wheel.name.endswith("-py3-none-any.whl"):
        raise ValueError(f"the wheel for JupyterLite: read {wheel.name}, expected one that ends in py3-none-any.whl")
    return wheel


def write_notebook(folder: Path) -> None:
    """The notebook of the site: the one of the repository, after a cell that installs the package."""
    notebook = json.loads((ROOT / "notebooks" / NOTEBOOK).read_text())
    install = {"cell_type": "code", "id": "install", "metadata": {}, "execution_count": None, "outputs": [],
               "source": [FIRST_CELL]}  # fmt: skip
    notebook["cells"].insert(1, install)
    notebook["metadata"]["kernelspec"] = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    folder.mkdir(parents=True)
    (folder / NOTEBOOK).write_text(json.dumps(notebook, indent=1))


def build() -> Path:
    """The folder of the site, built anew; its parts are kept in `build/lite` for the next time."""
    python, source = builder(), HOME / "source"
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    python_version = pyodide(python, source / "static" / "pyodide")
    wheels = [*download([pinned(name) for name in INSTALLED], python_version), own_wheel()]
    write_notebook(source / "contents")
    settings = {"@jupyterlite/pyodide-kernel-extension:kernel": {"disablePyPIFallback": True}}
    (source / "jupyter-lite.json").write_text(
        json.dumps({
            "jupyter-lite-schema-version": 0,
            "jupyter-config-data": {"exposeAppInBrowser": True, "litePluginSettings": settings},
        })
    )  # fmt: skip
    run(python, "-m", "jupyterlite_core.app", "build", "--lite-dir", source, "--output-dir", SITE,
        "--contents", source / "contents", "--no-sourcemaps", "--no-unused-shared-packages", "--apps", "lab",
        *(f"--piplite-wheels={wheel}" for wheel in wheels), cwd=source)  # fmt: skip
    return SITE


if __name__ == "__main__":
    print(build())
