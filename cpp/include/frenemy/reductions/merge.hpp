#pragma once

#include <optional>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/reductions/rules.hpp"
#include "frenemy/reductions/split.hpp"

namespace frenemy {

/// Reduction rules that merge nodes (partial optimality).
///
/// W_ij is the total weight of a pair. Each rule preserves at least one optimal clustering of the current problem; so
/// does any sequence of rules.
///
/// **Nodes u, v with W_uv > 0 become one**, if every clustering with u in a cluster A and v in another one, B, can be
/// changed into one that is no worse and has them together. Three changes are considered: (1) u moves to B, (2) v moves
/// to A, (3) both leave and form a new cluster. All gain W_uv. Beyond that, a third node y with p = W_uy, q = W_vy adds
/// to the change
///
///     change   y in A   y in B   elsewhere
///     (1)         p       -p         0
///     (2)        -q        q         0
///     (3)         p        q         0
///
/// and likewise for mixtures, as the best of several changes is at most any mean of them. If for some mixture the sum
/// over y of the largest entry of its row, S = sum max(0, entry A, entry B), is at most W_uv, one of the changes in it
/// does not raise the energy, whatever clusters the third nodes are in.
///   `edge`: (1) alone, S = sum |p|, or (2) alone: the pair outweighs all other pairs of u (or v) together. The
///     edge criterion of Lange, Karrenbauer & Andres, "Partial optimality and fast lower bounds for weighted
///     correlation clustering" (2018), with the cut around one node; the heavy-edge rule for one end of Böcker,
///     Briesemeister & Klau, "Exact algorithms for cluster editing: evaluation and experiments" (2011).
///   `pair`: (3) alone, S = sum max(0, p, q). Their rule for both ends has the sum of all p > 0 and q > 0 instead,
///     which is larger where u and v have common attracting neighbours.
///   `twins`: (1) and (2) by halves, S = sum |p - q| / 2: u and v have much the same neighbours. With the same ones
///     S = 0: the critical cliques of cluster editing.
///   `triangle`: a common neighbour x is in A, in B or elsewhere, and each case may use its own mixture, with the
///     entry of x for that case instead of its largest entry. Instead of a mixture, {u, v, x} may leave and form a
///     cluster: that gains W_uv, and W_ux + W_vx with x elsewhere, W_vx with x in A, W_ux with x in B; it costs at most
///     S of `pair` without x, and the attraction between x and all but u and v. After the triangle criterion of Lange,
///     Andres & Swoboda, "Combinatorial persistency criteria for multicut and max-cut" (2019), with cuts around single
///     nodes.
/// With `missing` the sums go over all other nodes: p and q of unlisted ones are proportional to their size, and so is
/// the largest entry, so that they need a single product.
///
/// **`clamp`** (`missing` 0): if u repels v by more than P, the sum of all that attracts u, their weight is
///   raised to -P. Before and after there is an optimal clustering with u and v apart: where they are together, taking
///   u out of its cluster cuts W_uv and costs at most P. All clusterings with u and v apart rise by the same |W_uv| -
///   P. Lifting takes u out of its cluster where the kernel's labels join u and v: that does not raise the energy if
///   they weigh -P. By itself this rule removes nothing, but sums of absolute weights shrink, and with P = 0 the pair
///   disappears. Together with `edge` it removes all nodes with two neighbours.
struct Merge {
    enum class Kind : unsigned char { merged, clamped };
    struct Step {
        Kind kind;
        Node node, s;  // merged into s, or clamped against s
    };
    std::vector<Step> steps;  // in order of application
    std::vector<Node> place;  // the number of each remaining node in the kernel, or -1
    Node n_kernel;

    Labels lift(std::span<const Node> labels, bool& is_exact) const;
    Labels project(std::span<const Node> labels) const;
};

/// Empty if no rule applies. A queue holds changed nodes, which are checked again.
std::optional<Reduced<Merge>> merge(const Graph& graph, const Rules& rules, RuleCounts& counts, const Poll& poll);

}  // namespace frenemy
