"""The widget and its messages, without a notebook."""

import numpy as np
import pytest

import frenemy as fr
from frenemy.notebook.document import marks_of

pytest.importorskip("anywidget", reason="the extra notebook is not installed")
pytest.importorskip("PIL", reason="the extra images is not installed")
traitlets = pytest.importorskip("traitlets")

BORDER = [[29.5, 5], [29.5, 35]]
ACROSS = [[0, 20], [29, 20]]
OVER = [[10, 10], [50, 10]]


class Page:
    """What a page would get and send."""

    def __init__(self, editor, view="one"):
        self.editor, self.view, self.n_sent, self.messages = editor, view, 0, []
        editor._channel.send = lambda content, buffers=None: self.messages.append((content, buffers))

    def ask(self, kind, **content):
        self.n_sent += 1
        message = {"kind": kind, "request": self.n_sent, "view": self.view, **content}
        self.editor._channel._handle_custom_msg(message, [])
        return self.messages[-1]

    def solve(self, strokes, kind="solve", **marks):
        strokes = [{"points": points, "width": 3} for points in strokes]
        return self.ask(kind, document={"strokes": strokes, **marks})


@pytest.fixture
def editor():
    picture = np.zeros((40, 60), np.uint8)
    picture[:, 30:] = 200
    return fr.segment(picture, [BORDER]).edit_in_notebook(height=400)


@pytest.fixture
def page(editor):
    return Page(editor)


def test_the_editor_begins_with_the_segmentation(editor, page):
    content, _ = page.ask("open")
    assert (content["kind"], content["request"], content["view"]) == ("result", 1, "one")
    result = content["result"]
    assert (result["width"], result["height"], len(result["strokes"]), result["merges"]) == (60, 40, 1, [])
    assert editor.height == 400
    content, (data,) = page.ask("picture")
    assert content["result"] == {"type": "image/png"}
    assert data.startswith(b"\x89PNG")


def test_pages_learn_of_another_height(editor):
    assert editor._channel.get_state()["height"] == 400
    editor.height = 300
    assert editor._channel.get_state()["height"] == 300


def test_strokes_drawn_in_the_page_come_to_python(editor, page):
    content, (runs,) = page.solve([BORDER, ACROSS])
    assert content["kind"] == "result"
    assert [len(stroke.points) for stroke in editor.segmentation.strokes] == [2, 2]
    assert len(content["result"]["objects"]) == editor.segmentation.n_objects == 3
    labels, lengths = np.frombuffer(runs, "<u4").reshape(2, -1)
    np.testing.assert_array_equal(np.repeat(labels, lengths).reshape(40, 60), editor.labels)
    assert "stage" in [message["kind"] for message, _ in page.messages]


def test_joins_drawn_in_the_page_come_to_python_and_back(editor, page):
    content, _ = page.solve([BORDER], joins=[OVER])
    assert [join.points.tolist() for join in editor.segmentation.joins] == [OVER]
    assert len(content["result"]["objects"]) == editor.segmentation.n_objects == 1
    assert page.ask("open")[0]["result"]["joins"] == [OVER]
    page.solve([BORDER])
    assert editor.segmentation.joins == ()
    editor.segmentation = editor.segmentation.join(OVER)
    assert page.messages[-1][0]["joins"] == [OVER]


def test_a_preview_changes_nothing(editor, page):
    editor.segmentation = before = editor.segmentation.name_object(1, "left")
    content, (runs,) = page.solve([BORDER, ACROSS], kind="preview")
    assert (content["kind"], len(content["result"]["objects"])) == ("result", 3)
    assert len(runs) > 0
    assert editor.segmentation is before
    assert [content["kind"] for content, _ in page.messages] == ["document", "result"]


def test_those_who_observe_are_told(editor, page):
    seen = []
    editor.observe(lambda change: seen.append(change["new"].n_objects), "segmentation")
    page.solve([BORDER, ACROSS])
    page.solve([BORDER])
    assert seen == [3, 2]


def test_changes_in_python_go_to_all_pages(editor, page):
    editor.segmentation = editor.segmentation.add(ACROSS)
    content, _ = page.messages[-1]
    assert (content["kind"], content["not_for"]) == ("document", "")
    assert content.items() >= marks_of(editor.segmentation).as_json().items()
    assert len(content["strokes"]) == 2


def test_changes_of_a_page_go_to_the_other_pages(page):
    page.solve([BORDER, ACROSS])
    sent = [content for content, _ in page.messages if content["kind"] == "document"]
    assert [content["not_for"] for content in sent] == ["one"]


def test_an_error_is_answered_and_changes_nothing(editor, page):
    before = editor.segmentation
    content, _ = page.solve([[]])
    assert content["kind"] == "error"
    assert content["error"] == "the page: stroke 0: has no points"
    assert editor.segmentation is before
    assert page.solve([BORDER, ACROSS])[0]["kind"] == "result"


def test_an_interrupted_kernel_ends_the_run_and_nothing_else(editor, page, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    before = editor.segmentation
    monkeypatch.setattr(fr.Segmentation, "edit", interrupted)
    assert page.solve([ACROSS])[0]["kind"] == "cancelled"
    assert editor.segmentation is before


def test_only_segmentations_of_the_same_picture_fit(editor):
    with pytest.raises(traitlets.TraitError, match="must be a Segmentation, got 3"):
        editor.segmentation = 3
    with pytest.raises(traitlets.TraitError, match="of the same picture"):
        editor.segmentation = fr.segment(np.zeros((40, 60), np.uint8))
    again = fr.segment(editor.segmentation.image)  # equal pixels are the same picture
    editor.segmentation = again
    assert editor.segmentation is again


def test_unknown_messages_are_ignored(page):
    page.editor._channel._handle_custom_msg({"kind": "other"}, [])
    assert page.messages == []
