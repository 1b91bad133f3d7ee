#include "frenemy/core/parallel_nodes.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace frenemy {

double parallel_energy(const Graph& graph, std::span<const Node> labels, Run& run) {
    if (!is_worth_parallelizing(graph)) return graph.energy(labels);
    const Node n = graph.n_nodes();
    std::vector<double> cut(static_cast<std::size_t>((n + nodes_per_chunk - 1) / nodes_per_chunk), 0.0);
    const bool is_whole = run.parallel_for(cut.size(), [&](std::size_t k, std::size_t) {
        const auto begin = static_cast<Node>(k) * nodes_per_chunk;
        cut[k] = graph.cut_of(begin, begin + std::min(nodes_per_chunk, n - begin), labels);
    });
    // Summed in the order of the nodes, so that the result does not depend on the threads. Completed even if the run
    // has expired.
    return is_whole ? std::accumulate(cut.begin(), cut.end(), 0.0) : graph.energy(labels);
}

}  // namespace frenemy
