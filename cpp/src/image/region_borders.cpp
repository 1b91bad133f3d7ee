#include "frenemy/image/region_borders.hpp"

#include <algorithm>
#include <numeric>

#include "frenemy/hashing/key_numbers.hpp"

namespace frenemy::image {

namespace {

/// Numbers pairs of labels in order of first appearance. Neighbouring cracks often have the same pair.
class PairNumbers {
  public:
    std::int32_t number(std::uint64_t pair) {
        if (pair != last_pair_) {
            last_pair_ = pair;
            last_number_ = numbers_.number(pair);
        }
        return last_number_;
    }
    const std::vector<std::uint64_t>& pairs() const { return numbers_.keys(); }

  private:
    KeyNumbers<std::uint64_t> numbers_;
    std::uint64_t last_pair_ = ~std::uint64_t{0};  // no pair of labels
    std::int32_t last_number_ = -1;
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
    Poller poller(poll);
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        const bool is_last_row = y + 1 == grid.height;
        for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
            if (x + 1 < grid.width && labels[pixel] != labels[pixel + 1]) add(pixel, pixel + 1);
            if (!is_last_row && labels[pixel] != labels[pixel + grid.width]) add(pixel, pixel + grid.width);
        }
        poller.step(grid.width);
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
