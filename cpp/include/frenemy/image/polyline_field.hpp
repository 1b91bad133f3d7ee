#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// For each pixel near a polyline: the distance, the side, and the nearest point.
struct PolylineField {
    std::vector<double> distance;   // infinite beyond `max_distance`
    std::vector<std::int8_t> side;  // 1: left of its direction (with y down), -1: right
    std::vector<double> foot;       // x, y of the nearest point; NaN beyond `max_distance`

    /// `points` are alternating x and y; consecutive points differ. The side is 0 where it is undefined: beyond the
    /// ends of an open polyline, at hairpin bends, within `max_distance` of a self-crossing, and everywhere if there
    /// are many.
    PolylineField(std::span<const double> points, bool is_closed, int height, int width, double max_distance,
                  const Poll& poll);
};

}  // namespace frenemy
