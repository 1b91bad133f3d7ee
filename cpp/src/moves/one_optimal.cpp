#include "frenemy/moves/one_optimal.hpp"

#include <numeric>

#include "frenemy/core/rounding.hpp"
#include "frenemy/moves/single_moves.hpp"

namespace frenemy {

namespace {
constexpr int max_rounds_of_noise = 100;
}

std::int64_t make_one_optimal(Clustering& clustering, Run& run, const std::function<void(Node, Node)>& on_move) {
    const Graph& graph = clustering.graph();
    const bool is_local = graph.missing() == 0.0;
    SingleMoves moves(clustering);
    std::vector<Node> order(static_cast<std::size_t>(graph.n_nodes())), touched;
    std::iota(order.begin(), order.end(), 0);
    std::vector<char> is_touched(order.size(), 0);

    std::int64_t n_moved_in_all = 0;
    for (int rounds_of_noise = 0; rounds_of_noise < max_rounds_of_noise;) {
        const double before = clustering.energy();
        const std::int64_t n_moved = moves.round(order, run, [&](Node i, Node from) {
            on_move(i, from);
            if (!is_local) return;
            for (const Node j : graph.neighbors(i).nodes) {
                if (is_touched[j]) continue;
                is_touched[j] = 1;
                touched.push_back(j);
            }
        });
        n_moved_in_all += n_moved;
        if (run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels()) || n_moved == 0) break;
        rounds_of_noise = is_rounding_noise(graph, before, clustering.energy()) ? rounds_of_noise + 1 : 0;
        if (!is_local) continue;
        order.swap(touched);
        touched.clear();
        for (const Node i : order) is_touched[i] = 0;
    }
    return n_moved_in_all;
}

}  // namespace frenemy
