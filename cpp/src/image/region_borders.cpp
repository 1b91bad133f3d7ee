#include "frenemy/image/region_borders.hpp"

#include <algorithm>
#include <numeric>

namespace frenemy::image {

namespace {

/// Numbers pairs in the order they come: a flat hash table that grows, linear probing.
class PairNumbers {
  public:
    PairNumbers() : slots_(1 << 10, none) {}

    std::int32_t number(std::uint64_t pair) {
        if (pair == last_pair_) return last_number_;
        if (3 * (pairs_.size() + 1) > 2 * slots_.size()) grow();
        std::int32_t& slot = slots_[place(pair)];
        if (slot == none) {
            slot = static_cast<std::int32_t>(pairs_.size());
            pairs_.push_back(pair);
        }
        last_pair_ = pair;
        last_number_ = slot;
        return slot;
    }
    const std::vector<std::uint64_t>& pairs() const { return pairs_; }

  private:
    static constexpr std::int32_t none = -1;

    std::size_t place(std::uint64_t pair) const {
        std::uint64_t mixed = pair * 0x9e3779b97f4a7c15ULL;
        mixed ^= mixed >> 32;
        mixed *= 0xd6e8feb86659fd93ULL;
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = (mixed >> 32) & mask;
        while (slots_[slot] != none && pairs_[slots_[slot]] != pair) slot = (slot + 1) & mask;
        return slot;
    }
    void grow() {
        slots_.assign(4 * slots_.size(), none);
        for (std::size_t i = 0; i < pairs_.size(); ++i) slots_[place(pairs_[i])] = static_cast<std::int32_t>(i);
    }

    std::vector<std::int32_t> slots_;
    std::vector<std::uint64_t> pairs_;
    std::uint64_t last_pair_ = ~std::uint64_t{0};  // no pair of labels
    std::int32_t last_number_ = none;
};

}  // namespace

RegionBorders region_borders(Grid grid, std::span<const std::int32_t> labels, const Poll& poll) {
    RegionBorders found;
    PairNumbers numbers;
    const auto add = [&](Pixel pixel, Pixel neighbor) {
        if (labels[neighbor] < labels[pixel]) std::swap(pixel, neighbor);
        found.first.push_back(pixel);
        found.second.push_back(neighbor);
        const auto u = static_cast<std::uint64_t>(labels[pixel]), v = static_cast<std::uint64_t>(labels[neighbor]);
        found.border_of_crack.push_back(numbers.number(u << 32 | v));
    };
    Pulse pulse(poll);
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        const bool is_last_row = y + 1 == grid.height;
        for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
            if (x + 1 < grid.width && labels[pixel] != labels[pixel + 1]) add(pixel, pixel + 1);
            if (!is_last_row && labels[pixel] != labels[pixel + grid.width]) add(pixel, pixel + grid.width);
        }
        pulse.beat(grid.width);
    }
    const std::vector<std::uint64_t>& pairs = numbers.pairs();
    std::vector<std::int32_t> order(pairs.size()), rank(pairs.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::int32_t i) { return pairs[i]; });
    for (const std::int32_t i : order) {
        rank[i] = static_cast<std::int32_t>(found.u.size());
        found.u.push_back(static_cast<std::int32_t>(pairs[i] >> 32));
        found.v.push_back(static_cast<std::int32_t>(pairs[i] & 0xffffffffU));
    }
    for (std::int32_t& border : found.border_of_crack) border = rank[border];
    return found;
}

}  // namespace frenemy::image
