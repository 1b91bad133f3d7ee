#pragma once

#include <stdexcept>
#include <string>

#include "frenemy/core/graph.hpp"
#include "numpy.hpp"

namespace frenemy::bindings {

/// A copy of labels, checked after it was made: n numbers in 0..n-1.
inline Labels checked_labels(const ArrayIn<Node>& labels, std::size_t n) {
    Labels copy = as_vector(labels);
    if (copy.size() != n) {
        throw std::invalid_argument("labels must be one per node, got " + std::to_string(copy.size()) + " for " +
                                    std::to_string(n) + " nodes");
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (copy[i] < 0 || static_cast<std::size_t>(copy[i]) >= n) {
            throw std::invalid_argument("labels must be in 0.." + std::to_string(n - 1) + ", got " +
                                        std::to_string(copy[i]) + " at node " + std::to_string(i));
        }
    }
    return copy;
}

}  // namespace frenemy::bindings
