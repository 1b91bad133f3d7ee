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


@pytest.fixture
def open_house(browser):
    """Opens servers with albums of faces; see :class:`faces_house.House`."""
    from faces_house import House

    houses = []

    def open_house(store=None, **options):
        houses.append(House(browser, store, **options))
        return houses[-1]

    yield open_house
    for house in houses:
        house.close()
