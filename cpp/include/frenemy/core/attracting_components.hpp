#pragma once

#include <span>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Splits every cluster into its connected components over attracting pairs, labelled by first appearance. This never
/// raises the energy, since no pair between two components attracts. If unlisted pairs attract, clusters stay whole.
Labels attracting_components(const Graph& graph, std::span<const Node> labels);

/// Splits only the clusters for which `is_split` is not 0.
Labels attracting_components(const Graph& graph, std::span<const Node> labels, std::span<const char> is_split);

}  // namespace frenemy
