#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// The cheapest split into two non-empty sides by exhaustive search; the first one on ties. Only listed pairs count.
/// For at least 2 nodes; every further node doubles the time.
std::vector<std::uint8_t> best_of_all_splits(const Graph& graph);

}  // namespace frenemy
