#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/constraints/apart.hpp"
#include "frenemy/core/graph.hpp"

namespace frenemy {

/// A clustering to explain (labels 0..n_clusters-1) and its constraints.
struct ClusteringInput {
    std::span<const Node> labels;
    Node n_clusters;
    /// Must-link: nodes of a cluster with the same number here move together; empty if each node moves alone.
    std::span<const Node> linked;
    Apart apart;
    Node n_tokens;
    /// The base graph of a lifted problem, which has no constraints, or null: then nodes only join clusters that they
    /// touch, and articulation points stay.
    const Graph* base = nullptr;
};

/// Pairs that a clustering violates (attracting but apart, repelling but together) and their total weights.
struct Violations {
    std::int64_t n_apart = 0, n_together = 0;
    double weight_apart = 0.0, weight_together = 0.0;
    std::int64_t n_unlisted = 0;  // number of unlisted pairs among both
    double weight_unlisted = 0.0;
};

/// The best alternative of each node, and the cohesion of each cluster.
struct Explanation {
    static constexpr Node nowhere = -1;

    // By node. The margin is the rise in energy if the node and its linked nodes move to their best alternative;
    // infinite if there is none. A runner-up of `nowhere` is a new cluster; for a node that is alone, it is any cluster
    // without a listed pair to it.
    std::vector<double> margin;
    std::vector<Node> runner_up;

    // The nodes by cluster, linked nodes next to each other; cluster c begins at begin[c].
    std::vector<Node> members;
    std::vector<std::int64_t> begin;

    // By cluster. The nearest is the cluster with the cheapest merge, among those that share a listed pair with it, or
    // among all if unlisted pairs attract.
    std::vector<double> inside_attraction, inside_repulsion, cut_attraction, cut_repulsion;
    std::vector<Node> weakest_node, nearest;
    std::vector<double> merge_cost;

    Violations violations;
};

/// One pass over the listed pairs. Unlisted pairs are handled through sums of sizes.
Explanation explain(const Graph& graph, const ClusteringInput& input, const Poll& poll);

}  // namespace frenemy
