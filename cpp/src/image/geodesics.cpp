#include "frenemy/image/geodesics.hpp"

#include <array>
#include <bit>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "frenemy/image/framed.hpp"
#include "frenemy/image/radix_heap.hpp"
#include "frenemy/system/huge_pages.hpp"

namespace frenemy::image {

namespace {

using Place = Framed::Place;

constexpr std::uint8_t no_step = 8;

/// All data of a pixel together, since neighbours are read in random order.
struct Cell {
    float distance;
    float half_cost;
    std::int32_t owner;
    std::uint8_t arrived_by;
};

/// Distances are not negative, so they are ordered like their bits.
RadixHeap::Item queued(float distance, Place place) { return {std::bit_cast<std::uint32_t>(distance), place}; }

}  // namespace

Geodesics geodesics(Grid grid, std::span<const float> cost, std::span<const Pixel> seeds, float limit,
                    const Poll& poll) {
    constexpr float unreached = std::numeric_limits<float>::infinity(), outside = -1.0f;
    const Framed framed(grid);
    std::vector<Cell> cells = huge_vector(framed.size(), Cell{outside, 0.0f, -1, no_step});
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        // Halved before the sum, so that large costs do not overflow.
        for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
            cells[framed.row(y) + x] = {unreached, 0.5f * cost[pixel], -1, no_step};
        }
    }
    RadixHeap queue;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        Cell& cell = cells[framed.at(seeds[i])];
        if (cell.owner >= 0) continue;
        cell.distance = 0.0f;
        cell.owner = static_cast<std::int32_t>(i);
        queue.push(queued(0.0f, framed.at(seeds[i])));
    }
    const auto steps = framed.eight_neighbors();
    const auto is_out_of_date = [&](RadixHeap::Item item) {
        return std::bit_cast<float>(item.key) > cells[item.place].distance;
    };
    Poller poller(poll);
    for (RadixHeap::Item top; queue.pop(top, is_out_of_date);) {
        const Cell here = cells[top.place];
        if (is_out_of_date(top)) continue;
        for (std::uint8_t i = 0; i < 8; ++i) {
            Cell& there = cells[top.place + steps[i]];
            const float mean = here.half_cost + there.half_cost;
            const float reached = here.distance + (i < 4 ? mean : mean * std::numbers::sqrt2_v<float>);
            if (!(reached < there.distance) || reached > limit) continue;
            there.distance = reached;
            there.owner = here.owner;
            there.arrived_by = i;
            queue.push(queued(reached, top.place + steps[i]));
        }
        poller.step(16);
    }
    Geodesics found;
    found.distance.reserve(grid.n_pixels());
    found.owner.reserve(grid.n_pixels());
    found.parent.reserve(grid.n_pixels());
    const Pixel row = grid.width;
    const std::array<Pixel, 8> back{row, -row, 1, -1, row + 1, -row - 1, row - 1, -row + 1};
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
            const Cell& cell = cells[framed.row(y) + x];
            found.distance.push_back(cell.distance);
            found.owner.push_back(cell.owner);
            found.parent.push_back(cell.arrived_by == no_step ? -1 : pixel + back[cell.arrived_by]);
        }
    }
    return found;
}

std::vector<Pixel> trace(std::span<const Pixel> parent, Pixel pixel) {
    const auto n_pixels = parent.size();
    std::vector<Pixel> path;
    while (pixel != -1) {
        if (pixel < 0 || static_cast<std::size_t>(pixel) >= n_pixels) {
            throw std::invalid_argument("parent must be a pixel in 0.." + std::to_string(n_pixels - 1) +
                                        " or -1, got " + std::to_string(pixel) + " at pixel " +
                                        std::to_string(path.back()));
        }
        if (path.size() == n_pixels) throw std::invalid_argument("parents go round in circles");
        path.push_back(pixel);
        pixel = parent[pixel];
    }
    return path;
}

}  // namespace frenemy::image
