"""One picture, and the last segmentations of it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy.typing as npt

from frenemy.affinity.image import checked_picture
from frenemy.apps.segmentation import Segmentation, sample, segment
from frenemy.io.images.browser import display_image, encode_runs, page_summary
from frenemy.io.images.marks import Marks
from frenemy.web.held_bytes import held_bytes
from frenemy.web.jobs import Job
from frenemy.web.progress_stream import JobOutput
from frenemy.web.segment.document import Document

_MAX_CACHED = 8  # segmentations: a few steps of undo


class SegmentSession:
    """A picture, and a cache of segmentations by the marks that objects depend on.

    A new solve cancels the previous one. Each segmentation is an edit of the previous one, which saves time and keeps
    ids and colors; the labels depend on the document alone.
    """

    def __init__(self, picture: npt.NDArray[Any]) -> None:
        self._picture = checked_picture(picture)
        self._lock = threading.Lock()
        self._cached: OrderedDict[Marks, Segmentation] = OrderedDict()
        self._job = Job()
        self._preview_job = Job()
        self._n_bytes = held_bytes(self._picture)

    @classmethod
    def of_sample(cls) -> SegmentSession:
        """A session with the sample picture."""
        return cls(sample.picture())

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self._picture.shape

    @property
    def n_bytes(self) -> int:
        """The memory of the picture and of what is cached."""
        return self._n_bytes

    def close(self) -> None:
        """Cancel the running jobs."""
        self._job.cancel()
        self._preview_job.cancel()

    def next_job(self) -> Job:
        """A job for a new solve; the previous one is cancelled, and so is a preview, which nobody needs any more."""
        self.close()
        self._job = Job()
        return self._job

    def next_preview_job(self) -> Job:
        """A job for a new preview; the previous preview is cancelled, a solve is not."""
        self._preview_job.cancel()
        self._preview_job = Job()
        return self._preview_job

    def display_image(self) -> tuple[bytes, str]:
        """The picture to display, and its media type."""
        return display_image(self._picture)

    def segmentation(self, document: Document, job: Job) -> Segmentation:
        """The segmentation of the document.

        The last ``document.n_drawn`` strokes were drawn after the merges. Where one of them runs between two merged
        objects, it undoes the merge, so the segmentation may have fewer merges than the document.
        """
        if _is_after_merges(document):
            return self._keep(self._drawn(document, job), job)
        marks = document.marks.without_names()
        return self._known(marks) or self._keep(self._cut(marks, job), job)

    def named_segmentation(self, document: Document, job: Job) -> Segmentation:
        """The segmentation of the document, with its names and classes."""
        found = self.segmentation(document, job)
        return found.edit(replace(document.marks, merges=found.merges))

    def output(self, document: Document, job: Job) -> JobOutput:
        """The segmentation of the document, for the page."""
        began = perf_counter()
        return _output(self.segmentation(document, job), began)

    def preview(self, document: Document, job: Job) -> JobOutput:
        """The same for a document that may never be: nothing is cached, so later ids and colors do not depend on it."""
        began = perf_counter()
        if _is_after_merges(document):
            return _output(self._drawn(document, job), began)
        return _output(self._cut(document.marks.without_names(), job), began)

    def _drawn(self, document: Document, job: Job) -> Segmentation:
        """With the last strokes drawn after the merges."""
        marks, n_old = document.marks.without_names(), len(document.marks.strokes) - document.n_drawn
        base = replace(marks, strokes=marks.strokes[:n_old])
        before = self._known(base) or self._cut(base, job)
        return before.add(*marks.strokes[n_old:], on_stage=job.report)

    def _cut(self, marks: Marks, job: Job) -> Segmentation:
        with self._lock:
            last = next(reversed(self._cached.values()), None)
        if last is None:
            return segment(self._picture, marks, on_stage=job.report)
        return last.edit(marks, on_stage=job.report)

    def _known(self, marks: Marks) -> Segmentation | None:
        with self._lock:
            found = self._cached.get(marks)
            if found is not None:
                self._cached.move_to_end(marks)
        return found

    def _keep(self, found: Segmentation, job: Job) -> Segmentation:
        job.raise_if_cancelled()
        with self._lock:
            # A new object without the full-size arrays that are made on demand.
            self._cached[found.marks] = found.without_history()
            while len(self._cached) > _MAX_CACHED:
                self._cached.popitem(last=False)
            cached = list(self._cached.values())
        self._n_bytes = held_bytes(self._picture, cached)
        return found


def _is_after_merges(document: Document) -> bool:
    """Whether strokes may undo merges."""
    return bool(document.n_drawn and document.marks.merges)


def _output(found: Segmentation, began: float) -> JobOutput:
    return JobOutput(page_summary(found, perf_counter() - began), encode_runs(found.labels))
