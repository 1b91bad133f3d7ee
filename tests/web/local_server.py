"""A running server, and a picture with known objects to send to it."""

from __future__ import annotations

import http.client
import json
import threading
import time
from io import BytesIO

import numpy as np
from PIL import Image

from frenemy.web.limits import Limits
from frenemy.web.server import address_of, application, listen, server_of

HEIGHT, WIDTH = 120, 160


def scene():
    """A disc on the left, two squares on the right: (picture, labels), four objects of clearly different colors."""
    labels = np.zeros((HEIGHT, WIDTH), np.int32)
    labels[:, 80:] = 1
    labels[60:, 80:] = 2
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    labels[(x - 40) ** 2 + (y - 60) ** 2 < 25**2] = 3
    colors = np.array([[70, 110, 160], [200, 160, 60], [90, 160, 90], [190, 70, 80]])
    noise = np.random.default_rng(0).normal(0, 4, (HEIGHT, WIDTH, 3))
    return np.clip(colors[labels] + noise, 0, 255).astype(np.uint8), labels


_ANGLES = np.linspace(-np.pi, np.pi, 60)
#: Along all borders: four objects, whatever the recipe makes of a picture without strokes.
OUTLINES = [
    {"points": [[79.5, 2], [79.5, 117]], "width": 3},
    {"points": [[82, 59.5], [157, 59.5]], "width": 3},
    {"points": np.round([40 + 25 * np.cos(_ANGLES), 60 + 25 * np.sin(_ANGLES)], 2).T.tolist(), "width": 3},
]
N_OBJECTS = 4
#: Cuts the disc and what is around it in halves: two objects more.
SPLITTING = {"points": [[40, -3], [40, 122]], "width": 3}


def png(picture):
    """The bytes of a PNG file."""
    file = BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    return file.getvalue()


class LocalServer:
    """The server in a thread of its own, at a free port, until :meth:`close`."""

    def __init__(self, limits: Limits | None = None, port: int = 0, **options) -> None:
        self.socket = listen("127.0.0.1", port)
        self.address = address_of(self.socket)
        self.port = self.socket.getsockname()[1]
        self.server = server_of(application(limits=limits, **options))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]})
        self.thread.start()

    def close(self):
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive()

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)

    def ask(self, method, path, body=None, **headers):
        """Status, headers and body of the answer."""
        connection = self.connect()
        try:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body=body, headers=names)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def json(self, method, path, body=None, **headers):
        status, _, content = self.ask(method, path, body, **headers)
        return status, json.loads(content)

    def opened(self, picture):
        """The id of a new session."""
        status, reply = self.json("POST", "/segment/sessions", png(picture))
        assert status == 201, reply
        return reply["session"]

    def solve(self, session, strokes=(), merges=(), drawn=0):
        """Stages reply, the summary, and the labels."""
        body = json.dumps({"strokes": list(strokes), "merges": list(merges), "drawn": drawn})
        status, _, content = self.ask("POST", f"/segment/sessions/{session}/solve", body)
        assert status == 200, content
        return read_stream(content)


def read_stream(content):
    """Of the answer to a solve: the stages reply, the summary, and the labels."""
    lines = []
    while not lines or "stage" in lines[-1]:
        line, _, content = content.partition(b"\n")
        lines.append(json.loads(line))
    assert lines[-1]["bytes"] == len(content)
    summary = lines[-1]["result"]
    labels, lengths = np.frombuffer(content, "<u4").reshape(2, -1)  # of runs in raster order
    label_map = np.repeat(labels, lengths).astype(np.int32).reshape(summary["height"], summary["width"])
    return lines[:-1], summary, label_map


def eventually(is_so, seconds=60.0, pause=0.01):
    """Wait until it is so; false if it never is, which takes a machine that is busy with other things into account."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(pause)
    return is_so()
