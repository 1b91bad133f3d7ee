#pragma once

#include <cmath>

#include "frenemy/graph.hpp"

namespace frenemy {

/// Whether a fall of the energy is no more than rounding can make up. A solver that goes on for gains like that may walk
/// in circles.
inline bool is_noise(const Graph& graph, double before, double after) {
    if (before - after > 1e-9 * std::abs(after)) return false;  // spares a pass over the weights
    double magnitude = 0.0;
    for (const double w : graph.weights()) magnitude += std::abs(w);
    return before - after <= 1e-15 * magnitude;
}

}  // namespace frenemy
