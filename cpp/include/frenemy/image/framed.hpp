#pragma once

#include <array>
#include <cstddef>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// A picture padded with a frame, so that every pixel has all its neighbours: a row above, a row below, and one column
/// between the end of a row and the start of the next. Places are indices into arrays of `size()`.
class Framed {
  public:
    using Place = std::int32_t;

    explicit Framed(Grid grid) : grid_(grid), stride_(grid.width + 1) {}

    std::size_t size() const { return (static_cast<std::size_t>(grid_.height) + 2) * stride_ + 1; }
    /// The first place of a row.
    Place row(Pixel y) const { return (y + 1) * stride_ + 1; }
    Place at(Pixel pixel) const { return row(pixel / grid_.width) + pixel % grid_.width; }

    std::array<Place, 4> four_neighbors() const { return {-stride_, -1, 1, stride_}; }
    /// Opposite neighbours are consecutive; the first four are horizontal or vertical, the others diagonal.
    std::array<Place, 8> eight_neighbors() const {
        return {-stride_, stride_, -1, 1, -stride_ - 1, stride_ + 1, -stride_ + 1, stride_ - 1};
    }

  private:
    Grid grid_;
    Place stride_;
};

}  // namespace frenemy::image
