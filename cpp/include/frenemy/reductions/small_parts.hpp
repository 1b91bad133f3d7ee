#pragma once

#include <optional>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/reductions/rules.hpp"
#include "frenemy/reductions/split.hpp"

namespace frenemy {

/// Reduction rule `small`: components over attracting pairs with at most 12 nodes are solved exactly and leave the
/// problem, with their energy and that of all their pairs to the rest, which are cut. Needs `missing <= 0`.
struct SmallParts {
    Node n_nodes;              // before
    std::vector<Node> origin;  // the original of each node of the kernel
    Labels solved;             // of each node before: its cluster, or -1 if it is in the kernel

    Labels lift(std::span<const Node> labels, bool& is_exact) const;
    Labels project(std::span<const Node> labels) const;
};

constexpr Node max_small_part = 12;

/// Empty if there is no small part.
std::optional<Reduced<SmallParts>> solve_small_parts(const Graph& graph, const Rules& rules, RuleCounts& counts,
                                                     const Poll& poll);

/// Whether the component of a node over attracting pairs is so small. Ignores unlisted pairs.
bool is_in_small_part(const Graph& graph, Node i);

}  // namespace frenemy
