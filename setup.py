"""The solver's kernels as optional extensions: without a C compiler the same files run interpreted.

Each is compiled from a copy that also carries the digest of its source, so that a test can tell an old one.
`CANFIELD_WIDGET_PURE=1` leaves them out, for a wheel that runs everywhere.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNELS = ("kernel", "broad")
OLDEST = 0x030B0000
INTERPRETED = "canfield-widget: {}; the solver will run interpreted, with the same answers, some thirty times slower"


def extensions() -> list[Extension]:
    """The extensions, each optional: a compiler that is missing or fails is no failure."""
    if os.environ.get("CANFIELD_WIDGET_PURE"):
        print(INTERPRETED.format("CANFIELD_WIDGET_PURE is set"))
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        print(INTERPRETED.format("Cython is not here"))
        return []
    wanted = []
    for name in KERNELS:
        source = Path("canfield_widget", "solver", f"{name}.py").read_bytes()
        copy = Path("build", "kernels", f"{name}.py")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(source + f'\nDIGEST = "{hashlib.sha256(source).hexdigest()}"\n'.encode())
        wanted.append(
            Extension(
                f"canfield_widget.solver.{name}",
                [copy.as_posix()],
                define_macros=[("Py_LIMITED_API", hex(OLDEST)), ("CYTHON_LIMITED_API", "1")],
                py_limited_api=True,
                extra_compile_args=["-O3"] if os.name == "posix" else [],
            )
        )
    made = cythonize(wanted, compiler_directives={"language_level": 3})
    for extension in made:
        extension.optional = True  # cythonize does not hand it on
    return made


class BuildKernels(build_ext):
    """Builds what can be built and says in one line what cannot."""

    def build_extension(self, ext: Any) -> None:
        """Builds one extension."""
        try:
            super().build_extension(ext)
        except Exception:
            print(INTERPRETED.format(f"no C compiler built {ext.name}"))
            raise


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildKernels},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
