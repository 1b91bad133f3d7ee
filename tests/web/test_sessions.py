"""Sessions: apart from each other, and the oldest are forgotten first."""

import pytest

from frenemy.web.request_error import RequestError
from frenemy.web.sessions import Sessions


class Kept:
    def __init__(self, n_bytes=1):
        self.n_bytes = n_bytes
        self.is_closed = False

    def close(self):
        self.is_closed = True


def test_each_has_an_id_that_cannot_be_guessed():
    sessions = Sessions(10, 100)
    ids = [sessions.add(Kept()) for _ in range(10)]
    assert len(set(ids)) == 10
    assert all(len(one) >= 32 for one in ids)
    with pytest.raises(RequestError, match="unknown or expired") as refused:
        sessions["x"]
    assert refused.value.status == 404


def test_those_used_longest_ago_are_forgotten():
    sessions = Sessions(2, 100)
    kept = [Kept(), Kept(), Kept()]
    first, second = sessions.add(kept[0]), sessions.add(kept[1])
    assert sessions[first] is kept[0]  # so the second is now the oldest
    third = sessions.add(kept[2])
    assert [one.is_closed for one in kept] == [False, True, False]
    assert sessions[first] is kept[0]
    assert sessions[third] is kept[2]
    with pytest.raises(RequestError):
        sessions[second]


def test_memory_is_bounded_but_the_newest_stays():
    sessions = Sessions(10, 100)
    small = [Kept(40), Kept(40)]
    for one in small:
        sessions.add(one)
    large = Kept(1000)
    key = sessions.add(large)
    assert sessions[key] is large
    assert len(sessions) == 1
    assert all(one.is_closed for one in small)


def test_forgetting_ends_what_runs():
    sessions = Sessions(10, 100)
    one, other = Kept(), Kept()
    key = sessions.add(one)
    sessions.add(other)
    sessions.remove(key)
    assert (one.is_closed, other.is_closed, len(sessions)) == (True, False, 1)
    sessions.close()
    assert other.is_closed
    assert len(sessions) == 0


def test_what_has_grown_makes_the_oldest_go():
    sessions = Sessions(10, 100)
    old, grown = Kept(40), Kept(40)
    sessions.add(old)
    key = sessions.add(grown)
    grown.n_bytes = 80
    assert sessions[key] is grown
    assert (old.is_closed, grown.is_closed, len(sessions)) == (True, False, 1)
