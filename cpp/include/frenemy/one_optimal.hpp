#pragma once

#include <functional>

#include "frenemy/clustering.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Moves single nodes, each told to `on_move(node, from)`, until none wants to move. Each pass is a round of the run;
/// after the first it looks only at the nodes around those that moved, or at all if unlisted pairs weigh something, as
/// then every move is felt everywhere. Returns how many moved.
std::int64_t make_one_optimal(Clustering& clustering, Run& run, const std::function<void(Node, Node)>& on_move);

}  // namespace frenemy
