#pragma once

#include <span>

#include "frenemy/graph.hpp"

namespace frenemy {

/// Splits every cluster into the parts that attracting pairs connect; by first appearance. No pair between two parts
/// attracts as long as unlisted pairs do not, so the energy never rises. If they do, the clusters stay whole.
Labels attracted_parts(const Graph& graph, std::span<const Node> labels);

/// The same for some clusters only: those for which `is_split` is not 0. The others stay whole.
Labels attracted_parts(const Graph& graph, std::span<const Node> labels, std::span<const char> is_split);

}  // namespace frenemy
