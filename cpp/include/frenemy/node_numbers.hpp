#pragma once

#include <span>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// Nodes, each once, in the order in which they are first seen, and the number of each that was given.
struct NodeNumbers {
    std::vector<Node> nodes;
    std::vector<Node> numbers;
};

/// Few of very many nodes get numbers of their own, in memory for these few only.
NodeNumbers node_numbers(std::span<const Node> given);

}  // namespace frenemy
