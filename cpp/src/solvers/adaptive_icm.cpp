#include <cmath>
#include <numeric>

#include "frenemy/single_moves.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

namespace {

// Rounds that gain less than rounding can pretend; so many in a row mean that nodes walk in circles.
constexpr int most_rounds_of_noise = 100;
constexpr double noise = 1e-15;

/// Whether a round gained no more than rounding can make up.
bool is_noise(const Graph& graph, double before, double after) {
    if (before - after > 1e-9 * std::abs(after)) return false;  // spares a pass over the weights
    double magnitude = 0.0;
    for (const double w : graph.weights()) magnitude += std::abs(w);
    return before - after <= noise * magnitude;
}

}  // namespace

Labels adaptive_icm(const Graph& graph, Labels start, Run& run, bool is_order_random) {
    Clustering clustering(graph, std::move(start));
    SingleMoves moves(clustering);
    std::vector<Node> order(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(order.begin(), order.end(), 0);

    for (int rounds_of_noise = 0; rounds_of_noise < most_rounds_of_noise;) {
        if (is_order_random) run.rng().shuffle(std::span<Node>(order));
        const double before = clustering.energy();
        const bool has_moved = moves.round(order, run, [](Node, Node) {}) > 0;
        if (run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels()) || !has_moved) break;
        rounds_of_noise = is_noise(graph, before, clustering.energy()) ? rounds_of_noise + 1 : 0;
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
