"""The build backend: setuptools, and before it the front end's bundle where it is not there yet.

The bundle is not in git; an sdist and a wheel carry it, so that only a checkout needs Node.
"""

from __future__ import annotations

import shutil
from typing import Any

from bundle import NODE_PACKAGE, ROOT, build_bundle, bundled, new_enough_node
from setuptools import build_meta

prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable


def _node() -> list[str]:
    return [] if bundled() or new_enough_node() else [NODE_PACKAGE]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return build_meta.get_requires_for_build_wheel(config_settings) + _node()


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    return build_meta.get_requires_for_build_sdist(config_settings) + _node()


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return build_meta.get_requires_for_build_editable(config_settings) + _node()


def _ensure_bundle() -> None:
    if not bundled():
        build_bundle()


def _forget_builds() -> None:
    # setuptools puts into a wheel all that lies there, also modules that are gone and kernels of another day
    for old in (*(ROOT / "build").glob("lib*"), *(ROOT / "build").glob("bdist.*")):
        shutil.rmtree(old)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    _ensure_bundle()
    _forget_builds()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    _ensure_bundle()
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    _ensure_bundle()
    return build_meta.build_sdist(sdist_directory, config_settings)
