"""The dock widget, beside a viewer without a window."""

from contextlib import suppress

import numpy as np
import pytest
from reference import same_partition

import frenemy as fr
from frenemy.apps.segmentation import sample


@pytest.fixture
def widget(viewer):
    from frenemy.napari_plugin.strokes_widget import StrokesWidget

    made = StrokesWidget(viewer)
    yield made
    with suppress(RuntimeError):  # a test has closed it
        made.native.deleteLater()


@pytest.fixture
def settled(widget, wait):
    """``settled()``: wait until the widget has nothing to do; its text."""

    def settle():
        wait(lambda: not widget.is_waiting)
        return widget.status.value

    return settle


@pytest.fixture
def drawn(viewer, settled):
    """The layers of the sample, with all its strokes."""
    from frenemy.napari_plugin.sample_layers import sample_layers

    (picture, of_picture, _), (paths, of_paths, _) = sample_layers()
    image = viewer.add_image(picture, **of_picture)
    shapes = viewer.add_shapes(paths, **of_paths)
    settled()
    return image, shapes


def two_halves(dtype=np.uint8):
    picture = np.full((60, 90), 20, dtype)
    picture[:, 45:] = 200
    return picture


BORDER = np.array([[10.0, 44.5], [50.0, 44.5]])
ACROSS = np.array([[30.0, 0.0], [30.0, 44.0]])


@pytest.fixture
def halves(viewer, settled):
    """Layers of a small picture with one stroke, which is quick."""
    image = viewer.add_image(two_halves(), name="halves")
    shapes = viewer.add_shapes([BORDER], shape_type="path", name="strokes")
    settled()
    return image, shapes


def test_the_widget_says_what_it_needs(viewer, widget, settled):
    assert settled() == "Open a picture."
    assert not widget.new_strokes.enabled
    viewer.add_image(two_halves())
    assert "Add a strokes layer" in settled()
    assert [layer.name for layer in viewer.layers] == ["Image"]


@pytest.mark.usefixtures("drawn")
def test_labels_are_those_of_segment(viewer, settled):
    assert settled().startswith("7 objects, 28 strokes")
    labels = viewer.layers["sample objects"]
    assert labels.data.dtype == np.int32
    assert labels.data.min() == 1  # 0 is napari's background
    assert same_partition(labels.data.ravel(), fr.segment(sample.picture(), sample.strokes()).labels.ravel())
    assert [layer.name for layer in viewer.layers] == ["sample", "sample objects", "sample strokes"]


def test_labels_follow_added_moved_and_deleted_shapes_and_keep_ids(viewer, settled):
    viewer.add_image(two_halves(), contrast_limits=(0, 255))
    shapes = viewer.add_shapes([BORDER], shape_type="path", edge_width=3)
    settled()
    labels = viewer.layers["Image objects"]
    first = labels.data.copy()
    left, right = first[5, 5], first[5, 85]
    assert left != right

    shapes.add([ACROSS], shape_type="path", edge_width=3)
    settled()
    split = labels.data.copy()
    assert split[5, 5] != split[55, 5]
    assert split[5, 85] == right  # what did not change keeps its id
    assert left in (split[5, 5], split[55, 5])

    shapes.data = [BORDER, ACROSS + np.array([10.0, 0.0])]  # moved down
    settled()
    assert labels.data[35, 5] == labels.data[5, 5] != labels.data[55, 5]

    shapes.selected_data = {1}
    shapes.remove_selected()
    settled()
    np.testing.assert_array_equal(labels.data, first)
    assert [layer.name for layer in viewer.layers] == ["Image", "Image objects", "Shapes"]


def test_joins_have_a_layer_of_their_own(viewer, widget, settled):
    viewer.add_image(two_halves(), contrast_limits=(0, 255))
    assert not widget.joins.value
    viewer.add_shapes([BORDER], shape_type="path", edge_width=3, name="strokes")
    settled()
    labels = viewer.layers["Image objects"]
    apart = labels.data.copy()
    assert apart[5, 5] != apart[5, 85]

    widget.new_joins.changed.emit(True)
    joins = viewer.layers["Image joins"]
    assert widget.joins.value is joins
    assert widget.strokes.value is viewer.layers["strokes"]
    assert joins not in widget.strokes.choices
    assert joins.mode == "add_path"
    joins.add([np.array([[20.0, 10.0], [22.0, 80.0]])], shape_type="path", edge_width=3)
    assert settled().startswith("1 object, 1 stroke, 1 join")
    assert labels.data[5, 5] == labels.data[5, 85]
    expected = fr.segment(two_halves(), [fr.Stroke(BORDER[:, ::-1])], joins=[[(10, 20), (80, 22)]])
    assert same_partition(labels.data.ravel(), expected.labels.ravel())

    joins.selected_data = {0}
    joins.remove_selected()
    settled()
    assert same_partition(labels.data.ravel(), apart.ravel())
    joins.add([np.array([[20.0, 10.0], [22.0, 80.0]])], shape_type="path", edge_width=3)
    settled()
    viewer.layers.remove(joins)  # and with it all joins
    settled()
    assert widget.joins.value is None
    assert same_partition(labels.data.ravel(), apart.ravel())
    widget.joins.value = viewer.layers["strokes"]
    assert "“strokes” holds strokes or joins, not both" in settled()


def test_joins_without_strokes(viewer, widget, settled):
    viewer.add_image(two_halves(), contrast_limits=(0, 255))
    widget.new_joins.changed.emit(True)
    assert widget.strokes.value is None
    settled()
    labels = viewer.layers["Image objects"]
    assert labels.data[5, 5] != labels.data[5, 85]
    viewer.layers["Image joins"].add([np.array([[20.0, 10.0], [22.0, 80.0]])], shape_type="line", edge_width=3)
    assert settled().startswith("1 object, 0 strokes, 1 join")


def test_a_wider_edge_is_a_change_too(viewer, settled):
    viewer.add_image(two_halves())
    shapes = viewer.add_shapes([BORDER], shape_type="path", edge_width=3)
    settled()
    runs = []
    viewer.layers["Image objects"].events.data.connect(lambda: runs.append(True))
    shapes.selected_data = {0}
    shapes.current_edge_width = 9
    settled()
    assert runs


def test_scale_and_place_of_the_picture_are_those_of_the_labels(viewer, widget, settled):
    image = viewer.add_image(two_halves(), scale=(0.5, 0.5), translate=(100, 200))
    widget.new_strokes.native.click()
    shapes = widget.strokes.value
    assert (shapes.mode, viewer.layers.selection.active) == ("add_path", shapes)
    shapes.add([BORDER], shape_type="path")
    assert settled().startswith("2 objects, 1 stroke,")
    labels = viewer.layers["Image objects"]
    np.testing.assert_array_equal(labels.scale, image.scale)
    np.testing.assert_array_equal(labels.translate, image.translate)
    image.translate = (0, 0)  # the strokes are far away now
    assert "(1 without effect)" in settled()
    np.testing.assert_array_equal(labels.translate, (0, 0))


def test_new_strokes_have_the_width_of_the_brush(viewer, widget):
    viewer.add_image(np.zeros((800, 800), np.uint8))
    widget.live.value = False
    widget.new_strokes.native.click()
    widget.strokes.value.add([BORDER], shape_type="path")
    assert widget.strokes.value.edge_width == [6]
    assert widget.strokes.value.current_edge_width == 6


@pytest.mark.parametrize("dtype", [np.uint16, np.float32, np.int16, bool])
def test_pictures_of_many_types(viewer, settled, dtype):
    picture = np.zeros((60, 90), dtype)
    picture[:, 45:] = 1 if dtype is bool else 3000
    viewer.add_image(picture)
    viewer.add_shapes([BORDER], shape_type="path")
    assert settled().startswith("2 objects")


def test_other_contrast_means_another_picture(viewer, settled):
    picture = np.zeros((60, 90), np.uint16)
    picture[:, 30:60], picture[:, 60:] = 40, 3000
    image = viewer.add_image(picture, name="Image", contrast_limits=(0, 3000))
    viewer.add_shapes([[[10.0, 29.5], [20.0, 29.5]]], shape_type="path")
    settled()
    labels = viewer.layers["Image objects"]
    assert labels.data[15, 10] != labels.data[15, 40]
    assert labels.data[55, 10] == labels.data[55, 40]  # far from the stroke, 40 of 3000 cannot be seen
    image.contrast_limits = (0, 40)
    settled()
    assert labels.data[55, 10] != labels.data[55, 40]


@pytest.mark.usefixtures("halves")
def test_channels_are_refused_with_a_message_and_labels_stay(viewer, widget, settled):
    from napari.utils.notifications import notification_manager

    before = viewer.layers["halves objects"].data.copy()
    viewer.add_image(np.zeros((40, 50, 6)), name="many")
    widget.image.value = viewer.layers["many"]
    assert "6 channels along axis 2" in settled()
    assert any("6 channels" in note.message for note in notification_manager.records)
    np.testing.assert_array_equal(viewer.layers["halves objects"].data, before)


def test_an_error_leaves_the_last_labels(viewer, settled, halves, monkeypatch):
    from napari.utils.notifications import notification_manager

    before = viewer.layers["halves objects"].data.copy()
    monkeypatch.setattr(fr.Segmentation, "edit", lambda *_, **__: 1 / 0)
    halves[1].add([ACROSS], shape_type="path")
    assert "division by zero" in settled()
    assert any("division by zero" in note.message for note in notification_manager.records)
    np.testing.assert_array_equal(viewer.layers["halves objects"].data, before)
    monkeypatch.undo()
    halves[1].add([ACROSS], shape_type="path")
    assert "3 strokes" in settled()


def test_a_stack_is_segmented_slice_by_slice(viewer, settled):
    stack = np.stack([two_halves()] * 20)
    viewer.add_image(stack, contrast_limits=(0, 255), name="stack")
    on_four = np.column_stack((np.full(2, 4.0), BORDER))
    shapes = viewer.add_shapes([on_four], shape_type="path", name="strokes")
    viewer.dims.set_point(0, 4)
    assert settled().startswith("2 objects, 1 stroke,")
    labels = viewer.layers["stack objects"]
    assert labels.data.shape == stack.shape
    assert [z for z in range(20) if labels.data[z].any()] == [4]
    viewer.dims.set_point(0, 5)
    assert settled() == "No strokes on this slice yet."
    before = labels.data[4].copy()
    shapes.add([np.column_stack((np.full(2, 5.0), ACROSS))], shape_type="path")
    settled()
    assert [z for z in range(20) if labels.data[z].any()] == [4, 5]
    np.testing.assert_array_equal(labels.data[4], before)


def test_work_waits_for_the_button_when_asked_to(viewer, widget, settled):
    viewer.add_image(two_halves())
    widget.live.value = False
    viewer.add_shapes([BORDER], shape_type="path")
    settled()
    assert len(viewer.layers) == 2
    widget.run.native.click()
    assert settled().startswith("2 objects")


def test_a_newer_stroke_replaces_the_run_before(viewer, widget, settled, drawn):
    shapes = drawn[1]
    shown = []
    viewer.layers["sample objects"].events.data.connect(lambda: shown.append(widget.status.value))
    for row in range(20, 300, 40):
        shapes.add([[[float(row), 0.0], [float(row), 60.0]]], shape_type="path", edge_width=3)
        widget.run.native.click()  # without the wait for a quiet moment
    assert "35 strokes" in settled()
    assert len(shown) < 7
    assert same_partition(
        viewer.layers["sample objects"].data.ravel(),
        fr.segment(sample.picture(), _strokes_of(viewer)).labels.ravel(),
    )


def _strokes_of(viewer):
    from frenemy.napari_plugin.picture_slice import current_slice
    from frenemy.napari_plugin.shape_strokes import strokes_on

    return strokes_on(viewer.layers["sample strokes"], current_slice(viewer.layers["sample"], viewer.dims))


def test_a_closed_dock_does_nothing_more(qt, viewer, widget, halves):
    from qtpy.QtCore import QEvent

    before = viewer.layers["halves objects"].data.copy()
    widget.native.deleteLater()
    qt.sendPostedEvents(None, QEvent.DeferredDelete)
    halves[1].data = []
    viewer.add_image(two_halves())
    qt.processEvents()
    np.testing.assert_array_equal(viewer.layers["halves objects"].data, before)


@pytest.mark.usefixtures("halves")
def test_deleted_layers_leave_the_choices(viewer, settled):
    viewer.layers.remove("strokes")
    assert "Add a strokes layer" in settled()
    viewer.layers.remove("halves")
    assert settled() == "Open a picture."
