"""Foreign pages and foreign names are kept out, and our own pages are bound."""

import pytest
from starlette.datastructures import Headers

from frenemy.web.security import SecurityMiddleware


@pytest.mark.parametrize("host", ["127.0.0.1:80", "localhost:1234", "[::1]:9", "LOCALHOST"])
def test_own_names_are_served(served, host):
    assert served.ask("GET", "/segment/", Host=host)[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "127.0.0.1.evil.example:80", "10.0.0.1", "", "[::1", "localhost.evil", "localhost evil"),
        *("evil.example@localhost", "a:b@127.0.0.1:80", "localhost#.evil.example", "localhost:80#@evil.example"),
        *("localhost/evil", "localhost?evil", "localhost\\evil", "localhost:", "localhost:80:90"),
    ],
)
def test_foreign_names_are_refused(served, host):
    status, reply = served.json("GET", "/segment/", Host=host)
    assert status == 403
    assert "name" in reply["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_pages_change_nothing(served, headers):
    status, reply = served.json("POST", "/segment/sessions/sample", **headers)
    assert status == 403
    assert "pages" in reply["error"]


def test_own_pages_and_programs_are_served(served):
    own = served.address.rstrip("/")
    assert served.ask("POST", "/segment/sessions/sample", Origin=own, Sec_Fetch_Site="same-origin")[0] == 201
    assert served.ask("POST", "/segment/sessions/sample")[0] == 201


@pytest.mark.parametrize("path", ["/segment/", "/static/segment/main.js", "/segment/limits", "/nowhere", "/"])
def test_every_answer_is_bound(served, path):
    _, headers, _ = served.ask("GET", path)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http:" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_at_an_open_address_numbers_are_names_too():
    open_to_all, closed = SecurityMiddleware(None, "0.0.0.0"), SecurityMiddleware(None, "127.0.0.1")
    for host, is_fine in (("192.168.1.5:80", True), ("[fe80::1]:80", True), ("evil.example", False)):
        assert (open_to_all._rejection("GET", "http", Headers({"host": host})) is None) == is_fine
    assert closed._rejection("GET", "http", Headers({"host": "192.168.1.5:80"})) is not None


def rejection(*headers, scheme="http"):
    raw = [(name.encode(), value.encode()) for name, value in headers]
    return SecurityMiddleware(None, "127.0.0.1")._rejection("POST", scheme, Headers(raw=raw))


HOST, OWN = ("host", "localhost:80"), ("origin", "http://localhost:80")


def test_the_scheme_of_the_origin_counts():
    assert rejection(HOST, OWN) is None
    assert rejection(HOST, ("origin", "http://LOCALHOST:80")) is None
    for scheme in ("https", "ftp", "chrome-extension", ""):
        assert "rejected" in rejection(HOST, ("origin", f"{scheme}://localhost:80"))
    assert rejection(HOST, ("origin", "https://localhost:80"), scheme="https") is None


def test_every_origin_counts():
    for one in ("http://evil.example", "null", ""):
        assert "rejected" in rejection(HOST, OWN, ("origin", one))
        assert "rejected" in rejection(HOST, ("origin", one), OWN)
    assert rejection(HOST, OWN, OWN) is None
    assert "rejected" in rejection(HOST, ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site"))


def test_two_hosts_are_refused():
    assert "host name" in rejection(HOST, ("host", "evil.example"))
    assert "host name" in rejection(HOST, HOST)


def test_a_second_origin_reaches_the_check(served):
    connection = served.connect()
    try:
        connection.putrequest("POST", "/segment/sessions/sample")
        for origin in (served.address.rstrip("/"), "http://evil.example"):
            connection.putheader("Origin", origin)
        connection.endheaders()
        assert connection.getresponse().status == 403
    finally:
        connection.close()
