#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Cheapest paths from the ends of lines to other lines.
struct LiveWires {
    std::vector<std::int32_t> end;      ///< the end that each wire starts from; wires of an end are sorted by cost
    std::vector<std::int32_t> line;     ///< the line that it reaches
    std::vector<float> cost;            ///< of the whole path
    std::vector<std::int64_t> offsets;  ///< of each wire in `pixels`, and the end of the last
    std::vector<Pixel> pixels;          ///< from the end to the first pixel of the line reached
};

/// Live wires (Mortensen & Barrett, "Interactive segmentation with intelligent scissors", 1998): the cheapest
/// 8-connected paths from the end of each line to the nearest other lines, at most `n_wires` per end. A wire never
/// crosses a pixel of its own line and ends at the first pixel of another; it may pass between two pixels of a line
/// that touch only at corners. A step costs the mean of both pixels times its length. The search from an end stops at
/// `max_ratio` times the cost of its first wire, or at `max_ratio` if that costs less than 1.
///
/// `line_of_pixel` is 0 where there is no line; `ends` are pixels, `own` their lines.
LiveWires live_wires(Grid grid, std::span<const float> cost, std::span<const std::int32_t> line_of_pixel,
                     std::span<const Pixel> ends, std::span<const std::int32_t> own, std::int32_t n_wires,
                     float max_ratio, const Poll& poll);

}  // namespace frenemy::image
