// Expand-and-Explore: expansion moves by QPBO-I (Bagon & Galun, Algorithm 1).

#include <numeric>

#include "frenemy/moves/binary_move.hpp"
#include "frenemy/moves/single_moves.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

Labels expand_explore(const Graph& problem, Labels start, Run& run, std::int64_t max_stored_pairs) {
    const std::optional<Graph> stored = with_pairs_stored(problem, "ExpandExplore", max_stored_pairs);
    const Graph& graph = stored ? *stored : problem;
    Clustering clustering(graph, std::move(start));
    BinaryMove step(clustering);
    SingleMoves single_moves(clustering);
    const Node n = graph.n_nodes();
    // A step considers all nodes, so it is repeated only if anything changed since the last step of the same cluster.
    std::int64_t n_changes = 1;
    std::vector<std::int64_t> tried_at(static_cast<std::size_t>(n) + 1, 0);
    std::vector<Node> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        // Clusters are 0..k-1; a new one gets the next number, and the loop reaches it.
        Node n_labels = clustering.n_clusters();
        for (Node a = 0; a <= n_labels && a < n && !run.expired(); ++a) {
            if (tried_at[a] == n_changes || (a < n_labels && clustering.n_members(a) == 0)) continue;
            if (step.expand(a, run)) {
                has_changed = true;
                ++n_changes;
                if (a == n_labels) ++n_labels;
            } else {
                tried_at[a] = n_changes;
            }
        }
        // Improve keeps the labels of its root nodes, which may still gain by single moves.
        const auto has_moved = [&] { return single_moves.round(order, run, [](Node, Node) {}) > 0; };
        has_changed = has_changed || (!run.expired() && has_moved());
        if (run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels())) break;
        if (has_changed) {
            clustering.tidy();
            ++n_changes;  // cluster numbers have changed: earlier steps do not count
        }
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
