"""A JupyterLab of its own on a free loopback port, ended by its own process id."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"JupyterLab ended with {process.returncode}:\n{log.read_text()[-2000:]}")
        with contextlib.suppress(OSError):
            urllib.request.urlopen(url, timeout=2).read(1)
            return
        time.sleep(0.1)
    raise TimeoutError(f"no answer from {url}:\n{log.read_text()[-2000:]}")


@contextlib.contextmanager
def jupyterlab(notebooks: Path, scratch: Path) -> Iterator[str]:
    """The address of a running JupyterLab whose files are those of `notebooks`; the user's settings play no part."""
    port = _free_port()
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
    log = scratch / "jupyterlab.log"
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        "--IdentityProvider.token=", "--ServerApp.password=", f"--ServerApp.root_dir={notebooks}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.expose_app_in_browser=True",
    ]  # fmt: skip
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output, start_new_session=True)
        try:
            _wait_for(f"http://127.0.0.1:{port}/api/status", process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
