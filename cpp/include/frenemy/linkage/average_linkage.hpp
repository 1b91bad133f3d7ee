#pragma once

#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Joins of two clusters at a time, in order. Cluster i < n is the node i; join k makes the cluster n + k. Clusters that
/// are never joined are the tops of the trees.
struct Joins {
    std::vector<Node> a, b;
    std::vector<double> weight;  // the total weight between the two
};

/// Average linkage of similarities: joins the two clusters with the largest mean weight over all pairs between them,
/// where unlisted pairs weigh 0, until no two clusters share a listed pair. Weights must not be negative. A join never
/// raises a mean above the larger of the two it replaces, so outdated candidates are upper bounds (Lance and Williams,
/// "A general theory of classificatory sorting strategies" (1967); Bailoni et al., "GASP" (2022)). If the run expires,
/// the joins so far are returned.
Joins average_linkage(const Graph& graph, Run& run);

}  // namespace frenemy
