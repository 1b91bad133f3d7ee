#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Ways from the ends of lines to other lines.
struct LiveWires {
    std::vector<std::int32_t> end;      ///< which end each wire starts from; those of an end by rising cost
    std::vector<std::int32_t> line;     ///< the line that it reaches
    std::vector<float> cost;            ///< of the whole way
    std::vector<std::int64_t> offsets;  ///< where the pixels of each wire begin, and where the last ends
    std::vector<Pixel> pixels;          ///< from the end to the first pixel of the line reached
};

/// The cheapest ways over eight neighbours from the end of each line to the nearest other lines, at most `n_wires` each
/// (live wires: Mortensen & Barrett, Interactive segmentation with intelligent scissors, 1998). A wire never goes over a
/// pixel of its own line, and ends at the first of another; between two pixels of a line that touch by corners only it
/// slips through. A step costs the mean of both pixels times its length. The search of an end is over when the cost
/// passes `most` times that of its first wire, or `most` if that one costs less than 1.
///
/// `line_of_pixel` is 0 where there is no line; `ends` are pixels, `own` their lines.
LiveWires live_wires(Grid grid, std::span<const float> cost, std::span<const std::int32_t> line_of_pixel,
                     std::span<const Pixel> ends, std::span<const std::int32_t> own, std::int32_t n_wires, float most,
                     const Poll& poll);

}  // namespace frenemy::image
