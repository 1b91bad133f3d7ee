#include "frenemy/image/watershed.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

#include "frenemy/image/framed.hpp"
#include "frenemy/system/huge_pages.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy::image {

namespace {

using Place = Framed::Place;

struct Sorted {
    std::uint32_t key;
    Place place;
};

constexpr int n_bits = 11;
constexpr std::uint32_t n_digits = 1U << n_bits;

std::uint32_t digit(std::uint32_t key, int pass) { return key >> (pass * n_bits) & (n_digits - 1); }

/// A height as an unsigned number with the same order; -0 equals 0.
std::uint32_t sortable(float height) {
    const auto bits = std::bit_cast<std::uint32_t>(height + 0.0f);
    return bits ^ ((bits >> 31) != 0 ? 0xffffffffU : 0x80000000U);
}

/// Whether a pixel takes part in the flood: it or one of its neighbours is unmarked.
bool is_open(Grid grid, std::span<const std::int32_t> markers, Pixel y, Pixel x) {
    const std::int32_t* here = &markers[static_cast<std::size_t>(y) * grid.width + x];
    return *here <= 0 || (x > 0 && here[-1] <= 0) || (x + 1 < grid.width && here[1] <= 0) ||
           (y > 0 && *(here - grid.width) <= 0) || (y + 1 < grid.height && *(here + grid.width) <= 0);
}

/// All open places by height: a radix sort with three digits.
std::vector<Sorted> by_height(const Framed& framed, Grid grid, std::span<const float> height,
                              std::span<const std::int32_t> markers, const Poll& poll) {
    std::size_t n_open = 0;
    for (Pixel y = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x) n_open += is_open(grid, markers, y, x) ? 1 : 0;
    }
    std::vector<Sorted> items, other;
    reserve_huge(items, n_open);
    reserve_huge(other, n_open);
    other.resize(n_open);
    std::array<std::array<std::uint32_t, n_digits>, 3> counts{};
    for (Pixel y = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x) {
            if (!is_open(grid, markers, y, x)) continue;
            const std::uint32_t key = sortable(height[static_cast<std::size_t>(y) * grid.width + x]);
            items.push_back({key, framed.row(y) + x});
            for (int pass = 0; pass < 3; ++pass) ++counts[pass][digit(key, pass)];
        }
    }
    for (int pass = 0; pass < 3; ++pass) {
        poll();
        std::uint32_t before = 0;
        for (std::uint32_t& count : counts[pass]) before += std::exchange(count, before);
        for (const Sorted& item : items) other[counts[pass][digit(item.key, pass)]++] = item;
        items.swap(other);
    }
    return items;
}

struct Cell {
    std::int32_t label;
    std::uint32_t turn;  ///< order of arrival; 0 until the pixel is reached
};

/// Marks of pixels not yet reached: above the water level, and at or below it.
constexpr std::int32_t dry = 0, below = -1;
constexpr std::int32_t outside = -2;

/// The flood. Pixels are processed by height; a pixel that is reached by then passes its label on to its neighbours. So
/// pixels above the water level need no queue; pixels of equal height are processed in order of arrival.
class Flood {
  public:
    Flood(Grid grid, std::span<const float> height, std::span<const std::int32_t> markers, const Poll& poll)
        : framed_(grid), steps_(framed_.four_neighbors()), pulse_(poll) {
        sorted_ = by_height(framed_, grid, height, markers, poll);
        cells_ = huge_vector(framed_.size(), Cell{outside, 0});
        for (Pixel y = 0; y < grid.height; ++y) {
            std::fill_n(cells_.begin() + framed_.row(y), grid.width, Cell{dry, 0});
        }
        // Pixels that may fall below the level are written before the test, to avoid a branch.
        drowned_ = huge_vector(sorted_.size() + steps_.size(), Place{0});
    }

    std::int32_t label(Place place) const { return cells_[place].label; }

    void begin_at(Place place, std::int32_t label) {
        cells_[place].label = label;
        cells_[place].turn = turn_++;
    }

    void run() {
        for (std::size_t i = 0; i < sorted_.size(); ++i) {
            look_ahead(i);
            if (i + 1 < sorted_.size() && sorted_[i + 1].key == sorted_[i].key) {
                i = let_on_in_turn(i);
            } else if (is_under_water(sorted_[i].place)) {
                let_on(sorted_[i].place);
            }
            for (std::size_t j = 0; j < n_drowned_; ++j) let_on(drowned_[j]);
            n_drowned_ = 0;
        }
    }

  private:
    void look_ahead(std::size_t i) const {
        constexpr std::size_t ahead = 16;
        if (i + ahead >= sorted_.size()) return;
        const Cell* soon = &cells_[sorted_[i + ahead].place];
        prefetch(soon + steps_.front());
        prefetch(soon);
        prefetch(soon + steps_.back());
    }

    /// Whether a pixel at the water level has been reached; otherwise it will be as soon as a neighbour is.
    bool is_under_water(Place place) {
        std::int32_t& label = cells_[place].label;
        if (label == dry) label = below;
        return label > 0;
    }

    /// Processes the reached pixels of the height that begins at an index; returns the index of the last.
    std::size_t let_on_in_turn(std::size_t i) {
        const std::uint32_t key = sorted_[i].key;
        reached_.clear();
        std::size_t end = i;
        for (; end < sorted_.size() && sorted_[end].key == key; ++end) {
            look_ahead(end);
            const Place place = sorted_[end].place;
            if (is_under_water(place)) reached_.emplace_back(cells_[place].turn, place);
        }
        std::ranges::sort(reached_);
        for (const auto& [turn, place] : reached_) let_on(place);
        return end - 1;
    }

    /// Labels the unlabelled neighbours of a pixel; those not above the water level are processed next.
    void let_on(Place place) {
        const std::int32_t label = cells_[place].label;
        for (const Place step : steps_) {
            Cell& there = cells_[place + step];
            // Branchless: whether a neighbour is new or below is unpredictable.
            const bool is_below = there.label == below, is_new = is_below | (there.label == dry);
            const std::uint32_t if_new = is_new ? 0xffffffffU : 0U;
            there.label ^= (there.label ^ label) & static_cast<std::int32_t>(if_new);
            there.turn |= turn_ & if_new;
            turn_ += is_new;
            drowned_[n_drowned_] = place + step;
            n_drowned_ += is_below;
        }
        pulse_.step(4);
    }

    Framed framed_;
    std::array<Place, 4> steps_;
    Poller pulse_;
    std::vector<Sorted> sorted_;
    std::vector<Cell> cells_;
    std::vector<Place> drowned_;
    std::size_t n_drowned_ = 0;
    std::uint32_t turn_ = 1;
    std::vector<std::pair<std::uint32_t, Place>> reached_;
};

}  // namespace

std::vector<std::int32_t> watershed(Grid grid, std::span<const float> height, std::span<const std::int32_t> markers,
                                    const Poll& poll) {
    const Framed framed(grid);
    Flood flood(grid, height, markers, poll);
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
            if (markers[pixel] > 0) flood.begin_at(framed.row(y) + x, markers[pixel]);
        }
    }
    flood.run();
    std::vector<std::int32_t> labels;
    labels.reserve(grid.n_pixels());
    for (Pixel y = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x) labels.push_back(flood.label(framed.row(y) + x));
    }
    assert(std::ranges::all_of(labels, [](std::int32_t label) { return label > 0; }));
    return labels;
}

}  // namespace frenemy::image
