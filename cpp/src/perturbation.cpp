#include "frenemy/perturbation.hpp"

#include <cmath>

#include "frenemy/local_moves.hpp"

namespace frenemy {

namespace {

constexpr std::uint64_t most_disturbed = 5;

/// Puts one to five nodes, each a neighbour of the one before, into the cluster of one of their neighbours, or alone.
void disturb(const Graph& graph, LocalMoves& moves, Node i, Rng& rng) {
    for (std::uint64_t left = 1 + rng.below(most_disturbed); left > 0; --left) {
        const auto row = graph.neighbors(i).nodes;
        if (row.empty()) return;
        const Node other = row[rng.below(row.size())];
        Node to = moves.label(other);
        if (to == moves.label(i)) {
            if (moves.n_members(to) == 1) return;
            to = moves.empty_cluster();
        }
        moves.force(i, to);
        i = other;
    }
}

}  // namespace

double perturb_and_repair(const Graph& graph, Labels& labels, std::int64_t n_times, double at_most_seconds, Rng& rng,
                          Run& run) {
    if (graph.n_edges() == 0) return 0.0;
    LocalMoves moves(graph, labels);
    const double until = run.seconds() + at_most_seconds;
    for (std::int64_t k = 0; k < n_times; ++k) {
        if (k % 16 == 0 && (run.expired() || run.seconds() >= until)) break;
        const double before = moves.gain();
        moves.remember();
        disturb(graph, moves, static_cast<Node>(rng.below(static_cast<std::uint64_t>(graph.n_nodes()))), rng);
        const bool is_settled = moves.settle_nearby(run);
        // As good is good enough: it leads elsewhere.
        if (!is_settled || moves.gain() < before) moves.undo();
        if (!is_settled) break;
    }
    if (!run.is_stopped()) moves.settle(run);
    labels = moves.labels();
    return moves.gain();
}

}  // namespace frenemy
