#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Two sides, neither empty, and the weight of the listed pairs between them. Empty if there are less than two nodes.
struct MinimumCut {
    std::vector<std::uint8_t> side;
    double weight;
};

/// The least weight of listed pairs that has to be cut to take a graph apart; pairs that repel, and `missing`, do not
/// count. Stoer & Wagner, "A simple min-cut algorithm" (J. ACM 1997), whose phases merge not only the last two nodes but
/// all that a phase proves to hang together by at least the best cut so far: Nagamochi, Ono & Ibaraki, "Implementing an
/// efficient minimum capacity cut algorithm" (1994). If the run expires, the best so far.
MinimumCut minimum_cut(const Graph& graph, Run& run);

}  // namespace frenemy
