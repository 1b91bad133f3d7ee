"""What the server remembers between requests: one session for each picture that is worked on."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Generic, Protocol, TypeVar

from frenemy.web.refusal import Refusal


class Session(Protocol):
    """What can be remembered."""

    @property
    def n_bytes(self) -> int:
        """About how much memory it holds."""

    def close(self) -> None:
        """Called when it is forgotten: ends what still runs for it."""


S = TypeVar("S", bound=Session)


class Sessions(Generic[S]):
    """Sessions by ids that cannot be guessed: to know an id is the right to use it.

    When there are too many or they hold too much memory, those used longest ago are forgotten; the page then sends its
    picture and strokes again, so that nothing is lost. The newest is kept however large it is.
    """

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._by_id: OrderedDict[str, S] = OrderedDict()

    def __len__(self) -> int:
        return len(self._by_id)

    def add(self, session: S) -> str:
        """Remember a session; its id."""
        key = secrets.token_urlsafe(24)
        self._by_id[key] = session
        self._forget_surplus()
        return key

    def __getitem__(self, key: str) -> S:
        """The session of this id, from now on the one used last."""
        if key not in self._by_id:
            raise Refusal(404, "this work is not known here (any more): send its pictures again")
        self._by_id.move_to_end(key)
        return self._by_id[key]

    def remove(self, key: str) -> None:
        """Forget a session."""
        self[key].close()
        del self._by_id[key]

    def close(self) -> None:
        """Forget all of them."""
        for session in self._by_id.values():
            session.close()
        self._by_id.clear()

    def _forget_surplus(self) -> None:
        n_bytes = sum(session.n_bytes for session in self._by_id.values())
        while len(self._by_id) > 1 and (len(self._by_id) > self._most or n_bytes > self._most_bytes):
            _, oldest = self._by_id.popitem(last=False)
            n_bytes -= oldest.n_bytes
            oldest.close()
