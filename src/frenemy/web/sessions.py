"""Server-side sessions: one for each picture or album that a page works on."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Generic, Protocol, TypeVar

from frenemy.web.request_error import RequestError


class Session(Protocol):
    """What :class:`Sessions` stores."""

    @property
    def n_bytes(self) -> int:
        """The memory it holds, which may change."""

    def close(self) -> None:
        """Cancel running jobs and free resources."""


S = TypeVar("S", bound=Session)


class Sessions(Generic[S]):
    """Sessions by unguessable ids: knowing an id is the permission to use it.

    Above ``max_sessions`` or ``max_bytes``, the least recently used sessions are closed; the page then sends its
    picture and strokes again, so no work is lost. The session used last is kept whatever its size.
    """

    def __init__(self, max_sessions: int, max_bytes: int) -> None:
        self._max_sessions = max_sessions
        self._max_bytes = max_bytes
        self._by_id: OrderedDict[str, S] = OrderedDict()

    def __len__(self) -> int:
        return len(self._by_id)

    def add(self, session: S) -> str:
        """Store a session; returns its id."""
        key = secrets.token_urlsafe(24)
        self._by_id[key] = session
        self._evict()
        return key

    def __getitem__(self, key: str) -> S:
        """The session of this id, which becomes the most recently used."""
        if key not in self._by_id:
            raise RequestError(404, "unknown or expired session: send its pictures again")
        self._by_id.move_to_end(key)
        self._evict()  # some may hold more than when they were added
        return self._by_id[key]

    def remove(self, key: str) -> None:
        """Close and delete a session."""
        self[key].close()
        del self._by_id[key]

    def close(self) -> None:
        """Close and delete all sessions."""
        for session in self._by_id.values():
            session.close()
        self._by_id.clear()

    def _evict(self) -> None:
        n_bytes = sum(session.n_bytes for session in self._by_id.values())
        while len(self._by_id) > 1 and (len(self._by_id) > self._max_sessions or n_bytes > self._max_bytes):
            _, oldest = self._by_id.popitem(last=False)
            n_bytes -= oldest.n_bytes
            oldest.close()
