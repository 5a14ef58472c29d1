"""What the kernels use of Cython, for a Python without it: decorators that change nothing, types that say nothing."""

from __future__ import annotations

from typing import Any

compiled = False
int = long = short = uint = ulonglong = longlong = bint = uchar = None


def _unchanged(thing: Any) -> Any:
    return thing


cclass = cfunc = final = ccall = inline = _unchanged


class _WithoutLock:
    """`with cython.nogil:` and `@cython.nogil`."""

    def __call__(self, thing: Any) -> Any:
        return thing

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


nogil = _WithoutLock()


def exceptval(*_: object, **__: object) -> Any:
    """A decorator that changes nothing."""
    return _unchanged


def _switch(_: object) -> Any:
    return _unchanged


boundscheck = wraparound = cdivision = initializedcheck = overflowcheck = _switch


def cast(_: object, value: Any, **__: object) -> Any:
    """The value itself."""
    return value


def declare(_: object, value: Any = None) -> Any:
    """The value itself."""
    return value
