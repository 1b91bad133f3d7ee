import numpy as np
import pytest


@pytest.fixture
def strokes(viewer):
    """``strokes(image, shapes)``: those of a Shapes layer on the shown slice of an Image layer."""
    from frenemy.napari_plugin.picture_slice import current_slice
    from frenemy.napari_plugin.shape_strokes import strokes_on

    return lambda image, shapes: strokes_on(shapes, current_slice(image, viewer.dims))


PATH = np.array([[2.0, 3.0], [4.0, 5.0], [4.0, 9.0]])  # rows and columns


def test_paths_and_lines_are_strokes_of_the_width_of_their_edge(viewer, strokes):
    image = viewer.add_image(np.zeros((20, 30)))
    shapes = viewer.add_shapes([PATH, PATH[:2]], shape_type=["path", "line"], edge_width=[5, 0.25])
    path, line = strokes(image, shapes)
    np.testing.assert_allclose(path.points, [[3, 2], [5, 4], [9, 4]])  # x and y
    np.testing.assert_allclose(line.points, [[3, 2], [5, 4]])
    assert (path.width, line.width) == (5.0, 1.0)  # not thinner than a pixel


def test_outlines_are_closed(viewer, strokes):
    image = viewer.add_image(np.zeros((20, 30)))
    box = np.array([[2.0, 3.0], [2.0, 11.0], [8.0, 11.0], [8.0, 3.0]])
    shapes = viewer.add_shapes([box, box, box], shape_type=["polygon", "rectangle", "ellipse"])
    polygon, rectangle, ellipse = strokes(image, shapes)
    for one in (polygon, rectangle, ellipse):
        np.testing.assert_allclose(one.points[0], one.points[-1], atol=1e-9)
    assert polygon.length == rectangle.length == pytest.approx(2 * (8 + 6))
    x, y = ellipse.points.T
    squared = ((x - 7) / 4) ** 2 + ((y - 5) / 3) ** 2  # half axes 4 and 3 around (7, 5)
    np.testing.assert_allclose(squared, 1.0, atol=0.01)


def test_scale_and_translation_of_both_layers_count(viewer, strokes):
    image = viewer.add_image(np.zeros((20, 30)), scale=(0.5, 0.5), translate=(1, 1))
    shapes = viewer.add_shapes([PATH], shape_type="path", edge_width=2, scale=(0.25, 0.25), translate=(2, 3))
    (stroke,) = strokes(image, shapes)
    # Row 2 is 2 * 0.25 + 2 = 2.5 in the world, which is (2.5 - 1) / 0.5 = 3 in the picture; a column has 1 / 0.5 more.
    np.testing.assert_allclose(stroke.points, [[5.5, 3], [6.5, 4], [8.5, 4]])
    assert stroke.width == pytest.approx(1.0)  # 2 * 0.25 / 0.5


def test_shapes_of_a_stack_belong_to_their_slice(viewer, strokes):
    image = viewer.add_image(np.zeros((25, 20, 30)), scale=(2, 1, 1))
    shapes = [np.column_stack((np.full(3, z), PATH)) for z in (4, 4, 7)]
    layer = viewer.add_shapes(shapes, shape_type="path", scale=(2, 1, 1))
    counts = []
    for z in (4, 5, 7):
        viewer.dims.set_point(0, 2 * z)
        counts.append(len(strokes(image, layer)))
    assert counts == [2, 0, 1]


def test_flat_shapes_lie_on_every_slice(viewer, strokes):
    image = viewer.add_image(np.zeros((25, 20, 30)), translate=(3, 0, 0))
    layer = viewer.add_shapes([PATH], shape_type="path")
    viewer.dims.set_point(0, 9)
    (stroke,) = strokes(image, layer)
    np.testing.assert_allclose(stroke.points, PATH[:, ::-1])


def test_shapes_of_a_stack_over_a_flat_picture(viewer, strokes):
    image = viewer.add_image(np.zeros((20, 30)))
    layer = viewer.add_shapes([np.column_stack((np.full(3, 4), PATH))], shape_type="path")
    (stroke,) = strokes(image, layer)
    np.testing.assert_allclose(stroke.points, PATH[:, ::-1])


@pytest.mark.usefixtures("qt")
def test_the_brush_grows_with_the_picture():
    from frenemy.napari_plugin.shape_strokes import stroke_style

    assert [stroke_style(shape)["edge_width"] for shape in [(50, 50), (400, 400), (1600, 1600)]] == [3, 3, 12]
