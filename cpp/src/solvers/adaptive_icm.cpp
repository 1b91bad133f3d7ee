// Adaptive-label ICM (Bagon & Galun).

#include <numeric>

#include "frenemy/core/rounding.hpp"
#include "frenemy/moves/single_moves.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

namespace {

// This many consecutive rounds with gains within rounding error mean that nodes cycle.
constexpr int max_rounds_of_noise = 100;

}  // namespace

Labels adaptive_icm(const Graph& graph, Labels start, Run& run, bool is_order_random) {
    Clustering clustering(graph, std::move(start));
    SingleMoves moves(clustering);
    std::vector<Node> order(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(order.begin(), order.end(), 0);

    for (int rounds_of_noise = 0; rounds_of_noise < max_rounds_of_noise;) {
        if (is_order_random) run.rng().shuffle(std::span<Node>(order));
        const double before = clustering.energy();
        const bool has_moved = moves.round(order, run, [](Node, Node) {}) > 0;
        if (run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels()) || !has_moved) break;
        rounds_of_noise = is_rounding_noise(graph, before, clustering.energy()) ? rounds_of_noise + 1 : 0;
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
