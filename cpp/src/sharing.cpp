#include "frenemy/sharing.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace frenemy {

double shared_energy(const Graph& graph, std::span<const Node> labels, Run& run) {
    if (!is_worth_sharing(graph)) return graph.energy(labels);
    const Node n = graph.n_nodes();
    std::vector<double> cut(static_cast<std::size_t>((n + nodes_per_chunk - 1) / nodes_per_chunk), 0.0);
    const bool is_whole = run.share(cut.size(), [&](std::size_t k, std::size_t) {
        const auto begin = static_cast<Node>(k) * nodes_per_chunk;
        for (Node i = begin; i < begin + std::min(nodes_per_chunk, n - begin); ++i) {
            const auto row = graph.neighbors(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                if (row.nodes[a] > i && labels[i] != labels[row.nodes[a]]) cut[k] += row.weights[a];
            }
        }
    });
    // In the order of the nodes, so that the sum does not depend on the threads. An energy is owed after the end, too.
    return is_whole ? std::accumulate(cut.begin(), cut.end(), 0.0) : graph.energy(labels);
}

}  // namespace frenemy
