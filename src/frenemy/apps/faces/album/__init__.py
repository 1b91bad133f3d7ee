"""Albums: people, names and corrections that last."""

from frenemy.apps.faces.album.album import Album

__all__ = ["Album"]
