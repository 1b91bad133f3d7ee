#include "frenemy/moves/perturbation.hpp"

#include <algorithm>

#include "frenemy/moves/local_moves.hpp"

namespace frenemy {

namespace {

constexpr std::uint64_t max_disturbed = 5;
constexpr std::size_t max_visits = 300;  // a perturbation that needs more is too large

/// Nodes of such a degree that visiting one costs more than a whole perturbation.
std::vector<Node> hubs_of(const Graph& graph) {
    const auto offsets = graph.offsets();
    const std::int64_t many = std::max<std::int64_t>(1000, 64 * graph.n_edges() / graph.n_nodes());
    std::vector<Node> hubs;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        if (offsets[i + 1] - offsets[i] > many) hubs.push_back(i);
    }
    return hubs;
}

/// Moves one to five nodes, each a neighbour of the previous one, to the cluster of one of their neighbours or to a new
/// one.
void disturb(const Graph& graph, LocalMoves& moves, Node i, const std::vector<char>& is_hub, Rng& rng) {
    for (std::uint64_t left = 1 + rng.below(max_disturbed); left > 0; --left) {
        const auto row = graph.neighbors(i).nodes;
        if (row.empty() || is_hub[i]) return;
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
    const std::vector<Node> hubs = hubs_of(graph);
    std::vector<char> is_hub(labels.size(), 0);
    for (const Node i : hubs) {
        is_hub[i] = 1;
        moves.freeze(i);
    }
    const double until = run.seconds() + at_most_seconds;
    for (std::int64_t k = 0; k < n_times; ++k) {
        if (k % 16 == 0 && (run.expired() || run.seconds() >= until)) break;
        const double before = moves.gain();
        moves.begin_recording();
        disturb(graph, moves, static_cast<Node>(rng.below(static_cast<std::uint64_t>(graph.n_nodes()))), is_hub, rng);
        // Equal energies are kept, for diversification.
        if (!moves.process_nearby(max_visits, run) || moves.gain() < before) moves.roll_back();
    }
    for (const Node i : hubs) moves.thaw(i);
    if (!run.is_stopped()) moves.converge(run);
    labels = moves.labels();
    return moves.gain();
}

}  // namespace frenemy
