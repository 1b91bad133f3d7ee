"""One picture that is worked on, and the answers given for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from io import BytesIO
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import checked_picture
from frenemy.apps.segmentation import Segmentation, sample, segment
from frenemy.web.segment.document import Document
from frenemy.web.segment.label_runs import encode_runs
from frenemy.web.told_work import Outcome
from frenemy.web.work import Cancelled, Ticket

_KEPT = 8  # segmentations: a few steps of undo
_LOSSLESS_PIXELS = 1_500_000  # up to here the picture is shown exactly
_SHOWN_PIXELS = 16_000_000  # what a phone's canvas holds
# About what is held for each pixel: the picture and what is derived of it at full size, and all that belongs to the
# work grid and to each answer.
_PIXEL_BYTES, _WORK_PIXEL_BYTES, _WORK_PIXELS = 40, 800, 160_000


class SegmentSession:
    """A picture, and the last segmentations of it by their documents.

    The newest question wins: asking again calls the one before off. Segmentations come from those before them, which
    saves time and keeps ids and colors; their labels depend on the document alone.
    """

    def __init__(self, picture: npt.NDArray[Any]) -> None:
        self._picture = checked_picture(picture)
        self._lock = threading.Lock()
        self._kept: OrderedDict[Document, Segmentation] = OrderedDict()
        self._ticket = Ticket()

    @classmethod
    def of_sample(cls) -> SegmentSession:
        """A session with the picture the page opens on."""
        return cls(sample.picture())

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self._picture.shape

    @property
    def n_bytes(self) -> int:
        """About how much memory it holds."""
        n = self._picture.n_pixels
        return _PIXEL_BYTES * n + _WORK_PIXEL_BYTES * min(n, _WORK_PIXELS)

    def close(self) -> None:
        """Call off what still runs."""
        self._ticket.cancel()

    def next_ticket(self) -> Ticket:
        """For a new question; the one before is called off."""
        self._ticket.cancel()
        self._ticket = Ticket()
        return self._ticket

    def shown(self) -> tuple[bytes, str]:
        """The picture for the eye, and its media type."""
        from PIL import Image

        image = Image.fromarray(self._picture.as_bytes())
        if self._picture.n_pixels > _SHOWN_PIXELS:
            image = image.reduce(int(np.ceil(np.sqrt(self._picture.n_pixels / _SHOWN_PIXELS))))
        file = BytesIO()
        if self._picture.n_pixels <= _LOSSLESS_PIXELS:
            image.save(file, "PNG", compress_level=1)
            return file.getvalue(), "image/png"
        image.save(file, "JPEG", quality=93, subsampling=0)
        return file.getvalue(), "image/jpeg"

    def segmentation(self, document: Document, ticket: Ticket) -> Segmentation:
        """The picture cut as the document says.

        The last ``document.n_drawn`` strokes were drawn after the merges: where they run between two objects that were
        merged, they take the merge back, so the answer may have fewer merges than the document.
        """
        if document.n_drawn and document.merges:
            base = Document(document.strokes[: -document.n_drawn], document.merges)
            before = self._known(base) or self._cut(base, ticket)
            return self._keep(before.add(*document.strokes[-document.n_drawn :], on_stage=ticket.tell), ticket)
        return self._known(document) or self._keep(self._cut(document, ticket), ticket)

    def outcome(self, document: Document, ticket: Ticket) -> Outcome:
        """What the page is told of the answer."""
        began = perf_counter()
        found = self.segmentation(document, ticket)
        height, width = found.shape
        objects = [
            {"id": one.id, "area": one.area, "box": one.box, "center": one.center, "color": color}
            for one, color in zip(found.objects, found.colors.tolist(), strict=True)
        ]
        summary = {
            "width": width,
            "height": height,
            "objects": objects,
            "merges": found.merges,
            "seconds": perf_counter() - began,
        }
        return Outcome(summary, encode_runs(found.labels))

    def _cut(self, document: Document, ticket: Ticket) -> Segmentation:
        with self._lock:
            last = next(reversed(self._kept.values()), None)
        if last is None:
            return segment(self._picture, document.strokes, merges=document.merges, on_stage=ticket.tell)
        return last.edit(strokes=document.strokes, merges=document.merges, on_stage=ticket.tell)

    def _known(self, document: Document) -> Segmentation | None:
        with self._lock:
            found = self._kept.get(document)
            if found is not None:
                self._kept.move_to_end(document)
        return found

    def _keep(self, found: Segmentation, ticket: Ticket) -> Segmentation:
        if ticket.is_cancelled:
            raise Cancelled
        with self._lock:
            # Without the full-size arrays that the answer makes on demand.
            self._kept[Document(found.strokes, found.merges)] = found.without_history()
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found
