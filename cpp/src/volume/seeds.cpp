#include "frenemy/volume/seeds.hpp"

#include <algorithm>

namespace frenemy::volume {

namespace {

/// Calls `visit` with the index of each neighbour of a voxel until it returns false; returns whether it never did.
template <class Visit>
bool for_neighbors(const Triple& place, const Triple& shape, const Visit& visit) {
    const Triple low = {std::max<std::int64_t>(place[0] - 1, 0), std::max<std::int64_t>(place[1] - 1, 0),
                        std::max<std::int64_t>(place[2] - 1, 0)};
    const Triple high = {std::min(place[0] + 1, shape[0] - 1), std::min(place[1] + 1, shape[1] - 1),
                         std::min(place[2] + 1, shape[2] - 1)};
    for (std::int64_t z = low[0]; z <= high[0]; ++z) {
        for (std::int64_t y = low[1]; y <= high[1]; ++y) {
            for (std::int64_t x = low[2]; x <= high[2]; ++x) {
                if (!visit(index_of({z, y, x}, shape))) return false;
            }
        }
    }
    return true;
}

Triple place_of(std::int64_t index, const Triple& shape) {
    const std::int64_t row = index / shape[2];
    return {row / shape[1], row % shape[1], index % shape[2]};
}

constexpr std::int32_t unnumbered = -1;

/// Marks the voxels that none of their neighbours exceeds.
std::vector<std::int32_t> candidates(const Triple& shape, std::span<const float> field, std::span<const char> is_inside,
                                     const Poll& poll) {
    std::vector<std::int32_t> marks(field.size());
    std::int64_t index = 0;
    for (std::int64_t z = 0; z < shape[0]; ++z) {
        poll();
        for (std::int64_t y = 0; y < shape[1]; ++y) {
            for (std::int64_t x = 0; x < shape[2]; ++x, ++index) {
                if (is_inside[index] == 0) continue;
                const float here = field[index];
                if ((x > 0 && field[index - 1] > here) || (x + 1 < shape[2] && field[index + 1] > here)) continue;
                const auto is_not_above = [&](std::int64_t other) { return field[other] <= here; };
                if (for_neighbors({z, y, x}, shape, is_not_above)) marks[index] = unnumbered;
            }
        }
    }
    return marks;
}

}  // namespace

std::vector<std::int32_t> maxima(const Triple& shape, std::span<const float> field, std::span<const char> is_inside,
                                 const Poll& poll) {
    std::vector<std::int32_t> numbers = candidates(shape, field, is_inside, poll);
    std::vector<std::int64_t> open;
    std::int32_t n = 0;
    for (std::int64_t index = 0; index < static_cast<std::int64_t>(numbers.size()); ++index) {
        if (numbers[index] != unnumbered) continue;
        numbers[index] = ++n;
        open.assign(1, index);
        for (std::int64_t steps = 0; !open.empty(); ++steps) {
            if (steps % (1 << 18) == 0) poll();
            const Triple place = place_of(open.back(), shape);
            open.pop_back();
            for_neighbors(place, shape, [&](std::int64_t other) {
                if (numbers[other] == unnumbered) {
                    numbers[other] = n;
                    open.push_back(other);
                }
                return true;
            });
        }
    }
    return numbers;
}

}  // namespace frenemy::volume
