#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/reductions/rules.hpp"

namespace frenemy {

/// Reduction rules that split a problem into independent parts.
///
/// `components`: some optimal clustering has no cluster that spans two connected components over attracting pairs.
///   Proof: split every cluster by these components. This cuts no attracting pair, so the energy does not rise. Needs
///   `missing <= 0`, since unlisted pairs must not attract. Pairs between components are always cut: a constant. A node
///   without attracting pairs is a singleton and leaves the problem. With `missing` 0, a component without repelling
///   pairs is one cluster of energy 0 and leaves the problem as well.
/// `blocks` (`missing` 0 only): optimal clusterings of the blocks (biconnected components over all listed pairs),
///   glued at the cut nodes, form an optimal clustering. Proof: every pair lies in one block, so the optimal energies
///   of the blocks sum to a lower bound. Gluing merges clusters of different blocks that share a cut node. Blocks and
///   cut nodes form a tree, so it never merges two clusters of the same block, and the bound is attained. This covers
///   bridges and trees. Blocks are computed within each component of the first rule.
///
/// All parts are stored side by side in one graph, in which a cut node has a copy in each of its blocks.
struct Split {
    Node n_nodes;                                 // before
    std::vector<Node> origin;                     // the original of each node of the kernel
    std::vector<Node> part_first;                 // parts are consecutive nodes: their starts, and the end
    std::vector<std::pair<Node, Node>> together;  // pairs of original nodes in parts that are one cluster
    bool do_parts_repel = false;                  // `missing` < 0: lifting a cluster that spans parts lowers the energy

    Labels lift(std::span<const Node> labels, bool& is_exact) const;
    Labels project(std::span<const Node> labels) const;
};

/// The result of a reduction step: the map back, the smaller problem, and the energy of the removed pairs.
template <class Step>
struct Reduced {
    Step step;
    Graph graph;
    double offset;
};

/// Empty if there is nothing to split.
std::optional<Reduced<Split>> split(const Graph& graph, const Rules& rules, RuleCounts& counts, const Poll& poll);

}  // namespace frenemy
