"""A server that ends while requests run."""

import logging
import threading

from local_server import LocalServer
from small_clustering import small_source

from frenemy.apps.explore.pictures.matrix_tiles import MatrixTiles
from frenemy.web.explore.session import ExploreSession


def test_a_request_that_the_end_cuts_off_is_answered_without_a_traceback(monkeypatch):
    begun, may_end, logged = threading.Event(), threading.Event(), []

    def wait(*_):
        begun.set()
        may_end.wait(30)
        return b""

    class Log(logging.Handler):
        def emit(self, record):
            logged.append(record)

    monkeypatch.setattr(MatrixTiles, "tile", wait)
    house = LocalServer(clustering=ExploreSession(small_source()))
    log, handler = logging.getLogger("uvicorn.error"), Log()
    log.addHandler(handler)
    answers = []
    asking = threading.Thread(
        target=lambda: answers.append(house.json("GET", "/explore/clusterings/main/tiles/0/0/0.png"))
    )
    asking.start()
    assert begun.wait(30)
    house.server.should_exit = True
    asking.join(30)
    may_end.set()
    house.close()
    log.removeHandler(handler)
    assert answers == [(503, {"error": "the server has ended"})]
    assert [record.getMessage() for record in logged if record.exc_info] == []
