"""Previews of strokes that are not finished: what they say, and that nothing else depends on them."""

import json
import threading
import time

import numpy as np
import pytest
from local_server import N_OBJECTS, OUTLINES, SPLITTING, LocalServer, read_stream, scene

import frenemy as fr
from frenemy.web.limits import Limits
from frenemy.web.segment.document import read_document
from frenemy.web.segment.session import SegmentSession


def _document(strokes, merges=(), drawn=0, joins=()):
    document = {"strokes": strokes, "joins": list(joins), "merges": list(merges), "drawn": drawn}
    return read_document(json.dumps(document).encode(), Limits())


def _labels(output):
    labels, lengths = np.frombuffer(output.payload, "<u4").reshape(2, -1)
    return np.repeat(labels, lengths).reshape(scene()[1].shape)


def test_a_preview_is_what_the_solve_will_be_and_is_not_cached():
    session = SegmentSession(scene()[0])
    session.output(_document(OUTLINES), session.next_job())
    cached, n_bytes = dict(session._cached), session.n_bytes
    preview = session.preview(_document([*OUTLINES, SPLITTING], drawn=1), session.next_preview_job())
    assert len(preview.summary["objects"]) == N_OBJECTS + 2
    assert dict(session._cached) == cached
    assert session.n_bytes == n_bytes
    solved = session.output(_document([*OUTLINES, SPLITTING], drawn=1), session.next_job())
    assert np.array_equal(_labels(preview), _labels(solved))
    strokes = [fr.Stroke(one["points"], one["width"]) for one in [*OUTLINES, SPLITTING]]
    assert np.array_equal(_labels(solved), fr.segment(scene()[0], strokes).labels)


def test_ids_and_colors_do_not_depend_on_previews():
    def objects(with_previews):
        session = SegmentSession(scene()[0])
        session.output(_document(OUTLINES), session.next_job())
        if with_previews:
            across = {"points": [[0, 30], [159, 30]], "width": 3}
            session.preview(_document([*OUTLINES, across], drawn=1), session.next_preview_job())
            session.preview(_document([SPLITTING]), session.next_preview_job())
        return session.output(_document([*OUTLINES, SPLITTING]), session.next_job()).summary["objects"]

    assert objects(with_previews=True) == objects(with_previews=False)


def test_a_stroke_between_merged_objects_undoes_the_merge_in_the_preview_too():
    merge = [[[40, 60], [10, 10]]]
    around = {**OUTLINES[2], "width": 4}
    session = SegmentSession(scene()[0])
    merged = session.output(_document(OUTLINES, merge), session.next_job())
    assert len(merged.summary["objects"]) == N_OBJECTS - 1
    preview = session.preview(_document([*OUTLINES, around], merge, drawn=1), session.next_preview_job())
    assert len(preview.summary["objects"]) == N_OBJECTS
    assert preview.summary["merges"] == ()


@pytest.mark.parametrize("merge", [[], [[[40, 60], [10, 10]]]])
def test_joins_count_in_the_preview_too(merge):
    join = [[120, 20], [121, 100]]
    session = SegmentSession(scene()[0])
    session.output(_document(OUTLINES, merge), session.next_job())
    preview = session.preview(_document([*OUTLINES, SPLITTING], merge, 1, [join]), session.next_preview_job())
    labels = _labels(preview)
    assert labels[20, 120] == labels[100, 121]
    solved = session.output(_document([*OUTLINES, SPLITTING], merge, 1, [join]), session.next_job())
    assert np.array_equal(labels, _labels(solved))


def test_jobs_cancel_only_what_they_replace():
    session = SegmentSession(scene()[0])
    solve, preview = session.next_job(), session.next_preview_job()
    assert not solve.is_cancelled
    newer = session.next_preview_job()
    assert [preview.is_cancelled, newer.is_cancelled, solve.is_cancelled] == [True, False, False]
    session.next_job()  # the stroke is finished
    assert newer.is_cancelled
    assert solve.is_cancelled
    last = session.next_preview_job()
    session.close()
    assert last.is_cancelled


@pytest.fixture
def server():
    running = LocalServer()
    yield running
    running.close()


def test_the_route_beside_a_solve_that_runs(server, monkeypatch):
    go_on, began, real = threading.Event(), threading.Event(), SegmentSession._cut

    def waiting(self, document, job):
        if len(document.strokes) == 1:  # the solve, not the preview
            began.set()
            while not go_on.is_set():
                job.report("waiting", 0.3)
                time.sleep(0.005)
        return real(self, document, job)

    monkeypatch.setattr(SegmentSession, "_cut", waiting)
    path = f"/segment/sessions/{server.opened(scene()[0])}"
    solving = server.connect()
    solving.request("POST", f"{path}/solve", json.dumps({"strokes": OUTLINES[:1]}))
    assert began.wait(60)
    status, _, content = server.ask("POST", f"{path}/preview", json.dumps({"strokes": OUTLINES}))
    assert status == 200
    assert len(read_stream(content)[1]["objects"]) == N_OBJECTS
    go_on.set()
    assert b'"result"' in solving.getresponse().read()
    solving.close()
    assert server.ask("POST", f"{path}/preview", "{")[0] == 400
    assert server.ask("POST", "/segment/sessions/unknown/preview", "{}")[0] == 404
