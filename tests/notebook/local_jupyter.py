"""JupyterLab on this machine, with notebooks of a temporary folder."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

SECONDS = 60.0  # to start


def write_notebook(path, cells):
    """A notebook of cells of code."""
    written = [
        {
            "cell_type": "code",
            "id": f"cell-{at}",
            "metadata": {},
            "source": cell,
            "outputs": [],
            "execution_count": None,
        }
        for at, cell in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path.write_text(json.dumps({"cells": written, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}))


@contextmanager
def jupyter_lab(folder):
    """The address of a server for a folder; it ends with its kernels."""
    settings = folder / ".jupyter"
    (settings / "labconfig").mkdir(parents=True)
    unwanted = {"@jupyterlab/apputils-extension:announcements": True}  # it asks whether to look for news
    (settings / "labconfig" / "page_config.json").write_text(json.dumps({"disabledExtensions": unwanted}))
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(settings),
        "JUPYTER_RUNTIME_DIR": str(folder / ".runtime"),
        "IPYTHONDIR": str(folder / ".ipython"),
    }
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    options = [f"--port={port}", "--port-retries=0", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"]
    options += ["--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    log = (folder / "server.log").open("w+")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options], env=environment, stdout=log, stderr=subprocess.STDOUT
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address, server, log)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        log.close()


def _wait_for(address, server, log):
    end = time.monotonic() + SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{address}/api", timeout=5).read()
            return
        except (urllib.error.URLError, ConnectionError):
            log.seek(0)
            assert server.poll() is None, log.read()
            assert time.monotonic() < end, log.read()
            time.sleep(0.1)
