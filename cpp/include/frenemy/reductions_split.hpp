#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/reductions_rules.hpp"

namespace frenemy {

/// Parts that can be clustered one by one.
///
/// `components`: no best clustering needs a cluster that spans two components of the graph of the pairs that attract.
///   Proof: split every cluster by these components. Only pairs that do not attract are cut by that, so the energy does
///   not rise. It takes `missing <= 0`, as an unlisted pair must not attract. Pairs between components are then cut
///   whatever happens: a constant. A node that attracts nobody is alone and leaves the problem. With `missing` 0, a part
///   without a pair that repels is one cluster of energy 0, and leaves the problem as well.
/// `blocks` (`missing` 0 only): best clusterings of the biconnected components of the graph of all listed pairs, glued
///   at the cut nodes, make a best clustering of the whole. Proof: every pair lies in one block, so no clustering of the
///   whole has a lower energy than the best ones of the blocks together. Clusters of blocks that share a cut node become
///   one cluster. Blocks and cut nodes form a tree, so no two clusters of the same block become one by that, and every
///   block is clustered as before. This covers bridges and trees. The blocks are those of one component (as above) each.
///
/// All parts lie side by side in one graph, in which a cut node has a copy in every block it belongs to.
struct Split {
    Node n_nodes;                                 // before
    std::vector<Node> origin;                     // what each node of the kernel is a copy of
    std::vector<Node> part_first;                 // the parts are rows of nodes: their starts, and the end
    std::vector<std::pair<Node, Node>> together;  // pairs (before) of parts that are one cluster
    bool do_parts_repel = false;                  // `missing` < 0: a cluster that spans parts is lifted to a better one

    Labels lift(std::span<const Node> labels, bool& is_exact) const;
    Labels project(std::span<const Node> labels) const;
};

/// What a step leads to: the way back, the smaller problem, and the energy that went with what was taken away.
template <class Way>
struct Smaller {
    Way way;
    Graph graph;
    double offset;
};

/// Nothing if there is nothing to split.
std::optional<Smaller<Split>> split(const Graph& graph, const Rules& rules, RuleCounts& counts, const Poll& poll);

}  // namespace frenemy
