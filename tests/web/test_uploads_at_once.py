"""Many uploads at once: each is answered, or refused with when to try again."""

import asyncio
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from local_server import HEIGHT, OUTLINES, WIDTH, LocalServer, png, scene

from frenemy.web.held_bytes import held_bytes
from frenemy.web.jobs import Job
from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError
from frenemy.web.segment.document import read_document
from frenemy.web.segment.session import SegmentSession
from frenemy.web.upload_queue import UploadQueue


def upload_all(server, n, picture):
    with ThreadPoolExecutor(n) as pool:
        return list(pool.map(lambda _: server.ask("POST", "/segment/sessions", picture), range(n)))


def test_fifty_at_once_are_answered():
    server = LocalServer(Limits(upload_wait_seconds=300.0))
    try:
        answers = upload_all(server, 50, png(scene()[0]))
    finally:
        server.close()
    assert [status for status, _, _ in answers] == [201] * 50
    assert len({json.loads(body)["session"] for _, _, body in answers}) == 50


def test_those_that_wait_too_long_are_refused_with_when_to_try_again():
    server = LocalServer(Limits(uploads=1, upload_wait_seconds=0.0))
    try:
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            host = f"127.0.0.1:{server.port}"
            slow.sendall(f"POST /segment/sessions HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\nhalf".encode())
            end = time.monotonic() + 60  # until the slow one holds the only place
            answers = []
            while not any(status == 503 for status, _, _ in answers) and time.monotonic() < end:
                answers = upload_all(server, 50, b"no picture")
        _, headers, body = next(answer for answer in answers if answer[0] == 503)
        assert headers["retry-after"] == "5"
        assert "try again" in json.loads(body)["error"]
        assert {status for status, _, _ in answers} <= {422, 503}
    finally:
        server.close()


def test_a_body_that_stalls_gives_its_place_back():
    server = LocalServer(Limits(uploads=1, stalled_seconds=0.2, upload_wait_seconds=300.0))
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=300) as slow:
            host = f"127.0.0.1:{server.port}"
            slow.sendall(f"POST /segment/sessions HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\nhalf".encode())
            assert server.ask("POST", "/segment/sessions", png(scene()[0]))[0] == 201
            answer = slow.recv(65536)
        assert answer.startswith(b"HTTP/1.1 408 ")
    finally:
        server.close()


def test_a_place_is_free_again_after_a_failure():
    async def use():
        queue = UploadQueue(1, 0.0)
        for _ in range(3):
            with pytest.raises(ValueError, match="broken"):
                async with queue.place():
                    raise ValueError("broken")
        async with queue.place():
            with pytest.raises(RequestError, match="try again") as refused:
                async with queue.place():
                    pass
        return refused.value

    refused = asyncio.run(use())
    assert (refused.status, refused.retry_seconds) == (503, 5)


def test_a_session_is_as_large_as_what_it_holds():
    picture, _ = scene()
    session = SegmentSession(picture)
    assert session.n_bytes == HEIGHT * WIDTH * 3
    document = read_document(json.dumps({"strokes": OUTLINES, "merges": [], "drawn": 0}).encode(), Limits())
    session.segmentation(document, Job())
    assert HEIGHT * WIDTH * 3 < session.n_bytes < 4000 * HEIGHT * WIDTH


def test_bytes_are_counted_once():
    whole = np.zeros(1000)
    assert held_bytes(whole) == 8000
    assert held_bytes(whole[:10], [whole], {"a": (whole, b"xyz")}) == 8003
    loop = [whole]
    loop.append(loop)
    assert held_bytes(loop) == 8000
