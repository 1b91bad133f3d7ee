#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Two sides of all nodes of a graph, what the pairs between them weigh, unlisted ones included, and what no such cut
/// costs less than. An infinite cost and no side if the nodes are less than two.
struct SignedCut {
    std::vector<std::uint8_t> side;
    double cost;
    double lower_bound;
};

/// The cheapest way found to put u and v on different sides. Roof duality bounds it and improves on it (see
/// SignedFlow); without pairs that repel that is the minimum cut, and so exact.
SignedCut cheapest_separation(const Graph& graph, Node u, Node v, Run& run);

/// The cheapest way found to split all nodes in two. If all pairs attract, the minimum cut, exact. Otherwise the problem
/// is NP-hard: of few nodes all splits are tried; of more, one minimum cut by roof duality for each node that may be the
/// first, in an order of joining, to leave the side of the one before; of many, cuts grown from the nodes that hold least.
/// The run only serves to end early; all other effort is counted in steps, so that the answer is always the same.
SignedCut cheapest_split(const Graph& graph, Run& run);

}  // namespace frenemy
