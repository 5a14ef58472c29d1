"""The solver's kernels as optional extensions: without a C compiler the same files run interpreted.

`CANFIELD_WIDGET_PURE=1` leaves them out, for a wheel that runs everywhere.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from setuptools import Extension, setup

KERNELS = ("kernel", "broad")


def extensions() -> list[Extension]:
    """The extensions, each optional and with the digest of its source compiled in."""
    if os.environ.get("CANFIELD_WIDGET_PURE"):
        print("canfield-widget: CANFIELD_WIDGET_PURE is set, the solver will run interpreted")
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        print("canfield-widget: no Cython, the solver will run interpreted")
        return []
    wanted = []
    for name in KERNELS:
        source = Path("canfield_widget", "solver", f"{name}.py")
        digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
        wanted.append(
            Extension(
                f"canfield_widget.solver.{name}",
                [str(source)],
                define_macros=[("CANFIELD_DIGEST", f'"{digest}"')],
                extra_compile_args=["-O3"] if os.name == "posix" else [],
            )
        )
    made = cythonize(wanted, build_dir="build/cython")
    for extension in made:
        extension.optional = True  # cythonize does not hand it on
    return made


setup(ext_modules=extensions())
