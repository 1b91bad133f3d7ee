import numpy as np
import pytest

pytestmark = pytest.mark.usefixtures("qt")


@pytest.fixture
def affine_of():
    from frenemy.napari_plugin.layer_affine import LayerAffine

    return LayerAffine.of


def test_positions_are_those_of_napari(affine_of):
    from napari.layers import Image

    turned = np.array([[0.0, 1.0, 3.0], [-1.0, 0.0, 5.0], [0.0, 0.0, 1.0]])
    layer = Image(np.zeros((10, 20)), scale=(2, 0.5), translate=(7, -3), rotate=30, affine=turned)
    points = np.array([[0.0, 0.0], [3.0, 4.5], [9.0, 19.0]])
    world = affine_of(layer).to_world(points)
    np.testing.assert_allclose(world, [layer.data_to_world(point) for point in points])
    np.testing.assert_allclose(affine_of(layer).to_data(world), points, atol=1e-9)


def test_the_side_of_a_pixel_is_that_of_the_last_two_axes(affine_of):
    from napari.layers import Image

    layer = Image(np.zeros((4, 10, 20)), scale=(9, 2, 0.5))
    assert affine_of(layer).plane_scale == pytest.approx(1.0)  # sqrt(2 * 0.5)
