#pragma once

#include <span>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// A clustering that is finer than another one. Labels are 0..n_clusters-1.
struct RefinedPartition {
    Labels labels;
    Node n_clusters;
};

/// Leiden refinement: splits every cluster into cohesive subclusters. Starting from singletons and in random order,
/// each node that is still alone joins the subcluster of its own cluster that attracts it most, if any does. Traag,
/// Waltman & van Eck, "From Louvain to Leiden" (2019), with the best subcluster instead of a random one. Stops joining
/// if the run expires.
RefinedPartition refine(const Graph& graph, std::span<const Node> labels, Rng& rng, Run& run);

/// The common refinement of two clusterings: nodes stay together if they are together in both. Labels are 0..n-1.
RefinedPartition overlay(std::span<const Node> a, std::span<const Node> b);

}  // namespace frenemy
