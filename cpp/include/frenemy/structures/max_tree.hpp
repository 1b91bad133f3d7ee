#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace frenemy {

/// Numbers that change often, with fast access to the largest: a tournament tree with 16 children per node. An update
/// that changes no maximum ends at once, so this is faster than a heap where updates outnumber removals.
class MaxTree {
  public:
    static constexpr double none = -std::numeric_limits<double>::infinity();

    void clear() {
        for (std::size_t l = 0; l < height_; ++l) levels_[l].clear();
        height_ = 1;
    }

    /// Appends a number and returns its place: 0, 1, 2, ...
    std::int32_t push(double value) {
        const std::size_t place = levels_[0].size();
        levels_[0].push_back(value);
        std::size_t at = place;
        for (std::size_t l = 1; l < height_; ++l) {
            at /= width;
            auto& level = levels_[l];
            if (at == level.size()) {
                level.push_back(value);
            } else if (level[at] < value) {
                level[at] = value;
            } else {
                return static_cast<std::int32_t>(place);
            }
        }
        if (levels_[height_ - 1].size() > 1) {
            levels_[height_].push_back(maximum(height_ - 1, 0));
            ++height_;
        }
        return static_cast<std::int32_t>(place);
    }

    /// Changes the number at a place; `none` removes it.
    void set(std::int32_t place, double value) {
        auto at = static_cast<std::size_t>(place);
        double before = levels_[0][at];
        levels_[0][at] = value;
        for (std::size_t l = 1; l < height_; ++l) {
            at /= width;
            double& largest = levels_[l][at];
            if (value <= largest) {
                if (before < largest) return;  // another number is and stays the maximum here
                value = maximum(l - 1, at);
                if (value == largest) return;
            }
            before = largest;
            largest = value;
        }
    }

    /// The largest number, or `none`.
    double top() const { return levels_[height_ - 1].empty() ? none : levels_[height_ - 1][0]; }

    /// The first place of the largest number. The tree must not be empty.
    std::int32_t top_place() const {
        std::size_t at = 0;
        for (std::size_t l = height_ - 1; l-- > 0;) {
            at *= width;
            while (levels_[l][at] != top()) ++at;
        }
        return static_cast<std::int32_t>(at);
    }

  private:
    static constexpr std::size_t width = 16;

    /// The maximum of the 16 children of an entry on the next level.
    double maximum(std::size_t level, std::size_t at) const {
        const auto first = levels_[level].begin() + static_cast<std::ptrdiff_t>(at * width);
        const auto end = levels_[level].end();
        return *std::max_element(first, end - first > static_cast<std::ptrdiff_t>(width) ? first + width : end);
    }

    std::array<std::vector<double>, 9> levels_;  // the numbers, the maxima of 16 of them, of 16 of those, ...
    std::size_t height_ = 1;
};

}  // namespace frenemy
