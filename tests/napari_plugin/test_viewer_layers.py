"""What both widgets do with the layers of a viewer."""

import numpy as np
import pytest

PIXELS = np.zeros((4, 6))
LABELS = np.ones((4, 6), np.int32)


@pytest.fixture
def viewer_layers(qt):  # noqa: ARG001 napari needs it
    from frenemy.napari_plugin import viewer_layers

    return viewer_layers


def test_layers_are_listed_by_kind_and_condition(viewer, viewer_layers):
    from napari.layers import Image, Labels

    one = viewer.add_image(PIXELS, name="one")
    viewer.add_image(PIXELS, name="two")
    labels = viewer.add_labels(LABELS, name="three")
    assert viewer_layers.named_layers(viewer, Image, lambda layer: layer.name == "one") == [("one", one)]
    assert viewer_layers.named_layers(viewer, Labels) == [("three", labels)]


def test_changes_of_the_list_are_heard_until_the_end(viewer, viewer_layers):
    heard = []
    end = viewer_layers.on_list_change(viewer, heard.append)
    layer = viewer.add_image(PIXELS, name="before")
    n_added = len(heard)
    layer.name = "after"
    assert 0 < n_added < len(heard)
    n_heard = len(heard)
    end()
    viewer.layers.remove(layer)
    assert len(heard) == n_heard


def test_results_lie_on_their_image_and_below_strokes(viewer, viewer_layers):
    image = viewer.add_image(PIXELS, name="image", scale=(2, 3), translate=(5, 7))
    style = {"edge_width": 2, "edge_color": "white", "face_color": "transparent"}
    strokes = viewer_layers.add_shapes(viewer, image, "strokes", style, {"kept": True})
    viewer.layers.selection.active = strokes
    result = viewer_layers.add_result_layer(viewer, image, "cells", LABELS)
    assert [layer.name for layer in viewer.layers] == ["image", "image cells", "image strokes"]
    assert strokes.mode == "add_path"
    assert strokes.metadata == {"kept": True}
    assert viewer.layers.selection.active is strokes
    for layer in (strokes, result):
        assert tuple(layer.scale) == (2, 3)
        assert tuple(layer.translate) == (5, 7)


def test_a_result_is_found_by_its_image_name_and_shape(viewer, viewer_layers):
    image, other = viewer.add_image(PIXELS), viewer.add_image(PIXELS)
    result = viewer_layers.add_result_layer(viewer, image, "cells", LABELS)
    result.name = "renamed"
    assert viewer_layers.result_layer(viewer, image, "cells", (4, 6)) is result
    assert viewer_layers.result_layer(viewer, image, "cells", (4, 7)) is None
    assert viewer_layers.result_layer(viewer, image, "objects", (4, 6)) is None
    assert viewer_layers.result_layer(viewer, other, "cells", (4, 6)) is None


def test_only_what_differs_is_set(viewer, viewer_layers):
    image = viewer.add_image(PIXELS, scale=(2, 3))
    layer = viewer_layers.add_result_layer(viewer, image, "cells", LABELS)
    scales, places = [], []
    layer.events.scale.connect(scales.append)
    layer.events.translate.connect(places.append)
    image.translate = (1, 1)
    viewer_layers.move_to(layer, image)
    assert tuple(layer.translate) == (1, 1)
    assert len(places) == 1
    assert not scales
