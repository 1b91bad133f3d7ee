#include <nanobind/stl/tuple.h>

#include <cmath>
#include <cstdint>
#include <tuple>

#include "frenemy/image/area_resize.hpp"
#include "frenemy/image/gaussian.hpp"
#include "image.hpp"

namespace frenemy::bindings {

namespace {

using PictureIn = Array3In<float>;
using PictureOut = Array3Out<float>;

PictureOut with_channels(std::vector<float>&& values, image::Grid grid, std::size_t n_channels) {
    return as_numpy<PictureOut>(
        std::move(values), {static_cast<std::size_t>(grid.height), static_cast<std::size_t>(grid.width), n_channels});
}

/// Sizes of padded rows with all channels are computed in 64 bits.
std::int64_t checked_channels(const PictureIn& picture) {
    const auto n_channels = static_cast<std::int64_t>(picture.shape(2));
    if (n_channels >= 1 && n_channels <= max_pixels) return n_channels;
    throw std::invalid_argument("a picture must have at least one channel, got " + std::to_string(n_channels));
}

void check_sigma(double sigma) {
    constexpr double max_sigma = 1000.0;
    if (sigma > 0.0 && sigma <= max_sigma) return;
    throw std::invalid_argument("sigma must be over 0 and at most 1000, got " + std::to_string(sigma));
}

}  // namespace

void bind_image_filters(nb::module_& m) {
    m.def(
        "area_resize",
        [](const PictureIn& picture, std::int64_t height, std::int64_t width) {
            const image::Grid grid = grid_of(picture), wanted = checked_grid(height, width);
            const std::int64_t n_channels = checked_channels(picture);
            std::vector<float> resized;
            {
                nb::gil_scoped_release release;
                resized = image::area_resize(grid, n_channels, flat(picture), wanted, raise_signals);
            }
            return with_channels(std::move(resized), wanted, picture.shape(2));
        },
        nb::arg("picture"), nb::arg("height"), nb::arg("width"),
        "A picture (H, W, C) on another grid: each new pixel is the mean of what it covers.");
    m.def(
        "gaussian_blur",
        [](const PictureIn& picture, double sigma) {
            const image::Grid grid = grid_of(picture);
            const std::int64_t n_channels = checked_channels(picture);
            check_sigma(sigma);
            std::vector<float> blurred;
            {
                nb::gil_scoped_release release;
                blurred = image::gaussian_blur(grid, n_channels, flat(picture), sigma, raise_signals);
            }
            return with_channels(std::move(blurred), grid, picture.shape(2));
        },
        nb::arg("picture"), nb::arg("sigma"), "Each channel of a picture (H, W, C) smoothed by a Gaussian.");
    m.def(
        "gaussian_gradients",
        [](const PictureIn& picture, double sigma) {
            const image::Grid grid = grid_of(picture);
            const std::int64_t n_channels = checked_channels(picture);
            check_sigma(sigma);
            image::Gradients found;
            {
                nb::gil_scoped_release release;
                found = image::gaussian_gradients(grid, n_channels, flat(picture), sigma, raise_signals);
            }
            return std::make_tuple(with_channels(std::move(found.dy), grid, picture.shape(2)),
                                   with_channels(std::move(found.dx), grid, picture.shape(2)));
        },
        nb::arg("picture"), nb::arg("sigma"), "dy and dx of a picture (H, W, C) smoothed by a Gaussian.");
}

}  // namespace frenemy::bindings
