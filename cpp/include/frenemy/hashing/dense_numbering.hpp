#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Distinct nodes in order of first appearance, and the number of each given node among them.
struct DenseNumbering {
    std::vector<Node> nodes;
    std::vector<Node> numbers;
};

/// Numbers the given nodes 0..k-1. Takes memory for these only, however large their ids are.
DenseNumbering dense_numbering(std::span<const Node> given);

}  // namespace frenemy
