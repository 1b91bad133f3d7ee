#include "frenemy/image/minima.hpp"

#include <algorithm>
#include <array>

#include "frenemy/image/framed.hpp"

namespace frenemy::image {

namespace {

using Place = Framed::Place;

constexpr std::int32_t is_minimum = -1, is_higher = 0, outside = -2;

/// Excludes all pixels with a lower neighbour, and then all plateaus that contain one.
void mark_higher(const std::vector<float>& relief, std::vector<std::int32_t>& marks, const std::array<Place, 8>& steps,
                 Place place, std::vector<Place>& stack, Poller& poller) {
    const bool is_low = std::ranges::none_of(
        steps, [&](Place step) { return marks[place + step] != outside && relief[place + step] < relief[place]; });
    if (is_low) return;
    marks[place] = is_higher;
    stack.push_back(place);
    while (!stack.empty()) {
        const Place from = stack.back();
        stack.pop_back();
        for (const Place step : steps) {
            if (marks[from + step] != is_minimum || relief[from + step] != relief[from]) continue;
            marks[from + step] = is_higher;
            stack.push_back(from + step);
        }
        poller.step(8);
    }
}

void number_plateau(std::vector<std::int32_t>& marks, const std::array<Place, 8>& steps, Place place,
                    std::int32_t number, std::vector<Place>& stack, Poller& poller) {
    marks[place] = number;
    stack.push_back(place);
    while (!stack.empty()) {
        const Place from = stack.back();
        stack.pop_back();
        for (const Place step : steps) {
            // Two neighbours without a lower neighbour have equal heights.
            if (marks[from + step] != is_minimum) continue;
            marks[from + step] = number;
            stack.push_back(from + step);
        }
        poller.step(8);
    }
}

}  // namespace

std::vector<std::int32_t> grid_minima(Grid grid, std::span<const float> height, Pixel spacing, const Poll& poll) {
    std::vector<std::int32_t> markers(grid.n_pixels(), 0);
    const Pixel cells_across = (grid.width - 1) / spacing + 1;
    std::vector<Pixel> lowest(static_cast<std::size_t>(cells_across));
    std::int32_t n_markers = 0;
    Poller poller(poll);
    for (Pixel top = 0, bottom = 0; top < grid.height; top = bottom) {
        bottom = top + std::min(spacing, grid.height - top);
        for (Pixel cell = 0; cell < cells_across; ++cell) lowest[cell] = top * grid.width + cell * spacing;
        for (Pixel y = top; y < bottom; ++y) {
            Pixel pixel = y * grid.width;
            for (Pixel cell = 0; cell < cells_across; ++cell) {
                const Pixel end = pixel + std::min(spacing, grid.width - cell * spacing);
                for (; pixel < end; ++pixel) {
                    if (height[pixel] < height[lowest[cell]]) lowest[cell] = pixel;
                }
            }
            poller.step(grid.width);
        }
        for (const Pixel pixel : lowest) markers[pixel] = ++n_markers;
    }
    return markers;
}

std::vector<std::int32_t> local_minima(Grid grid, std::span<const float> height, const Poll& poll) {
    const Framed framed(grid);
    const auto steps = framed.eight_neighbors();
    std::vector<float> relief(framed.size(), 0.0f);
    std::vector<std::int32_t> marks(framed.size(), outside);
    for (Pixel y = 0; y < grid.height; ++y) {
        std::copy_n(height.begin() + y * grid.width, grid.width, relief.begin() + framed.row(y));
        std::fill_n(marks.begin() + framed.row(y), grid.width, is_minimum);
    }
    Poller poller(poll);
    std::vector<Place> stack;
    for (Pixel y = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x) {
            const Place place = framed.row(y) + x;
            if (marks[place] == is_minimum) mark_higher(relief, marks, steps, place, stack, poller);
        }
        poller.step(grid.width);
    }
    std::int32_t n_markers = 0;
    std::vector<std::int32_t> markers;
    markers.reserve(grid.n_pixels());
    for (Pixel y = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x) {
            const Place place = framed.row(y) + x;
            if (marks[place] == is_minimum) number_plateau(marks, steps, place, ++n_markers, stack, poller);
            markers.push_back(marks[place]);
        }
        poller.step(grid.width);
    }
    return markers;
}

}  // namespace frenemy::image
