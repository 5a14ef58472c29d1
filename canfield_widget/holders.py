"""Holders: which board has a running game, and whether that board is still there."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import time
import weakref
from contextlib import suppress
from pathlib import Path

_LEASE_SECONDS = 600.0
_here: weakref.WeakValueDictionary[str, object] = weakref.WeakValueDictionary()


def new_holder(board: object) -> str:
    """A name for a board, which lives as long as the board here or until `release`."""
    pid = os.getpid()
    holder = f"{_host()}:{pid}:{_began(pid)}:{secrets.token_hex(6)}"
    _here[holder] = board
    return holder


def release(holder: str) -> None:
    """Lets the holder be dead."""
    _here.pop(holder, None)


def is_living(holder: object, held: object) -> bool:
    """True if the board is still there. One on another host counts for some minutes: nobody can ask for it."""
    if not isinstance(holder, str) or not isinstance(held, (int, float)):  # a file may have anything there
        return False
    if holder in _here:
        return True
    with suppress(ValueError):
        host, pid, began, _ = holder.split(":")
        if host != _host():
            return time.time() - held < _LEASE_SECONDS
        return int(pid) != os.getpid() and _began(int(pid)) == began
    return False


def is_here(holder: str | None) -> bool:
    """True if the board is one of this process."""
    return holder in _here


def _host() -> str:
    return socket.gethostname().replace(":", "-")


def _began(pid: int) -> str:
    """When the process began, so that another one of the same number is not taken for it; empty if there is none.

    Only Linux says so; elsewhere all begin at the same time.
    """
    if sys.platform == "linux":
        try:
            words = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return ""
        return "" if words[0] in (b"Z", b"X") else words[19].decode()
    if sys.platform == "win32":
        import ctypes

        kernel, code = ctypes.windll.kernel32, ctypes.c_ulong()
        handle = kernel.OpenProcess(0x1000, False, pid)
        is_there = kernel.GetExitCodeProcess(handle, ctypes.byref(code)) and code.value == 259
        kernel.CloseHandle(handle)
        return "then" if is_there else ""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except OSError:
        pass  # there, but of another user
    return "then"
