#pragma once

#include <cmath>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Whether a drop in energy is within rounding error. A solver that accepts such gains may cycle.
inline bool is_rounding_noise(const Graph& graph, double before, double after) {
    if (before - after > 1e-9 * std::abs(after)) return false;  // avoids a pass over the weights
    double magnitude = 0.0;
    for (const double w : graph.weights()) magnitude += std::abs(w);
    return before - after <= 1e-15 * magnitude;
}

}  // namespace frenemy
