#pragma once

#include <functional>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Makes single-node moves until none lowers the energy (1-opt); calls `on_move(node, from)` after each. Each pass is a
/// round of the run. After the first pass only nodes around moved ones are visited, or all nodes if `missing` is not 0,
/// since then every move affects all. Returns the number of moves.
std::int64_t make_one_optimal(Clustering& clustering, Run& run, const std::function<void(Node, Node)>& on_move);

}  // namespace frenemy
