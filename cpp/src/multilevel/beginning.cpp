#include "frenemy/multilevel/beginning.hpp"

#include <numeric>

#include "frenemy/moves/greedy_contraction.hpp"

namespace frenemy {

namespace {

// Random graphs have 1 + 1 / degree, grids 1, region graphs and planted problems below 1.2; power laws with exponent 3
// have 2 to 4, and more with smaller exponents.
constexpr double spread_with_hubs = 1.5;
constexpr double share_of_time = 0.2;  // for the contraction, of what is left

}  // namespace

bool starts_greedily(const Graph& graph) {
    if (graph.missing() > 0.0) return false;
    double sum = 0.0, squares = 0.0;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const auto degree = static_cast<double>(graph.offsets()[i + 1] - graph.offsets()[i]);
        sum += degree;
        squares += degree * degree;
    }
    return squares * static_cast<double>(graph.n_nodes()) > spread_with_hubs * sum * sum;
}

Labels singletons(const Graph& graph) {
    Labels labels(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(labels.begin(), labels.end(), 0);
    return labels;
}

Labels annealing_start(const Graph& graph, Run& run) {
    return starts_greedily(graph) ? greedy_start(graph, run) : singletons(graph);
}

Labels greedy_start(const Graph& graph, Run& run) {
    Run inner(Run::Inside{run, {.seconds = share_of_time * run.seconds_left()}});
    return contract_greedily(graph, singletons(graph), inner);
}

}  // namespace frenemy
