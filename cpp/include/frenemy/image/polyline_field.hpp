#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// Of each pixel of a picture that is near a polyline: how near, on which side of it, and the nearest point.
struct PolylineField {
    std::vector<double> distance;   // infinite beyond `most`
    std::vector<std::int8_t> side;  // 1 to the left of where it goes (with y down), -1 to the right
    std::vector<double> foot;       // x, y of the nearest point; NaN beyond `most`

    /// `points` are x, y one after the other; no two consecutive ones are the same. Side 0: beyond the ends of an open
    /// polyline, at hairpin bends, within `most` of where it crosses itself, and everywhere if it does so
    /// again and again, since these have no sides.
    PolylineField(std::span<const double> points, bool is_closed, int height, int width, double most, const Poll& poll);
};

}  // namespace frenemy
