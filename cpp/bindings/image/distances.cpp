#include <nanobind/stl/tuple.h>

#include <cmath>
#include <cstdint>
#include <tuple>

#include "frenemy/image/distance_to.hpp"
#include "frenemy/image/geodesics.hpp"
#include "image.hpp"

namespace frenemy::bindings {

namespace {

using image::Pixel;

void check_pixel(const char* name, std::int64_t pixel, image::Grid grid, const std::string& where) {
    if (pixel >= 0 && pixel < grid.end()) return;
    throw std::invalid_argument(std::string(name) + " must be in 0.." + std::to_string(grid.end() - 1) + ", got " +
                                std::to_string(pixel) + where);
}

auto cheapest_paths(const Array2In<float>& cost, const ArrayIn<Pixel>& seeds, double limit) {
    const image::Grid grid = grid_of(cost);
    if (!(limit >= 0.0)) throw std::invalid_argument("limit must be 0 or more, got " + std::to_string(limit));
    image::Geodesics found;
    {
        nb::gil_scoped_release release;
        checked(cost, "cost", "positive and finite", [](float value) { return value > 0.0f && std::isfinite(value); });
        for (std::size_t i = 0; i < seeds.shape(0); ++i) {
            check_pixel("seeds", seeds.data()[i], grid, " at seed " + std::to_string(i));
        }
        // A limit too large for a float becomes infinite, that is, no limit.
        found = image::geodesics(grid, flat(cost), as_span(seeds), static_cast<float>(limit), raise_signals);
    }
    return std::make_tuple(as_picture(std::move(found.distance), grid), as_picture(std::move(found.owner), grid),
                           as_picture(std::move(found.parent), grid));
}

}  // namespace

void bind_image_distances(nb::module_& m) {
    m.def("geodesics", &cheapest_paths, nb::arg("cost"), nb::arg("seeds").noconvert(), nb::arg("limit"),
          "Cheapest 8-connected paths: distance, index of the nearest seed, next pixel on the path; (H, W) "
          "each.");
    m.def(
        "trace",
        [](const Array2In<Pixel>& parent, std::int64_t pixel) {
            const image::Grid grid = grid_of(parent);
            check_pixel("pixel", pixel, grid, "");
            return as_numpy(image::trace(flat(parent), static_cast<Pixel>(pixel)));
        },
        nb::arg("parent").noconvert(), nb::arg("pixel"), "The path from a pixel to its seed, both included.");
    m.def(
        "distance_to",
        [](const Array2In<bool>& mask) {
            const image::Grid grid = grid_of(mask);
            // A byte of numpy's bool may hold any value if it was made from raw memory; a C++ bool may not.
            const std::span<const std::uint8_t> marked{reinterpret_cast<const std::uint8_t*>(mask.data()), mask.size()};
            image::DistanceTo found;
            {
                nb::gil_scoped_release release;
                found = image::distance_to(grid, marked, raise_signals);
            }
            return std::make_tuple(as_picture(std::move(found.distance), grid),
                                   as_picture(std::move(found.nearest), grid));
        },
        nb::arg("mask"), "Euclidean distance to the nearest true pixel, and which it is; infinite and -1 without any.");
}

}  // namespace frenemy::bindings
