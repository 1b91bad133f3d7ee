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

bool has_hubs(const Graph& graph) {
    double sum = 0.0, squares = 0.0;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const auto degree = static_cast<double>(graph.offsets()[i + 1] - graph.offsets()[i]);
        sum += degree;
        squares += degree * degree;
    }
    return squares * static_cast<double>(graph.n_nodes()) > spread_with_hubs * sum * sum;
}

Labels annealing_start(const Graph& graph, Run& run) {
    if (graph.missing() <= 0.0 && has_hubs(graph)) return greedy_start(graph, run);
    Labels labels(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(labels.begin(), labels.end(), 0);
    return labels;
}

Labels greedy_start(const Graph& graph, Run& run) {
    Run inner(Run::Inside{run, {.seconds = share_of_time * run.seconds_left()}});
    Labels singletons(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(singletons.begin(), singletons.end(), 0);
    return contract_greedily(graph, std::move(singletons), inner);
}

}  // namespace frenemy
