"""The widget: the page of a clustering in a notebook."""

from __future__ import annotations

from typing import Any

from frenemy.notebook.forwarding import Forwarding
from frenemy.notebook.page import EXPLORE, widget_module
from frenemy.notebook.page_widget import PageWidget


class ExploreWidget(PageWidget):
    """The page of a clustering, shown by a notebook. Made by the page that :func:`frenemy.explore` returns.

    Parameters
    ----------
    address : str
        The URL of the page on the server in this process.
    height : int
        Of the page in the notebook, in pixels of the screen.
    """

    _esm = widget_module(EXPLORE)

    def __init__(self, address: str, *, height: int = 640) -> None:
        super().__init__(height=height)
        self._forwarding = Forwarding(address, lambda message, piece: self._channel.send(message, [piece]))

    def close(self) -> None:
        self._forwarding.close()
        super().close()

    def _on_message(self, _: Any, content: dict[str, Any], __: Any) -> None:
        answer = {"request": content.get("request"), "view": content.get("view")}
        key = (answer["view"], answer["request"])
        if content.get("kind") == "fetch":
            self._forwarding.fetch(key, content, answer)
        elif content.get("kind") == "abort":
            self._forwarding.abort(key)
