#include "frenemy/image/geodesics.hpp"

#include <bit>
#include <functional>
#include <limits>
#include <numbers>
#include <queue>
#include <stdexcept>
#include <string>

#include "frenemy/image/framed.hpp"

namespace frenemy::image {

namespace {

using Place = Framed::Place;

struct Cell {
    float distance;
    float half_cost;
};

/// Distances are not negative, so that their bits sort as they do.
std::uint64_t packed(float distance, Place place) {
    return std::uint64_t{std::bit_cast<std::uint32_t>(distance)} << 32 | static_cast<std::uint32_t>(place);
}

}  // namespace

Geodesics geodesics(Grid grid, std::span<const float> cost, std::span<const Pixel> seeds, float limit,
                    const Poll& poll) {
    constexpr float unreached = std::numeric_limits<float>::infinity(), outside = -1.0f;
    constexpr std::uint8_t no_step = 8;
    const Framed framed(grid);
    std::vector<Cell> cells(framed.size(), {outside, 0.0f});
    std::vector<std::int32_t> owner(framed.size(), -1);
    std::vector<std::uint8_t> arrived_by(framed.size(), no_step);
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        // Half of each before they are added: the mean of two large costs is a number, too.
        for (Pixel x = 0; x < grid.width; ++x) cells[framed.row(y) + x] = {unreached, 0.5f * cost[pixel++]};
    }
    std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> queue;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        const Place place = framed.at(seeds[i]);
        if (cells[place].distance == 0.0f) continue;
        cells[place].distance = 0.0f;
        owner[place] = static_cast<std::int32_t>(i);
        queue.push(packed(0.0f, place));
    }
    const auto steps = framed.eight_neighbors();
    Pulse pulse(poll);
    while (!queue.empty()) {
        const std::uint64_t top = queue.top();
        queue.pop();
        const auto place = static_cast<Place>(top & 0xffffffffU);
        const auto distance = std::bit_cast<float>(static_cast<std::uint32_t>(top >> 32));
        const Cell here = cells[place];
        if (distance > here.distance) continue;
        for (std::uint8_t i = 0; i < 8; ++i) {
            Cell& there = cells[place + steps[i]];
            const float mean = here.half_cost + there.half_cost;
            const float reached = distance + (i < 4 ? mean : mean * std::numbers::sqrt2_v<float>);
            if (!(reached < there.distance) || reached > limit) continue;
            there.distance = reached;
            owner[place + steps[i]] = owner[place];
            arrived_by[place + steps[i]] = i;
            queue.push(packed(reached, place + steps[i]));
        }
        pulse.beat(16);
    }
    Geodesics found;
    found.distance.reserve(grid.n_pixels());
    found.owner.reserve(grid.n_pixels());
    found.parent.reserve(grid.n_pixels());
    const std::array<Pixel, 9> back{grid.width,     -grid.width,     1, -1, grid.width + 1, -grid.width - 1,
                                    grid.width - 1, -grid.width + 1, 0};
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
            const Place place = framed.row(y) + x;
            found.distance.push_back(cells[place].distance);
            found.owner.push_back(owner[place]);
            found.parent.push_back(arrived_by[place] == no_step ? -1 : pixel + back[arrived_by[place]]);
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
