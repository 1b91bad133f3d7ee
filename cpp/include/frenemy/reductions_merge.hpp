#pragma once

#include <optional>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/reductions_rules.hpp"
#include "frenemy/reductions_split.hpp"

namespace frenemy {

/// Nodes that belong together become one.
///
/// W_ij is what a pair weighs in all. Each rule leaves at least one best clustering of the problem at hand, so that all
/// of them in a row do.
///
/// **Nodes u, v with W_uv > 0 become one**, if every clustering with u in a cluster A and v in another one, B, can be
/// changed into one that is no worse and has them together. Three changes are tried: (1) u moves to B, (2) v moves to A,
/// (3) both leave and make a cluster of their own. All gain W_uv. Beyond that, a third node y with p = W_uy, q = W_vy
/// adds to the change
///
///     change   y in A   y in B   elsewhere
///     (1)         p       -p         0
///     (2)        -q        q         0
///     (3)         p        q         0
///
/// and so does any mixture: one of several changes is at most their mean. If for some mixture the sum over y of the
/// largest entry of its row, S = sum max(0, entry A, entry B), is at most W_uv, then no change to be made is positive.
///   `edge`: (1) alone, S = sum |p|, or (2) alone: u (or v) is tied to the other more than to all else together. The
///     edge criterion of Lange, Karrenbauer & Andres, "Partial optimality and fast lower bounds for weighted correlation
///     clustering" (2018), with the cut around one node.
///   `pair`: (3) alone, S = sum max(0, p, q). Böcker, Briesemeister & Klau, "Exact algorithms for cluster editing"
///     (2011), have the sum of all p > 0 and q > 0 instead, which is larger where u and v have friends in common.
///   `twins`: (1) and (2) by halves, S = sum |p - q| / 2: u and v have much the same neighbours. With equal ones S = 0:
///     the critical cliques of cluster editing.
///   `triangle`: for one node x, which is in A, in B or elsewhere, each of the three cases may have a mixture of its own,
///     in which x counts by its entry for that case instead of by its largest. In place of a mixture, {u, v, x} may also
///     leave and make a cluster: then u and v gain W_uv, x elsewhere gains W_ux + W_vx, x in A gains W_vx, x in B gains
///     W_ux, and all others cost at most sum_y max(0, p, q) and the attraction between x and them. Cases with the first
///     two changes are the triangle criterion of Lange, Andres & Swoboda, "Combinatorial persistency criteria for
///     multicut and max-cut" (2019), with cuts around one node.
/// With `missing` the sums go over all other nodes: p and q of unlisted ones are proportional to their size, and so is
/// the largest entry, so that these need one product only.
///
/// **`clamp`** (`missing` 0): if u repels v by more than P, the sum of all that attracts u, the weight is raised to -P.
///   Before and after there is a best clustering with u, v apart: where they are together, taking u out of its cluster
///   cuts W_uv and at most P. All clusterings with u, v apart fall by the same |W_uv| - P. The way back takes u out where
///   the kernel's labels have them together, which does not raise the energy with -P, and lowers it with W_uv. By itself
///   this makes nothing smaller, but sums of |weights| shrink, and with P = 0 the pair is gone.
struct Merge {
    enum class Kind : unsigned char { merged, clamped };
    struct Step {
        Kind kind;
        Node node, s;  // went into s, or was clamped against s
    };
    std::vector<Step> steps;  // in the order taken
    std::vector<Node> place;  // the number in the kernel of what is left, or -1
    Node n_kernel;

    Labels lift(std::span<const Node> labels, bool& is_exact) const;
    Labels project(std::span<const Node> labels) const;
};

/// Nothing if no rule fires. A queue holds the nodes that have changed; one is looked at again for all changes since.
std::optional<Smaller<Merge>> merge(const Graph& graph, const Rules& rules, RuleCounts& counts, const Poll& poll);

}  // namespace frenemy
