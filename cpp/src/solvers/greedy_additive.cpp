// Greedy additive edge contraction, GAEC (Keuper et al. 2015), followed by single-node moves.

#include "frenemy/moves/greedy_contraction.hpp"
#include "frenemy/moves/one_optimal.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

Labels greedy_additive(const Graph& graph, Labels start, Run& run) {
    Clustering clustering(graph, contract_greedily(graph, std::move(start), run));
    if (!run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels())) {
        make_one_optimal(clustering, run, [](Node, Node) {});
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
