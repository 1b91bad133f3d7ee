// Fast local moving (Traag, Waltman & van Eck 2019).

#include "frenemy/moves/local_moves.hpp"

#include <numeric>

#include "frenemy/core/clustering.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

Labels local_moves(const Graph& graph, Labels start, Run& run, bool is_order_random) {
    const Clustering first(graph, std::move(start));
    LocalMoves moves(graph, first.labels());
    std::vector<Node> order(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(order.begin(), order.end(), 0);
    if (is_order_random) run.rng().shuffle(std::span<Node>(order));
    for (const Node i : order) moves.push(i);
    bool is_stable = false;
    while (!is_stable) {
        is_stable = moves.process_round(run);
        if (run.round_done(first.energy() - moves.gain(), moves.n_clusters(), moves.labels())) break;
    }
    return contiguous(moves.labels());
}

}  // namespace frenemy
