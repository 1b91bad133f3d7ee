import numpy as np
import pytest


@pytest.fixture
def shown(viewer):
    """``shown(data, ...)``: the slice of a layer with this data that the viewer shows."""
    from frenemy.napari_plugin.picture_slice import current_slice

    def add(data, **options):
        return current_slice(viewer.add_image(data, **options), viewer.dims)

    return add


def test_bytes_and_colors_are_taken_as_they_are(shown):
    grey = np.arange(600, dtype=np.uint8).reshape(20, 30)
    assert shown(grey).picture().dtype == np.uint8
    np.testing.assert_array_equal(shown(grey).picture(), grey)
    color = np.random.default_rng(0).integers(0, 255, (20, 30, 3), np.uint8)
    of_color = shown(color, rgb=True)
    np.testing.assert_array_equal(of_color.picture(), color)
    assert of_color.shape == of_color.stack_shape == (20, 30)


def test_grey_of_other_types_is_taken_as_displayed(shown):
    sixteen = np.array([[100, 600], [1100, 5000]], np.uint16)
    np.testing.assert_allclose(shown(sixteen, contrast_limits=(100, 1100)).picture(), [[0, 0.5], [1, 1]])
    signed = np.array([[-2.0, np.nan], [0.0, 2.0]])
    np.testing.assert_allclose(shown(signed, contrast_limits=(-2, 2)).picture(), [[0, 0], [0.5, 1]])


def test_a_bool_picture_stays_one(shown):
    picture = np.eye(20, dtype=bool)
    np.testing.assert_array_equal(shown(picture).picture(), picture)


def test_a_stack_gives_the_slice_that_is_shown(viewer):
    from frenemy.napari_plugin.picture_slice import current_slice

    stack = np.random.default_rng(0).integers(0, 255, (2, 5, 20, 30), np.uint8)
    layer = viewer.add_image(stack, scale=(1, 3, 1, 1), translate=(0, 10, 0, 0), contrast_limits=(0, 255))
    viewer.dims.set_point((0, 1), (1, 16))  # the world's 16 is slice 2: 10 + 2 * 3
    found = current_slice(layer, viewer.dims)
    assert (found.index, found.shape, found.stack_shape) == ((1, 2), (20, 30), (2, 5, 20, 30))
    np.testing.assert_array_equal(found.picture(), stack[1, 2])


def test_the_finest_level_of_several_is_used(shown):
    fine = np.random.default_rng(0).integers(0, 255, (64, 64), np.uint8)
    found = shown([fine, fine[::2, ::2]], multiscale=True, contrast_limits=(0, 255))
    np.testing.assert_array_equal(found.picture(), fine)


def test_channels_get_a_message_that_says_what_to_do(shown):
    with pytest.raises(ValueError, match="“many” has 5 channels along axis 2, shape \\(40, 50, 5\\).*Split Stack"):
        shown(np.zeros((40, 50, 5)), name="many")
    with pytest.raises(ValueError, match="2 channels along axis 0"):
        shown(np.zeros((2, 40, 50)), axis_labels=("c", "y", "x"))


def test_a_stack_needs_its_own_plane_in_2d(viewer):
    from frenemy.napari_plugin.picture_slice import current_slice

    layer = viewer.add_image(np.zeros((25, 20, 30)), name="stack")
    viewer.dims.ndisplay = 3
    with pytest.raises(ValueError, match="switch the viewer to 2D"):
        current_slice(layer, viewer.dims)
    viewer.dims.ndisplay = 2
    viewer.dims.order = (1, 0, 2)
    with pytest.raises(ValueError, match="“stack” is segmented along its last two axes"):
        current_slice(layer, viewer.dims)


def test_a_layer_that_is_not_at_the_slice_says_so(viewer):
    from frenemy.napari_plugin.picture_slice import current_slice

    viewer.add_image(np.zeros((25, 20, 30)))
    short = viewer.add_image(np.zeros((18, 20, 30)), name="short")
    viewer.dims.set_point(0, 20)
    with pytest.raises(ValueError, match="“short” has nothing at this slice"):
        current_slice(short, viewer.dims)
