#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <utility>

#include "../numpy.hpp"
#include "frenemy/image/laplacian/matting_laplacian.hpp"
#include "frenemy/image/laplacian/pinned_systems.hpp"
#include "frenemy/image/laplacian/polled_workers.hpp"
#include "frenemy/image/polyline_field.hpp"

namespace frenemy::bindings {

namespace {

using PictureIn = nb::ndarray<const double, nb::numpy, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;
using PinsIn = std::pair<ArrayIn<Pixel>, ArrayIn<double>>;
using SolutionOut = std::pair<ArrayOut<double>, double>;

GridMatrix laplacian(const PictureIn& picture, double epsilon, int radius, const Poll& poll) {
    return matting_laplacian({picture.data(), picture.size()}, static_cast<int>(picture.shape(0)),
                             static_cast<int>(picture.shape(1)), epsilon, radius, poll);
}

/// Checks for Ctrl-C and regularly calls `on_poll`, which may be None; an exception aborts the work.
Poll polling(const nb::object& on_poll) {
    using Clock = std::chrono::steady_clock;
    return [&on_poll, last = Clock::now()]() mutable {
        if (Clock::now() - last < std::chrono::milliseconds(20)) return;
        last = Clock::now();
        raise_signals();
        nb::gil_scoped_acquire gil;
        if (!on_poll.is_none()) on_poll();
    };
}

/// The matrix in compressed rows, with both triangles.
std::tuple<ArrayOut<double>, ArrayOut<std::int32_t>, ArrayOut<std::int64_t>> as_rows(const GridMatrix& matrix) {
    std::vector<double> values;
    std::vector<std::int32_t> columns;
    std::vector<std::int64_t> offsets{0};
    for (int y = 0; y < matrix.height; ++y) {
        for (int x = 0; x < matrix.width; ++x) {
            const Pixel pixel = y * matrix.width + x;
            for (int row = std::max(0, y - matrix.reach); row < std::min(matrix.height, y + matrix.reach + 1); ++row) {
                for (int column = std::max(0, x - matrix.reach); column < std::min(matrix.width, x + matrix.reach + 1);
                     ++column) {
                    const Pixel other = row * matrix.width + column;
                    const bool is_later = other >= pixel;
                    const std::size_t entry =
                        matrix.entry(is_later ? row - y : y - row, is_later ? column - x : x - column);
                    values.push_back(matrix.values[std::min(pixel, other) * matrix.n_entries() + entry]);
                    columns.push_back(other);
                }
            }
            offsets.push_back(static_cast<std::int64_t>(values.size()));
        }
    }
    return {as_numpy(std::move(values)), as_numpy(std::move(columns)), as_numpy(std::move(offsets))};
}

Pins as_pins(const PinsIn& pins, double stiffness) {
    return {as_vector(pins.first), as_vector(pins.second), stiffness};
}

std::vector<SolutionOut> as_python(std::vector<PinnedSolution>&& solutions) {
    std::vector<SolutionOut> out;
    for (PinnedSolution& solution : solutions)
        out.emplace_back(as_numpy(std::move(solution.values)), solution.residual);
    return out;
}

}  // namespace

void bind_matting(nb::module_& m) {
    m.def(
        "matting_laplacian",
        [](const PictureIn& picture, double epsilon, int radius) {
            return as_rows(laplacian(picture, epsilon, radius, raise_signals));
        },
        nb::arg("picture"), nb::arg("epsilon"), nb::arg("radius"), "Values, columns and offsets of its rows.");
    m.def(
        "solve_mattings",
        [](const PictureIn& picture, const std::vector<PinsIn>& pins, double epsilon, int radius, double stiffness,
           int n_threads, const nb::object& on_poll) {
            std::vector<Pins> all;
            for (const PinsIn& one : pins) all.push_back(as_pins(one, stiffness));
            std::vector<PinnedSolution> solutions;
            {
                nb::gil_scoped_release release;
                const Poll poll = polling(on_poll);
                solutions = solve_pinned(laplacian(picture, epsilon, radius, poll), all, n_threads, poll);
            }
            return as_python(std::move(solutions));
        },
        nb::arg("picture"), nb::arg("pins"), nb::arg("epsilon"), nb::arg("radius"), nb::arg("stiffness"),
        nb::arg("n_threads"), nb::arg("on_poll").none(),
        "One picture with pixels pinned to targets, many times: the mattes and their residuals.");
    m.def(
        "solve_matting_windows",
        [](const std::vector<std::pair<PictureIn, PinsIn>>& windows, double epsilon, int radius, double stiffness,
           int n_threads, const nb::object& on_poll) {
            std::vector<Pins> all;
            for (const auto& [picture, pins] : windows) all.push_back(as_pins(pins, stiffness));
            std::vector<PinnedSolution> solutions(all.size());
            {
                nb::gil_scoped_release release;
                const Poll poll = polling(on_poll);
                PolledWorkers workers(n_threads, poll);
                workers.parallel_for(all.size(), [&](std::size_t k, std::size_t, const Poll& polled) {
                    solutions[k] = solve_pinned(laplacian(windows[k].first, epsilon, radius, polled), all[k], polled);
                });
            }
            return as_python(std::move(solutions));
        },
        nb::arg("windows"), nb::arg("epsilon"), nb::arg("radius"), nb::arg("stiffness"), nb::arg("n_threads"),
        nb::arg("on_poll").none(),
        "Pictures with pixels pinned to targets, each by itself: the mattes and their residuals.");
    m.def("matting_bytes", &pinned_bytes, nb::arg("height"), nb::arg("width"), nb::arg("reach"), nb::arg("n_systems"),
          "Approximate memory for several mattes of one picture; a single one takes half of it.");
    m.def(
        "polyline_field",
        [](ArrayIn<double> points, bool is_closed, int height, int width, double max_distance) {
            PolylineField field = [&] {
                nb::gil_scoped_release release;
                return PolylineField(as_span(points), is_closed, height, width, max_distance, raise_signals);
            }();
            return std::make_tuple(as_numpy(std::move(field.distance)), as_numpy(std::move(field.side)),
                                   as_numpy(std::move(field.foot)));
        },
        nb::arg("points"), nb::arg("is_closed"), nb::arg("height"), nb::arg("width"), nb::arg("max_distance"),
        "For each pixel the distance to a polyline, its side, and the nearest point.");
}

}  // namespace frenemy::bindings
