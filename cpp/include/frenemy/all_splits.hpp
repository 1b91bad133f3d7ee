#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// The side of each node in the cheapest split into two sides that are not empty, by trying all of them; the first of equal
/// ones. Only listed pairs count. For 2 nodes or more, and few: each one more takes twice the time.
std::vector<std::uint8_t> best_of_all_splits(const Graph& graph);

}  // namespace frenemy
