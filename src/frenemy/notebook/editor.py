"""The widget: an editor of a segmentation in a notebook."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import checked_picture
from frenemy.io.images.browser import display_image, encode_runs, page_summary
from frenemy.notebook.document import followed, marks_of, read_document
from frenemy.notebook.page import SEGMENT, widget_module
from frenemy.notebook.page_widget import PageWidget

# After the widget, which names the extra where that is missing.
import traitlets  # isort: skip

if TYPE_CHECKING:
    from frenemy.apps.segmentation import Segmentation

_REPORT_SECONDS = 0.05  # the page cannot show progress any faster


class SegmentationEditor(PageWidget):
    """An editor of a segmentation, shown by a notebook. Made by :meth:`Segmentation.edit_in_notebook`.

    What is drawn there is in :attr:`segmentation` when the next cell runs: the notebook's own queue of messages keeps
    the order. What is assigned to :attr:`segmentation` shows up there, and can be undone there.

    Parameters
    ----------
    segmentation : Segmentation
    height : int
        Of the editor in the notebook, in pixels of the screen.
    """

    _esm = widget_module(SEGMENT)

    segmentation = traitlets.Any()

    def __init__(self, segmentation: Segmentation, *, height: int = 560) -> None:
        self._view = ""  # the one whose request is being answered
        super().__init__(segmentation=segmentation, height=height)
        self._image = segmentation.image

    @property
    def labels(self) -> npt.NDArray[np.int32]:
        """(height, width) int32: the object of each pixel, ``0..n_objects-1``."""
        labels: npt.NDArray[np.int32] = self.segmentation.labels
        return labels

    @traitlets.validate("segmentation")  # type: ignore[untyped-decorator,unused-ignore]
    def _check(self, proposal: Any) -> Any:
        found, before = proposal["value"], self.segmentation
        if not hasattr(found, "edit_in_notebook"):
            raise traitlets.TraitError(f"segmentation must be a Segmentation, got {found!r}")
        if before is not None and found.image is not before.image and not np.array_equal(found.image, before.image):
            raise traitlets.TraitError("segmentation must be of the same picture: edit_in_notebook() opens another one")
        return found

    @traitlets.observe("segmentation")  # type: ignore[untyped-decorator,unused-ignore]
    def _tell_pages(self, change: Any) -> None:
        """All pages get the new marks, except the one that has drawn them."""
        if change["old"] is not None:
            self._channel.send({"kind": "document", "not_for": self._view, **marks_of(change["new"]).as_json()})

    # -------------------------------------------------------------------------------------------------- messages

    def _on_message(self, _: Any, content: dict[str, Any], __: Any) -> None:
        answer = {"request": content.get("request"), "view": content.get("view")}
        kinds = {"open": self._open, "picture": self._picture, "solve": self._solve, "preview": self._preview}
        work = kinds.get(content.get("kind", ""))
        if work is None:
            return
        try:
            result, payload = work(content, answer)
        except KeyboardInterrupt:  # "Interrupt the kernel", which ends the run and nothing else
            self._channel.send({**answer, "kind": "cancelled"})
        except Exception as error:
            self._channel.send({**answer, "kind": "error", "error": str(error) or type(error).__name__})
        else:
            self._channel.send({**answer, "kind": "result", "result": result}, [payload])

    def _open(self, _: dict[str, Any], __: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        height, width = self.segmentation.shape
        return {"width": width, "height": height, **marks_of(self.segmentation).as_json()}, b""

    def _picture(self, _: dict[str, Any], __: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        data, media_type = display_image(checked_picture(self._image))
        return {"type": media_type}, data

    def _solve(self, content: dict[str, Any], answer: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        began, reported = perf_counter(), -1.0

        def report(stage: str, share: float) -> None:
            nonlocal reported
            if monotonic() - reported >= _REPORT_SECONDS:
                reported = monotonic()
                self._channel.send({**answer, "kind": "stage", "stage": stage, "done": round(share, 3)})

        found = followed(self.segmentation, *read_document(content["document"]), on_stage=report)
        self._view = str(content.get("view"))
        try:
            self.segmentation = found
        finally:
            self._view = ""
        return page_summary(found, perf_counter() - began), encode_runs(found.labels)

    def _preview(self, content: dict[str, Any], _: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """What would come of a stroke that is still being drawn; nothing is kept."""
        began = perf_counter()
        marks, n_drawn = read_document(content["document"])
        now = self.segmentation
        found = followed(now, replace(marks, names=now.names, classes=now.classes), n_drawn)
        return page_summary(found, perf_counter() - began), encode_runs(found.labels)
