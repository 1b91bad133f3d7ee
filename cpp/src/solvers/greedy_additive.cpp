#include "frenemy/greedy_joining.hpp"
#include "frenemy/one_optimal.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

Labels greedy_additive(const Graph& graph, Labels start, Run& run) {
    Clustering clustering(graph, join_greedily(graph, std::move(start), run));
    if (!run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels())) {
        make_one_optimal(clustering, run, [](Node, Node) {});
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
