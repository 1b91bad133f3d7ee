#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Two non-empty sides and the weight of the listed pairs between them. Empty for fewer than two nodes.
struct MinimumCut {
    std::vector<std::uint8_t> side;
    double weight;
};

/// Global minimum cut over attracting listed pairs; repelling pairs and `missing` are ignored. Stoer & Wagner, "A
/// simple min-cut algorithm" (J. ACM 1997). A phase merges not only the last two nodes but all pairs that it proves to
/// be connected by at least the best cut so far: Nagamochi, Ono & Ibaraki, "Implementing an efficient minimum capacity
/// cut algorithm" (1994). If the run expires, the best cut so far.
MinimumCut minimum_cut(const Graph& graph, Run& run);

}  // namespace frenemy
