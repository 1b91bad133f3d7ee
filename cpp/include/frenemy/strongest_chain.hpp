#pragma once

#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// The nodes from u to v along listed pairs that attract, such that the weakest of these pairs is as strong as it can be
/// (the widest path: Pollack, "The maximum capacity through a network" (1960)); of all such chains one with the fewest
/// pairs. Empty if there is none.
std::vector<Node> strongest_chain(const Graph& graph, Node u, Node v, const Poll& poll);

}  // namespace frenemy
