#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace frenemy {

/// Numbers that change often, and the largest of them: a tree of maxima of 16 each. A change that touches no maximum
/// ends at once, so this is cheaper than a heap where many numbers change for each one that is taken out.
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

    /// Changes the number at a place; `none` takes it out.
    void set(std::int32_t place, double value) {
        auto at = static_cast<std::size_t>(place);
        double before = levels_[0][at];
        levels_[0][at] = value;
        for (std::size_t l = 1; l < height_; ++l) {
            at /= width;
            double& largest = levels_[l][at];
            if (value <= largest) {
                if (before < largest) return;  // another one is the largest here, and stays it
                value = maximum(l - 1, at);
                if (value == largest) return;
            }
            before = largest;
            largest = value;
        }
    }

    /// The largest number, or `none`.
    double top() const { return levels_[height_ - 1].empty() ? none : levels_[height_ - 1][0]; }

    /// The first place that holds it. There must be one.
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

    /// Of the numbers on a level that one on the next stands for.
    double maximum(std::size_t level, std::size_t at) const {
        const auto first = levels_[level].begin() + static_cast<std::ptrdiff_t>(at * width);
        const auto end = levels_[level].end();
        return *std::max_element(first, end - first > static_cast<std::ptrdiff_t>(width) ? first + width : end);
    }

    std::array<std::vector<double>, 9> levels_;  // the numbers, the maxima of 16 of them, of 16 of those, ...
    std::size_t height_ = 1;
};

}  // namespace frenemy
