"""Requests of a page in a notebook get to the server, and its answers back."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import pytest

from frenemy.notebook.forwarding import Forwarding

SECONDS = 30
ANSWER = {"view": "v", "request": 1}


class Handler(BaseHTTPRequestHandler):
    """Answers with what was asked; ``/page/slow`` begins an answer and ends it when nobody listens any more."""

    def do_GET(self):
        if self.path == "/page/slow":
            self.begin()
        else:
            self.reply(self.path.encode())

    def begin(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"begun")
        self.rfile.read(1)
        self.server.left.set()

    def do_POST(self):
        self.reply(self.rfile.read(int(self.headers["Content-Length"])))

    def reply(self, body):
        self.send_response(200 if body != b"/page/none" else 404)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.left = threading.Event()
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


@pytest.fixture
def sent():
    return Queue()


@pytest.fixture
def forwarding(server, sent):
    made = Forwarding(f"http://127.0.0.1:{server.server_port}/page/", lambda *message: sent.put(message))
    yield made
    made.close()


def answers(sent):
    """The messages up to the last one of an answer."""
    found = []
    while not found or found[-1][0]["kind"] not in ("result", "error"):
        found.append(sent.get(timeout=SECONDS))
        assert found[-1][0].items() >= ANSWER.items()
    return found


def test_an_answer_comes_in_pieces(forwarding, sent):
    forwarding.fetch(1, {"method": "GET", "path": "/page/x?y=1"}, ANSWER)
    (head, _), *pieces, (last, _) = answers(sent)
    assert (head["kind"], head["result"]) == ("head", {"status": 200, "type": "text/plain"})
    assert b"".join(piece for _, piece in pieces) == b"/page/x?y=1"
    assert last["kind"] == "result"


def test_a_body_is_sent(forwarding, sent):
    forwarding.fetch(1, {"method": "POST", "path": "/page/x", "body": '{"é": 1}'}, ANSWER)
    assert answers(sent)[1][1] == '{"é": 1}'.encode()


def test_errors_of_the_server_come_through(forwarding, sent):
    forwarding.fetch(1, {"method": "GET", "path": "/page/none"}, ANSWER)
    assert answers(sent)[0][0]["result"]["status"] == 404


@pytest.mark.parametrize(
    ("method", "path"), [("DELETE", "/page/x"), ("GET", "/other/"), ("GET", "http://example.com/")]
)
def test_other_requests_are_refused(forwarding, sent, method, path):
    forwarding.fetch(1, {"method": method, "path": path}, ANSWER)
    [(message, _)] = answers(sent)
    assert message["error"] == f"the page has no request {method} {path}"


def test_the_server_notices_an_aborted_request(forwarding, sent, server):
    forwarding.fetch(1, {"method": "GET", "path": "/page/slow"}, ANSWER)
    assert [sent.get(timeout=SECONDS)[0]["kind"] for _ in range(2)] == ["head", "piece"]
    forwarding.abort(1)
    assert server.left.wait(SECONDS)


def test_a_closed_page_is_named(sent):
    forwarding = Forwarding("http://127.0.0.1:1/page/", lambda *message: sent.put(message))
    forwarding.fetch(1, {"method": "GET", "path": "/page/x"}, ANSWER)
    [(message, _)] = answers(sent)
    assert message["error"] == "the page is closed: fr.explore opens it again"
    forwarding.close()
