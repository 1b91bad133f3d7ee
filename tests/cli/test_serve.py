import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("PIL")


@contextmanager
def served(*options, cwd=None):
    """The address of a server, which Ctrl-C ends without a word."""
    command = [sys.executable, "-m", "frenemy", "serve", "--port", "0", "--no-browser", *map(str, options)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)
    try:
        yield re.search(r"http://127\.0\.0\.1:\d+/", running.stdout.readline())[0]
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=300)
    finally:
        running.kill()
        running.wait()
    assert (running.returncode, out, err) == (0, "", "")


def fetched(address):
    with urllib.request.urlopen(address, timeout=300) as answer:
        return answer.read()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent differently there")
def test_serves_until_interrupted():
    with served() as address:
        assert b"Draw where objects meet" in fetched(address)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent differently there")
@pytest.mark.parametrize(("host", "is_open"), [("0.0.0.0", True), ("localhost", False)])
def test_a_server_that_is_open_to_the_network_says_so(host, is_open):
    command = [sys.executable, "-m", "frenemy", "serve", "--port", "0", "--no-browser", "--host", host]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        address = re.search(r"frenemy is at (http://127\.0\.0\.1:\d+/)", running.stdout.readline())[1]
        if is_open:
            said = running.stderr.readline()
            assert said.startswith("open to the network: with --host 0.0.0.0, everyone who reaches this machine can")
            assert "there is no password" in said
        urllib.request.urlopen(address, timeout=300).close()  # until it serves, Ctrl-C is told by Python
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=300)
    finally:
        running.kill()
        running.wait()
    assert err == ""


def test_a_port_in_use_is_told(frenemy_here):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = frenemy_here("serve", "--no-browser", "--port", taken.getsockname()[1])
    assert done.returncode == 1
    assert "is in use: choose another with --port, or any free one with --port 0" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_address_that_is_not_ours_is_told(frenemy_here):
    done = frenemy_here("serve", "--no-browser", "--port", "0", "--host", "203.0.113.7")
    assert done.returncode == 1
    assert "not an address of this machine" in done.stderr


@pytest.mark.parametrize(("option", "value"), [("--port", "70000"), ("--megapixels", "0"), ("--megabytes", "-1")])
def test_bad_options(frenemy_here, option, value):
    done = frenemy_here("serve", "--no-browser", option, value)
    assert done.returncode == 2


def test_the_extra_is_named_where_it_is_missing(frenemy_here, monkeypatch):
    monkeypatch.delitem(sys.modules, "frenemy.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = frenemy_here("serve", "--no-browser")
    assert done.returncode == 1
    assert 'pip install "frenemy[web]"' in done.stderr


def test_a_folder_without_an_album_is_told(frenemy_here, tmp_path):
    done = frenemy_here("serve", "--no-browser", "--port", 0, "--faces", tmp_path / "people")
    assert done.returncode == 1
    assert "there is no album here" in done.stderr
    assert "frenemy faces photos/ -o" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent differently there")
def test_an_album_is_shown(tmp_path):
    from frenemy.apps.faces.photos.scan_cache import ScanCache

    with ScanCache(tmp_path / "faces.sqlite") as cache:
        cache.keep_scan("nobody", str(tmp_path), {}, (), n_left=0)
    with served("--faces", tmp_path) as address:
        assert b"Who is who in your photos" in fetched(address)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent differently there")
def test_a_folder_of_pictures_is_shown(tmp_path):
    (tmp_path / "-photos" / "more").mkdir(parents=True)
    for name in ("a.png", "more/b.png"):
        (tmp_path / "-photos" / name).write_bytes(b"")
    with served("--recursive", "--", "-photos", cwd=tmp_path) as address:
        folder = json.loads(fetched(f"{address}segment/folder"))["folder"]
    assert (folder["name"], [one["name"] for one in folder["pictures"]]) == ("-photos", ["a.png", "more/b.png"])


def test_what_is_no_folder_of_pictures_is_told(frenemy_here, tmp_path):
    (tmp_path / "cat.jpg").write_bytes(b"")
    done = frenemy_here("serve", "--no-browser", "--port", 0, tmp_path / "cat.jpg")
    assert done.returncode == 1
    assert "cat.jpg is not a folder: give the folder that the picture is in" in done.stderr
    done = frenemy_here("serve", "--no-browser", "--port", 0, tmp_path / "nowhere")
    assert done.returncode == 1
    assert "there is no folder" in done.stderr
    done = frenemy_here("serve", "--no-browser", "--recursive")
    assert done.returncode == 2
    assert "frenemy serve photos/ --recursive" in done.stderr


def test_help_teaches_folders(frenemy_here):
    done = frenemy_here("serve", "--help")
    for text in ("frenemy serve photos/", "--recursive", "cat.strokes.json"):
        assert text in done.stdout
