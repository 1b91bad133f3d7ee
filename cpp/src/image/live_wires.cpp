#include "frenemy/image/live_wires.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numbers>

#include "frenemy/image/framed.hpp"

namespace frenemy::image {

namespace {

using Place = Framed::Place;

constexpr std::int32_t outside = -1;

struct Cell {
    float half_cost = 0.0f;
    std::int32_t line = outside;
    float distance = 0.0f;
    std::int32_t search = -1;  // the search that `distance` and `from` belong to; nothing is cleared between searches
    Place from = 0;
};

/// A radix heap of places by distance, then by place (Ahuja, Mehlhorn, Orlin & Tarjan, "Faster algorithms for the
/// shortest path problem", 1990). A pushed key is hardly ever smaller than the last popped one, so places lie in
/// buckets by the highest bit in which they differ from it.
class Queue {
  public:
    void clear() {
        for (std::uint64_t left = filled_; left != 0; left &= left - 1) buckets_[std::countr_zero(left)].clear();
        filled_ = 0;
        now_.clear();
        last_ = 0;
    }

    /// Distances are not negative, so they are ordered like their bits.
    void push(float distance, Place place) {
        const std::uint64_t key =
            std::uint64_t{std::bit_cast<std::uint32_t>(distance)} << 32 | static_cast<std::uint32_t>(place);
        // A step that is lost in rounding may lead to a place with a smaller key than the last.
        if (key <= last_) {
            now_.push_back(key);
        } else {
            put(key);
        }
    }

    bool pop(float& distance, Place& place) {
        if (now_.empty() && !refill()) return false;
        const std::uint64_t key = now_.back();
        now_.pop_back();
        distance = std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32));
        place = static_cast<Place>(key & 0xffffffffU);
        return true;
    }

  private:
    void put(std::uint64_t key) {
        const int bucket = std::bit_width(key ^ last_) - 1;
        buckets_[bucket].push_back(key);
        filled_ |= std::uint64_t{1} << bucket;
    }

    bool refill() {
        if (filled_ == 0) return false;
        std::vector<std::uint64_t>& lowest = buckets_[std::countr_zero(filled_)];
        filled_ &= filled_ - 1;
        last_ = *std::min_element(lowest.begin(), lowest.end());
        for (const std::uint64_t key : lowest) {
            if (key == last_) {
                now_.push_back(key);
            } else {
                put(key);
            }
        }
        lowest.clear();
        return true;
    }

    std::array<std::vector<std::uint64_t>, 64> buckets_;
    std::vector<std::uint64_t> now_;
    std::uint64_t filled_ = 0;  // bit mask of non-empty buckets
    std::uint64_t last_ = 0;
};

struct Searcher {
    Grid grid;
    Framed framed;
    std::vector<Cell> cells;
    Queue queue;

    Searcher(Grid grid, std::span<const float> cost, std::span<const std::int32_t> line_of_pixel)
        : grid(grid), framed(grid), cells(framed.size()) {
        Pixel pixel = 0;
        for (Pixel y = 0; y < grid.height; ++y) {
            for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
                cells[framed.row(y) + x].half_cost = 0.5f * cost[pixel];
                cells[framed.row(y) + x].line = line_of_pixel[pixel];
            }
        }
    }

    Pixel pixel_at(Place place) const {
        const Pixel stride = grid.width + 1, inner = place - framed.row(0);
        return inner / stride * grid.width + inner % stride;
    }

    void add_wire(LiveWires& wires, std::int32_t end, Place start, Place reached) const {
        const auto begin = static_cast<std::ptrdiff_t>(wires.pixels.size());
        for (Place place = reached; place != start; place = cells[place].from) wires.pixels.push_back(pixel_at(place));
        wires.pixels.push_back(pixel_at(start));
        std::reverse(wires.pixels.begin() + begin, wires.pixels.end());
        wires.end.push_back(end);
        wires.line.push_back(cells[reached].line);
        wires.cost.push_back(cells[reached].distance);
        wires.offsets.push_back(static_cast<std::int64_t>(wires.pixels.size()));
    }

    void search(LiveWires& wires, std::int32_t end, Pixel pixel, std::int32_t own, std::int32_t n_wires,
                float max_ratio, Poller& poller) {
        const auto steps = framed.eight_neighbors();
        const Place start = framed.at(pixel);
        const std::size_t first_wire = wires.line.size();
        float limit = std::numeric_limits<float>::infinity();
        queue.clear();
        cells[start].distance = 0.0f;
        cells[start].search = end;
        queue.push(0.0f, start);
        float distance = 0.0f;
        for (Place place = start; queue.pop(distance, place);) {
            if (distance > limit) break;
            const Cell here = cells[place];
            if (distance > here.distance) continue;
            if (place != start && here.line > 0) {
                const auto begin = wires.line.begin() + static_cast<std::ptrdiff_t>(first_wire);
                if (std::find(begin, wires.line.end(), here.line) != wires.line.end()) continue;
                add_wire(wires, end, start, place);
                if (wires.line.size() == first_wire + 1) limit = max_ratio * std::max(distance, 1.0f);
                if (wires.line.size() == first_wire + static_cast<std::size_t>(n_wires)) break;
                continue;
            }
            for (std::size_t i = 0; i < 8; ++i) {
                Cell& there = cells[place + steps[i]];
                if (there.line == outside || there.line == own) continue;
                const float mean = here.half_cost + there.half_cost;
                const float reached = distance + (i < 4 ? mean : mean * std::numbers::sqrt2_v<float>);
                if ((there.search == end && !(reached < there.distance)) || reached > limit) continue;
                there.distance = reached;
                there.search = end;
                there.from = place;
                queue.push(reached, place + steps[i]);
            }
            poller.step(16);
        }
    }
};

}  // namespace

LiveWires live_wires(Grid grid, std::span<const float> cost, std::span<const std::int32_t> line_of_pixel,
                     std::span<const Pixel> ends, std::span<const std::int32_t> own, std::int32_t n_wires,
                     float max_ratio, const Poll& poll) {
    LiveWires wires;
    wires.offsets.push_back(0);
    Searcher searcher(grid, cost, line_of_pixel);
    Poller poller(poll);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        searcher.search(wires, static_cast<std::int32_t>(i), ends[i], own[i], n_wires, max_ratio, poller);
    }
    return wires;
}

}  // namespace frenemy::image
