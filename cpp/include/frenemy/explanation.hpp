#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/apart.hpp"
#include "frenemy/graph.hpp"

namespace frenemy {

/// What a clustering is asked with: labels 0..n_clusters-1, and what must be kept.
struct Clustered {
    std::span<const Node> labels;
    Node n_clusters;
    /// Nodes of a cluster with the same number here move together only; empty if each moves alone.
    std::span<const Node> linked;
    Apart apart;
    Node n_tokens;
};

/// Pairs that a clustering treats against their sign, and what they weigh.
struct Violations {
    std::int64_t n_apart = 0, n_together = 0;
    double weight_apart = 0.0, weight_together = 0.0;
    std::int64_t n_unlisted = 0;  // how many of both are not listed
    double weight_unlisted = 0.0;
};

/// Where each node would go next, and what holds each cluster together.
struct Explanation {
    static constexpr Node nowhere = -1;

    // By node. The margin is what the energy rises by if the node, with those that it is linked to, goes to its best
    // other place; infinite if there is none. A runner-up `nowhere` is a cluster of its own; for a node that has one
    // already, it is any cluster that nothing is said about.
    std::vector<double> margin;
    std::vector<Node> runner_up;

    // The nodes by cluster, those that are linked side by side; those of cluster c begin at begin[c].
    std::vector<Node> members;
    std::vector<std::int64_t> begin;

    // By cluster. The nearest is the one that a merge with costs least, of those that share a listed pair with it and,
    // where unlisted pairs attract, of all.
    std::vector<double> inside_attraction, inside_repulsion, cut_attraction, cut_repulsion;
    std::vector<Node> weakest_node, nearest;
    std::vector<double> merge_cost;

    Violations violations;
};

/// One pass over the pairs. Unlisted pairs are never looked at one by one: they follow from sums of sizes.
Explanation explain(const Graph& graph, const Clustered& clustered, const Poll& poll);

}  // namespace frenemy
