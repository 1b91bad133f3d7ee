import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("uvicorn", reason="the extra web is not installed")
pytest.importorskip("PIL", reason="the extra images is not installed")


@pytest.fixture(scope="module")
def served():
    """A server for all tests of a file."""
    from local_server import LocalServer

    running = LocalServer()
    yield running
    running.close()
