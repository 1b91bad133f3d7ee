"""What widgets that show a page have in common: a height, and a channel for messages."""

from __future__ import annotations

from typing import Any

try:
    import anywidget
    import ipywidgets
    import traitlets
except ImportError as error:
    raise ImportError('pages in notebooks need anywidget: pip install "frenemy[notebook]"') from error


class _Channel(ipywidgets.Widget):  # type: ignore[misc]
    """What goes between Python and the pages, as a widget without a script.

    anywidget drops all that is sent to a widget whose script was not loaded within two seconds, as on a busy machine.
    """

    height = traitlets.Int().tag(sync=True)


class PageWidget(anywidget.AnyWidget):  # type: ignore[misc]  # how widgets are made
    """A page, shown by a notebook.

    Messages of the page have a number, ``request``, which answers repeat, and the page's own name, ``view``: one widget
    may be shown by several cells.

    Parameters
    ----------
    height : int
        Of the page in the notebook, in pixels of the screen.
    traits
        Of the widget, by name.
    """

    height = traitlets.Int(min=200)
    _channel = traitlets.Any().tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(self, *, height: int, **traits: Any) -> None:
        super().__init__(height=height, _channel=_Channel(), **traits)
        traitlets.dlink((self, "height"), (self._channel, "height"))
        self._channel.on_msg(self._on_message)

    def close(self) -> None:
        self._channel.close()
        super().close()

    def _on_message(self, _: Any, content: dict[str, Any], __: Any) -> None:
        raise NotImplementedError
