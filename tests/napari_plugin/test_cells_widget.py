"""The dock widget for cells: it shows what the corrections of a volume give."""

from contextlib import suppress

import numpy as np
import pytest
from reference import same_partition

import frenemy as fr
from frenemy.affinity.volume import cell_volume

VOLUME = cell_volume((20, 48, 48), cell_size=15, broken=0.1, seed=4)


@pytest.fixture
def widget(viewer):
    from frenemy.napari_plugin.cells_widget import CellsWidget

    made = CellsWidget(viewer)
    yield made
    with suppress(RuntimeError):
        made.native.deleteLater()


@pytest.fixture
def layers(viewer, widget):
    """Boundaries, cells and strokes; voxels are thick."""
    viewer.add_image(VOLUME.boundaries, name="membranes", scale=(4, 1, 1))
    widget.segment.changed.emit(True)
    widget.new_strokes.changed.emit(True)
    return viewer.layers["membranes cells"], viewer.layers["membranes cells strokes"]


def neighbors(labels):
    """Two cells that touch, and a voxel of each."""
    here, there = labels[:, :, :-1], labels[:, :, 1:]
    z, y, x = np.argwhere(here != there)[0]
    return (z, y, x), (z, y, x + 1)


def test_the_widget_says_what_it_needs(viewer, widget):
    assert widget.status.value == "Choose a boundary map, and find its cells."
    assert not widget.segment.enabled
    viewer.add_image(VOLUME.boundaries)
    assert widget.segment.enabled
    assert not widget.join.enabled


def test_cells_are_those_of_segment_volume(layers):
    cells, _ = layers
    assert tuple(cells.scale) == (4, 1, 1)
    assert np.array_equal(cells.data, fr.segment_volume(VOLUME.boundaries, voxel_size=(4, 1, 1)).labels)


def test_join_split_and_undo(layers, widget):
    cells, strokes = layers
    first = cells.data.copy()
    one, other = neighbors(first)
    strokes.add([np.array([one, other], float)], shape_type="path")
    widget.join.changed.emit(True)
    joined = cells.data.copy()
    assert len(np.unique(joined)) == len(np.unique(first)) - 1
    assert joined[one] == joined[other]
    assert not len(strokes.data)

    for place in (one, other):
        z, y, x = place
        strokes.add([np.array([[z, y, x], [z, y, x + 0.2]])], shape_type="path")
    widget.split.changed.emit(True)
    assert cells.data[one] != cells.data[other]
    n_cells = len(np.unique(cells.data[cells.data > 0]))
    assert widget.status.value.startswith(f"{n_cells} cells. Draw across cells, then Join")

    widget.undo.changed.emit(True)
    assert np.array_equal(cells.data, joined)
    widget.undo.changed.emit(True)
    assert np.array_equal(cells.data, first)
    assert not widget.undo.enabled


def test_a_result_of_ours_is_a_layer_to_correct(viewer, widget):
    found = fr.segment_volume(VOLUME.boundaries)
    data, properties, _ = found.napari_layer()
    viewer.add_labels(data, **properties)
    assert widget.cells.value is viewer.layers["cells"]
    assert same_partition(viewer.layers["cells"].data.ravel(), found.labels.ravel())


def test_errors_are_shown_and_change_nothing(layers, widget):
    cells, strokes = layers
    before = cells.data.copy()
    widget.split.changed.emit(True)
    assert widget.status.value == "draw a stroke first"
    strokes.add([np.array([[1.0, 1.0, 1.0], [1.0, 1.0, 2.0]])], shape_type="path")
    widget.split.changed.emit(True)
    assert widget.status.value == "split needs two strokes or more, one in each part, got 1"
    widget.join.changed.emit(True)
    assert "join needs two different cells" in widget.status.value
    assert np.array_equal(cells.data, before)


def test_a_map_that_is_none(viewer, widget):
    viewer.add_image(np.full((4, 5, 6), np.nan))
    widget.segment.changed.emit(True)
    assert "got nan at (0, 0, 0)" in widget.status.value


def test_cells_found_again_replace_those_before_until_undo(viewer, layers, widget):
    cells, _ = layers
    first = cells.data.copy()
    viewer.layers["membranes"].scale = (1, 1, 1)
    widget.segment.changed.emit(True)
    assert [layer.name for layer in viewer.layers] == ["membranes", "membranes cells", "membranes cells strokes"]
    assert widget.cells.value is cells
    assert tuple(cells.scale) == (1, 1, 1)
    assert np.array_equal(cells.data, fr.segment_volume(VOLUME.boundaries).labels)
    widget.undo.changed.emit(True)
    assert np.array_equal(cells.data, first)
