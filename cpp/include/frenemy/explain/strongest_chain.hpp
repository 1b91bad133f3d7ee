#pragma once

#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// The widest path from u to v over attracting listed pairs: its weakest pair is as strong as possible (Pollack, "The
/// maximum capacity through a network", 1960). Among such paths one with the fewest pairs. Empty if there is none.
std::vector<Node> strongest_chain(const Graph& graph, Node u, Node v, const Poll& poll);

}  // namespace frenemy
