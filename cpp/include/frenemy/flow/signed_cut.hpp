#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// A bipartition of all nodes, the total weight of the pairs between its sides (unlisted pairs included), and a lower
/// bound on the weight of any bipartition. Infinite cost and no sides for fewer than two nodes.
struct SignedCut {
    std::vector<std::uint8_t> side;
    double cost;
    double lower_bound;
};

/// A cheap bipartition with u and v on different sides, found and bounded by roof duality (see SignedFlow). Exact (a
/// minimum cut) if no pair repels.
SignedCut cheapest_separation(const Graph& graph, Node u, Node v, Run& run);

/// A cheap bipartition of all nodes. Exact (a minimum cut) if all pairs attract; otherwise the problem is NP-hard.
/// Small graphs: exhaustive search. Medium graphs: in a fixed order of the nodes, one cut by roof duality for each node
/// that may be the first on the other side. Large graphs: cuts grown from weakly attached nodes. Effort is limited in
/// steps, not seconds, so that the answer is reproducible; the run is only used to end early.
SignedCut cheapest_split(const Graph& graph, Run& run);

}  // namespace frenemy
