"""Servers of the Jupyter kind on free loopback ports, each with folders of its own, ended by its own process id."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

_FOLDERS = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "IPYTHONDIR": "ipython",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "CANFIELD_WIDGET_DATA": "saves",
}


_SERVER = [
    "--allow-root", "--ServerApp.ip=127.0.0.1", "--ServerApp.port={port}", "--ServerApp.port_retries=0",
    "--IdentityProvider.token=", "--ServerApp.password=", "--ServerApp.root_dir={notebooks}",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
]  # fmt: skip
# What each app is started with, as `python -m`
_APPS = {
    "jupyterlab": [*_SERVER, "--LabApp.expose_app_in_browser=True"],
    "notebook": [*_SERVER, "--JupyterNotebookApp.expose_app_in_browser=True"],
    "voila": ["{notebooks}", "--Voila.ip=127.0.0.1", "--port={port}", "--Voila.port_retries=0"],
}


def free_port() -> int:
    """A port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}:\n{log.read_text()[-2000:]}")
        try:
            urllib.request.urlopen(url, timeout=2).read(1)
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            pass
        time.sleep(0.1)
    raise TimeoutError(f"no answer from {url}:\n{log.read_text()[-2000:]}")


def jupyterlab(notebooks: Path, scratch: Path) -> contextlib.AbstractContextManager[str]:
    """The address of a running JupyterLab whose files are those of `notebooks`; see `jupyter`."""
    return jupyter("jupyterlab", notebooks, scratch)


@contextlib.contextmanager
def jupyter(app: str, notebooks: Path, scratch: Path, *options: str) -> Iterator[str]:
    """The address of a running app of `_APPS` on the files of `notebooks`; the user's settings play no part."""
    port = free_port()
    environment = {**os.environ, "JUPYTER_PREFER_ENV_PATH": "1"}
    for name, folder in _FOLDERS.items():
        (scratch / folder).mkdir(parents=True, exist_ok=True)
        environment[name] = str(scratch / folder)
    # The question whether one wants Jupyter's news covers a corner of the page.
    settings = scratch / "config" / "labconfig"
    settings.mkdir(exist_ok=True)
    (settings / "page_config.json").write_text(
        '{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}'
    )
    given = [option.format(port=port, notebooks=notebooks) for option in _APPS[app]]
    command = [sys.executable, "-m", app, "--no-browser", *given, *options]
    with served(command, environment, port, scratch / f"{app}.log") as address:
        yield address


@contextlib.contextmanager
def served(command: list[str], environment: dict[str, str], port: int, log: Path) -> Iterator[str]:
    """The address of the server that `command` starts on that port, once it answers."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output, start_new_session=True)
        try:
            _wait_for(f"http://127.0.0.1:{port}/", process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
