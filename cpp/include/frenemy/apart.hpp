#pragma once

#include <span>

#include "frenemy/graph.hpp"

namespace frenemy {

/// What may not share a cluster: the two nodes of a pair, and any two nodes that carry the same token. `nodes[k]` carries
/// `tokens[k]`, and no such entry is named twice.
struct Apart {
    std::span<const Node> u, v;
    std::span<const Node> nodes, tokens;
};

/// Whether no cluster holds anything forbidden. Labels are any numbers in 0..n-1.
bool is_kept_apart(std::span<const Node> labels, const Apart& apart);

/// Labels that hold nothing forbidden, 0..k-1 by first appearance. Clusters that hold nothing forbidden stay together;
/// the nodes of the others are joined anew, strongest pair first, wherever that is allowed, and then moved one by one
/// while the energy falls.
Labels keep_apart(const Graph& graph, Labels labels, const Apart& apart);

}  // namespace frenemy
