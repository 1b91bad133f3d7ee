#include <nanobind/stl/tuple.h>

#include <cmath>
#include <cstdint>
#include <tuple>

#include "frenemy/image/edge_cues.hpp"
#include "frenemy/image/live_wires.hpp"
#include "image.hpp"

namespace frenemy::bindings {

namespace {

auto cues_of(const Array3In<float>& lab, const ArrayIn<double>& sigmas) {
    const image::Grid grid = grid_of(lab);
    if (lab.shape(2) != 3) {
        throw std::invalid_argument("lab must have 3 channels, got " + std::to_string(lab.shape(2)));
    }
    for (std::size_t i = 0; i < sigmas.shape(0); ++i) {
        if (sigmas.data()[i] >= 0.5 && sigmas.data()[i] <= 100.0) continue;
        throw std::invalid_argument("sigmas must be 0.5 to 100, got " + std::to_string(sigmas.data()[i]) +
                                    " at sigma " + std::to_string(i));
    }
    std::vector<float> cues;
    {
        nb::gil_scoped_release release;
        cues = image::edge_cues(grid, flat(lab), as_span(sigmas), raise_signals);
    }
    return as_numpy<Array3Out<float>>(std::move(cues),
                                      {lab.shape(0), lab.shape(1), image::n_cues_per_scale * sigmas.shape(0)});
}

auto wires_of(const Array2In<float>& cost, const Array2In<std::int32_t>& line_of_pixel,
              const ArrayIn<image::Pixel>& ends, const ArrayIn<std::int32_t>& own, std::int32_t n_wires,
              float max_ratio) {
    const image::Grid grid = grid_of(cost);
    check_same_shape(grid, grid_of(line_of_pixel), "cost", "line_of_pixel");
    if (own.shape(0) != ends.shape(0)) {
        throw std::invalid_argument("own must be as long as ends, got " + std::to_string(own.shape(0)) + " and " +
                                    std::to_string(ends.shape(0)));
    }
    if (n_wires < 1) throw std::invalid_argument("n_wires must be at least 1, got " + std::to_string(n_wires));
    if (!(max_ratio >= 1.0f))
        throw std::invalid_argument("max_ratio must be at least 1, got " + std::to_string(max_ratio));
    for (std::size_t i = 0; i < ends.shape(0); ++i) {
        if (ends.data()[i] >= 0 && ends.data()[i] < grid.end()) continue;
        throw std::invalid_argument("ends must be in 0.." + std::to_string(grid.end() - 1) + ", got " +
                                    std::to_string(ends.data()[i]) + " at end " + std::to_string(i));
    }
    image::LiveWires found;
    {
        nb::gil_scoped_release release;
        checked(cost, "cost", "positive and finite", [](float value) { return value > 0.0f && std::isfinite(value); });
        checked(line_of_pixel, "line_of_pixel", "0 or more", [](std::int32_t line) { return line >= 0; });
        found = image::live_wires(grid, flat(cost), flat(line_of_pixel), as_span(ends), as_span(own), n_wires,
                                  max_ratio, raise_signals);
    }
    return std::make_tuple(as_numpy(std::move(found.end)), as_numpy(std::move(found.line)),
                           as_numpy(std::move(found.cost)), as_numpy(std::move(found.offsets)),
                           as_numpy(std::move(found.pixels)));
}

}  // namespace

void bind_image_evidence(nb::module_& m) {
    m.def("edge_cues", &cues_of, nb::arg("lab"), nb::arg("sigmas"),
          "Logarithms of how much changes at each pixel and scale: lightness, color, next to around, next to both "
          "sides; (H, W, 4 per scale).");
    m.def(
        "live_wires", &wires_of, nb::arg("cost"), nb::arg("line_of_pixel").noconvert(), nb::arg("ends").noconvert(),
        nb::arg("own").noconvert(), nb::arg("n_wires"), nb::arg("max_ratio"),
        "Cheapest paths from the ends of lines to the nearest other lines: end, line reached, cost, offsets, pixels.");
}

}  // namespace frenemy::bindings
