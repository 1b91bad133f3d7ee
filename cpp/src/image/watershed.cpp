#include "frenemy/image/watershed.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

#include "frenemy/image/framed.hpp"

namespace frenemy::image {

namespace {

using Place = Framed::Place;

/// A height as a number that sorts as it does; the two zeros are one.
std::uint32_t sortable(float height) {
    const auto bits = std::bit_cast<std::uint32_t>(height + 0.0f);
    return bits ^ ((bits >> 31) != 0 ? 0xffffffffU : 0x80000000U);
}

struct Sorted {
    std::uint32_t key;
    Place place;
};

/// All places by height, of equal ones in raster order: a radix sort of three digits.
std::vector<Sorted> by_height(const Framed& framed, Grid grid, std::span<const float> height, const Poll& poll) {
    constexpr int n_bits = 11;
    constexpr std::uint32_t n_digits = 1U << n_bits;
    std::vector<Sorted> items, other(grid.n_pixels());
    items.reserve(grid.n_pixels());
    std::array<std::array<std::uint32_t, n_digits>, 3> counts{};
    for (Pixel y = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x) {
            const std::uint32_t key = sortable(height[items.size()]);
            items.push_back({key, framed.row(y) + x});
            for (int pass = 0; pass < 3; ++pass) ++counts[pass][key >> (pass * n_bits) & (n_digits - 1)];
        }
    }
    for (int pass = 0; pass < 3; ++pass) {
        poll();
        std::uint32_t before = 0;
        for (std::uint32_t& count : counts[pass]) before += std::exchange(count, before);
        for (const Sorted& item : items) other[counts[pass][item.key >> (pass * n_bits) & (n_digits - 1)]++] = item;
        items.swap(other);
    }
    return items;
}

struct Cell {
    std::int32_t label;
    std::int32_t level;  ///< how many lower heights there are
};

/// First in, first out, one queue for each level, linked through the places.
class Levels {
  public:
    Levels(std::size_t n_levels, std::size_t n_places) : ends_(n_levels, {none, none}), next_(n_places) {}

    void push(std::int32_t level, Place place) {
        next_[place] = none;
        Ends& ends = ends_[level];
        (ends.first == none ? ends.first : next_[ends.last]) = place;
        ends.last = place;
    }
    bool is_empty(std::int32_t level) const { return ends_[level].first == none; }
    Place pop(std::int32_t level) {
        const Place place = ends_[level].first;
        ends_[level].first = next_[place];
        return place;
    }

  private:
    struct Ends {
        Place first, last;
    };
    static constexpr Place none = -1;

    std::vector<Ends> ends_;
    std::vector<Place> next_;
};

}  // namespace

std::vector<std::int32_t> watershed(Grid grid, std::span<const float> height, std::span<const std::int32_t> markers,
                                    const Poll& poll) {
    const Framed framed(grid);
    constexpr std::int32_t outside = -1;
    std::vector<Cell> cells(framed.size(), {outside, 0});
    std::int32_t n_levels = 0;
    {
        const std::vector<Sorted> sorted = by_height(framed, grid, height, poll);
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (i > 0 && sorted[i].key != sorted[i - 1].key) ++n_levels;
            cells[sorted[i].place].level = n_levels;
        }
        ++n_levels;
    }
    poll();
    Levels levels(static_cast<std::size_t>(n_levels), framed.size());
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
            const Place place = framed.row(y) + x;
            cells[place].label = markers[pixel];
            if (markers[pixel] > 0) levels.push(cells[place].level, place);
        }
    }
    const auto neighbors = framed.four_neighbors();
    Pulse pulse(poll);
    for (std::int32_t level = 0; level < n_levels; ++level) {
        while (!levels.is_empty(level)) {
            const Place place = levels.pop(level);
            for (const Place step : neighbors) {
                Cell& cell = cells[place + step];
                if (cell.label != 0) continue;
                cell.label = cells[place].label;
                levels.push(std::max(level, cell.level), place + step);
            }
            pulse.beat(4);
        }
    }
    std::vector<std::int32_t> labels;
    labels.reserve(grid.n_pixels());
    for (Pixel y = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x) labels.push_back(cells[framed.row(y) + x].label);
    }
    assert(std::ranges::all_of(labels, [](std::int32_t label) { return label > 0; }));
    return labels;
}

}  // namespace frenemy::image
