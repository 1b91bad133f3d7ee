#pragma once

#include <cstddef>
#include <cstdint>

#include "frenemy/core/graph.hpp"

namespace frenemy::image {

/// A pixel is its index in raster order; -1 is none.
using Pixel = std::int32_t;

/// The size of a picture: 1 to 2^31 - 1 pixels. Arrays over it are in raster order.
struct Grid {
    Pixel height;
    Pixel width;

    std::size_t n_pixels() const { return static_cast<std::size_t>(height) * static_cast<std::size_t>(width); }
    Pixel end() const { return height * width; }
};

/// Polls about every million steps: often enough for Ctrl-C, rarely enough to cost nothing.
class Poller {
  public:
    explicit Poller(const Poll& poll) : poll_(poll) {}

    void step(std::int64_t steps) {
        left_ -= steps;
        if (left_ > 0) return;
        left_ = steps_between_polls;
        poll_();
    }

  private:
    static constexpr std::int64_t steps_between_polls = 1 << 20;

    const Poll& poll_;
    std::int64_t left_ = steps_between_polls;
};

}  // namespace frenemy::image
