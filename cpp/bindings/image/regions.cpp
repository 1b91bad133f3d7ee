#include "frenemy/image/regions.hpp"

#include <nanobind/stl/tuple.h>

#include <cmath>
#include <cstdint>
#include <tuple>

#include "frenemy/image/minima.hpp"
#include "frenemy/image/region_borders.hpp"
#include "frenemy/image/watershed.hpp"
#include "image.hpp"

namespace frenemy::bindings {

namespace {

using Heights = Array2In<float>;
using LabelsIn = Array2In<std::int32_t>;
using LabelsOut = Array2Out<std::int32_t>;

image::Grid checked_heights(const Heights& height) {
    return checked(height, "height", "finite", [](float value) { return std::isfinite(value); });
}

image::Grid checked_labels(const LabelsIn& labels, const char* name = "labels") {
    return checked(labels, name, "0 or more", [](std::int32_t label) { return label >= 0; });
}

LabelsOut flooded(const Heights& height, const LabelsIn& markers) {
    const image::Grid grid = grid_of(height);
    check_same_shape(grid, grid_of(markers), "height", "markers");
    std::vector<std::int32_t> labels;
    {
        nb::gil_scoped_release release;
        checked_heights(height);
        checked_labels(markers, "markers");
        const auto marks = flat(markers);
        if (std::all_of(marks.begin(), marks.end(), [](std::int32_t marker) { return marker == 0; })) {
            throw std::invalid_argument("markers must be over 0 somewhere, got 0 everywhere");
        }
        labels = image::watershed(grid, flat(height), marks, raise_signals);
    }
    return as_picture(std::move(labels), grid);
}

auto borders(const LabelsIn& labels) {
    image::RegionBorders found;
    {
        nb::gil_scoped_release release;
        const image::Grid grid = checked_labels(labels);
        found = image::region_borders(grid, flat(labels), raise_signals);
    }
    return std::make_tuple(as_numpy(std::move(found.u)), as_numpy(std::move(found.v)),
                           as_numpy(std::move(found.border_of_crack)), as_numpy(std::move(found.first)),
                           as_numpy(std::move(found.second)));
}

}  // namespace

void bind_image_regions(nb::module_& m) {
    m.def("watershed", &flooded, nb::arg("height"), nb::arg("markers").noconvert(),
          "Seeded watershed of heights (H, W) from markers (> 0): the marker of each pixel, (H, W) int32.");
    m.def(
        "grid_minima",
        [](const Heights& height, std::int64_t spacing) {
            if (spacing < 1) throw std::invalid_argument("spacing must be 1 or more, got " + std::to_string(spacing));
            const image::Grid grid = grid_of(height);
            std::vector<std::int32_t> markers;
            {
                nb::gil_scoped_release release;
                checked_heights(height);
                // A cell is never larger than the picture.
                const auto side = std::min<std::int64_t>(spacing, std::max(grid.height, grid.width));
                markers = image::grid_minima(grid, flat(height), static_cast<image::Pixel>(side), raise_signals);
            }
            return as_picture(std::move(markers), grid);
        },
        nb::arg("height"), nb::arg("spacing"),
        "Markers 1..m (H, W) int32 on the lowest pixel of each cell of spacing x spacing pixels; 0 elsewhere.");
    m.def(
        "local_minima",
        [](const Heights& height) {
            const image::Grid grid = grid_of(height);
            std::vector<std::int32_t> markers;
            {
                nb::gil_scoped_release release;
                checked_heights(height);
                markers = image::local_minima(grid, flat(height), raise_signals);
            }
            return as_picture(std::move(markers), grid);
        },
        nb::arg("height"), "Markers 1..m (H, W) int32 on each plateau without a lower neighbour; 0 elsewhere.");
    m.def(
        "region_borders", &borders, nb::arg("labels").noconvert(),
        "Borders between labels, u < v, sorted; and for each crack its border and the pixels on the side of u and v.");
    m.def(
        "connected_regions",
        [](const LabelsIn& labels) {
            const image::Grid grid = grid_of(labels);
            image::Regions regions;
            {
                nb::gil_scoped_release release;
                checked_labels(labels);
                regions = image::connected_regions(grid, flat(labels), raise_signals);
            }
            return std::make_tuple(as_picture(std::move(regions.labels), grid), regions.count);
        },
        nb::arg("labels").noconvert(), "4-connected components of equal labels, and their number.");
    m.def(
        "merge_small",
        [](const LabelsIn& labels, std::int64_t min_size) {
            const image::Grid grid = grid_of(labels);
            image::Regions regions;
            {
                nb::gil_scoped_release release;
                checked_labels(labels);
                regions = image::merge_small(grid, flat(labels), min_size, raise_signals);
            }
            return as_picture(std::move(regions.labels), grid);
        },
        nb::arg("labels").noconvert(), nb::arg("min_size"),
        "Connected regions of less than `min_size` pixels merged, smallest first, where they share the longest "
        "border.");
}

}  // namespace frenemy::bindings
