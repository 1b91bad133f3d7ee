"""JupyterLab on this machine, with notebooks of a temporary folder."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager, suppress

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
        "JUPYTER_DATA_DIR": str(folder / ".data"),  # kernels of the user may be other Pythons
        "JUPYTER_RUNTIME_DIR": str(folder / ".runtime"),
        "IPYTHONDIR": str(folder / ".ipython"),
    }
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]  # the server tries others where this one is taken meanwhile
    options = [f"--port={port}", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"]
    options += ["--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    log = (folder / "server.log").open("w+")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options], env=environment, stdout=log, stderr=subprocess.STDOUT
    )
    about = folder / ".runtime" / f"jpserver-{server.pid}.json"  # with the port that it took
    try:
        yield _address(about, server, log)
    finally:
        _end(server)
        log.close()


def _end(server):
    """Ask the server to end, then kill it; its kernels, too, which are in sessions of their own."""
    import psutil

    with suppress(psutil.NoSuchProcess):
        all_of_it = [(root := psutil.Process(server.pid)), *root.children(recursive=True)]
        server.terminate()
        _, left = psutil.wait_procs(all_of_it, 10)
        for process in left:
            process.kill()
        psutil.wait_procs(left, 10)
    server.wait()


def _address(about, server, log):
    end = time.monotonic() + SECONDS
    while True:
        try:
            address = f"http://127.0.0.1:{json.loads(about.read_text())['port']}"
            urllib.request.urlopen(f"{address}/api", timeout=5).read()
            return address
        except (OSError, ValueError):  # not there yet, half written, not listening yet
            log.seek(0)
            assert server.poll() is None, log.read()
            assert time.monotonic() < end, log.read()
            time.sleep(0.1)
