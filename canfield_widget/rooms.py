"""What is loaded by its name when it is asked for: figures and boards need packages that the engine does without."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def loaded(room: str, name: str) -> Any:
    """What the module `canfield_widget.<room>` has under the name.

    Raises ImportError where a package is missing that it needs, with the name of the package and how to install it.
    """
    try:
        return getattr(import_module(f"canfield_widget.{room}"), name)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "canfield_widget"):
            raise
        package = _PACKAGES.get(missing, missing)
        said = f"{name} needs {package}, which is not installed: pip install {package}"
        raise ImportError(said, name=missing) from error


_PACKAGES = {"PIL": "pillow"}
"""Packages that are called otherwise than what is imported."""
