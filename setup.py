"""The solver's kernels as optional extensions: without a C compiler the same files run interpreted.

Each is compiled from a copy that also carries the digest of its source, so that a test can tell an old one.
`CANFIELD_WIDGET_PURE=1` leaves them out, for a wheel that runs everywhere. `CANFIELD_WIDGET_CHECKED=1` builds them slow
and wary, for `make checked`: a place outside an array is an error, and a sum, product or shift that C does not
define ends the process.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

KERNELS = ("kernel", "broad")
OLDEST = 0x030B0000
INTERPRETED = "canfield-widget: {}; the solver will run interpreted, with the same answers, some thirty times slower"
LIMITED = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
CHECKED = bool(os.environ.get("CANFIELD_WIDGET_CHECKED"))
CHECKS = (
    ("boundscheck=False", "boundscheck=True"),
    ("initializedcheck=False", "initializedcheck=True"),
    ("@cython.exceptval(check=False)", "# errors go on to the caller"),
)
# -g0: Python's own flags ask for what a debugger needs, which triples the size and names this machine's folders
FAST = ["-O3", "-fno-wrapv", "-g0"]
WARY = [
    "-O1", "-g", "-fno-wrapv", "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero",
    "-fsanitize-undefined-trap-on-error",
]  # fmt: skip


def copied(name: str) -> Path:
    """The copy of a kernel that is compiled."""
    read = Path("canfield_widget", "solver", f"{name}.py").read_bytes()
    digest, source = hashlib.sha256(read).hexdigest(), read.decode()
    if CHECKED:
        # what the head of a file says wins over what `cythonize` is told, so the copy gets another head
        for unchecked, checked in CHECKS:
            if unchecked not in source:
                raise ValueError(f"{name}.py: read no {unchecked!r}, expected one to replace by {checked!r}")
            source = source.replace(unchecked, checked)
        source += "\nCHECKED = True\n"
    copy = Path("build", "checked" if CHECKED else ".", "kernels", f"{name}.py")
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(f'{source}\nDIGEST = "{digest}"\n'.encode())
    return copy


def extensions() -> list[Extension]:
    """The extensions, each optional: a compiler that is missing or fails is no failure, unless checks are wanted."""
    if os.environ.get("CANFIELD_WIDGET_PURE"):
        print(INTERPRETED.format("CANFIELD_WIDGET_PURE is set"))
        return []
    if not LIMITED:
        print(INTERPRETED.format("this Python has no limited API"))
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        print(INTERPRETED.format("Cython is not here"))
        return []
    wanted = [
        Extension(
            f"canfield_widget.solver.{name}",
            [copied(name).as_posix()],
            define_macros=[("Py_LIMITED_API", hex(OLDEST)), ("CYTHON_LIMITED_API", "1")],
            py_limited_api=True,
            extra_compile_args=(WARY if CHECKED else FAST) if os.name == "posix" else [],
        )
        for name in KERNELS
    ]
    made = cythonize(wanted, compiler_directives={"language_level": 3})
    for extension in made:
        extension.optional = not CHECKED  # cythonize does not hand it on
    return made


class BuildKernels(build_ext):
    """Builds both kernels or neither, and says in one line if it is neither. Then there is nothing left to compile."""

    failed = False

    def build_extension(self, ext: Any) -> None:
        """Builds one extension."""
        try:
            super().build_extension(ext)
        except Exception:
            self.failed = True
            raise

    def build_extensions(self) -> None:
        """Builds all extensions; one that was built alone is taken away, for the solver asks for both."""
        linker = getattr(self.compiler, "linker_so", None)
        if linker:  # where this Python's library lies; the limited API needs none of it
            self.compiler.linker_so = [part for part in linker if not part.startswith(("-Wl,-rpath", "-L"))]
        super().build_extensions()
        if self.failed:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            print(INTERPRETED.format("no C compiler built the kernels"))
            self.distribution.ext_modules = []


class Wheel(bdist_wheel):
    """A wheel whose name says what is inside: one without kernels runs everywhere."""

    def run(self) -> None:
        """Builds first, and knows then if the kernels are there."""
        if not self.skip_build:
            self.run_command("build")
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildKernels, "bdist_wheel": Wheel},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
