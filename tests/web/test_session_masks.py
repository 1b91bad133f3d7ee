"""Masks that the page sends: the labels of a fresh segmentation, without a new solve."""

import json

import numpy as np
import pytest
from local_server import HEIGHT, N_OBJECTS, OUTLINES, SPLITTING, WIDTH, read_stream, scene

import frenemy as fr
from frenemy.web.limits import Limits
from frenemy.web.segment.document import read_document
from frenemy.web.segment.session import SegmentSession

STROKES = [fr.Stroke(one["points"], one["width"]) for one in OUTLINES]
# A strip of columns 70 to 99, all rows: over the border in the middle.
STRIP = {"kind": "brush", "at": [10, 10], "size": [HEIGHT, WIDTH], "counts": [70 * HEIGHT, 30 * HEIGHT]}


def _document(strokes=OUTLINES, masks=(STRIP,), merges=(), drawn=0):
    body = {"strokes": strokes, "masks": list(masks), "merges": list(merges), "drawn": drawn}
    return read_document(json.dumps(body).encode(), Limits())


def _labels(output):
    labels, lengths = np.frombuffer(output.payload, "<u4").reshape(2, -1)
    return np.repeat(labels, lengths).reshape(HEIGHT, WIDTH)


def test_a_mask_changes_labels_without_a_solve_and_is_told_with_its_object():
    session = SegmentSession(scene()[0])
    before = session.output(_document(masks=()), session.next_job())
    job = session.next_job()
    stages = []
    job.report = lambda stage, _: stages.append(stage)
    after = session.output(_document(), job)
    assert set(stages) == {"objects"}
    assert before.summary["masks"] == ()
    (id,) = after.summary["masks"]
    labels = _labels(after)
    assert after.summary["objects"][labels[10, 10]]["id"] == id
    assert (labels[:, 70:100] == labels[10, 10]).all()
    assert np.array_equal(labels, fr.segment(scene()[0], STROKES, masks=_document().marks.masks).labels)
    assert {one["id"] for one in after.summary["objects"]} == {one["id"] for one in before.summary["objects"]}


def test_paint_stays_over_a_later_stroke_that_undoes_a_merge():
    session = SegmentSession(scene()[0])
    merge = [[[40, 60], [10, 10]]]
    around = {**OUTLINES[2], "width": 4}
    session.output(_document(merges=merge), session.next_job())
    found = session.segmentation(_document([*OUTLINES, around], merges=merge, drawn=1), session.next_job())
    assert found.merges == ()
    assert len(found.masks) == 1
    assert (found.labels[:, 70:100] == found.labels[10, 10]).all()
    assert session.segmentation(_document([*OUTLINES, SPLITTING]), session.next_job()).n_objects == N_OBJECTS + 2


ALL = {**STRIP, "counts": [0, WIDTH * HEIGHT]}


@pytest.mark.parametrize(
    ("masks", "message"),
    [
        (
            [{**STRIP, "size": [60, 80], "counts": [5, 60]}],
            "mask 0: is for a picture of 80 x 60 pixels, but this one has",
        ),
        (
            [ALL, {**ALL, "kind": "eraser"}],
            "mask 1: an eraser gives pixels to the nearest other object, but there is only",
        ),
    ],
)
def test_masks_that_do_not_fit_are_errors_of_the_page(served, masks, message):
    session = served.opened(scene()[0])
    path = f"/segment/sessions/{session}/solve"
    _, _, content = served.ask("POST", path, json.dumps({"strokes": OUTLINES, "masks": masks}))
    assert message in json.loads(content.splitlines()[-1])["error"]
    _, _, labels = read_stream(served.ask("POST", path, b"{}")[2])
    assert labels.shape == (HEIGHT, WIDTH)  # the session goes on
