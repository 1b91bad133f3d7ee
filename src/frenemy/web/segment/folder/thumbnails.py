"""Small pictures for the list, made when they are asked for."""

from __future__ import annotations

import threading
from collections import OrderedDict
from io import BytesIO

from frenemy.affinity.image import checked_picture
from frenemy.io.images.pictures import decoded_in_size
from frenemy.web.limits import Limits
from frenemy.web.segment.folder.picture_folder import FolderPicture, PictureFolder
from frenemy.web.segment.open_picture import picture_error

SIDE = 192  # pixels of the longer side
_MAX_KEPT = 4_000  # about 8 kB each


class Thumbnails:
    """JPEG files of at most :data:`SIDE` pixels, the most recently used ones kept in memory."""

    def __init__(self, folder: PictureFolder, limits: Limits) -> None:
        self._folder = folder
        self._limits = limits
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def of(self, picture: FolderPicture, stamp: str) -> bytes:
        """The thumbnail of a picture whose file has this stamp; a ``RequestError`` says why there is none."""
        key = (picture.id, stamp)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = self._made(picture)
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > _MAX_KEPT:
                self._kept.popitem(last=False)
        return made

    def _made(self, picture: FolderPicture) -> bytes:
        from PIL import Image

        data = self._folder.read(picture, self._limits.upload_bytes)
        try:
            pixels, _ = decoded_in_size("the picture", data, max_pixels=self._limits.pixels, side=SIDE)
            small = Image.fromarray(checked_picture(pixels).as_bytes())
        except (ValueError, MemoryError) as error:
            raise picture_error(error) from error
        small.thumbnail((SIDE, SIDE))
        file = BytesIO()
        small.save(file, "JPEG", quality=82)
        return file.getvalue()
