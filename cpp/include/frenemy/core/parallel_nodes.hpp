#pragma once

#include <algorithm>
#include <span>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Nodes per chunk where threads process the nodes of a large problem in parallel.
constexpr Node nodes_per_chunk = 1 << 12;

/// Whether a problem is large enough for that. With `missing` != 0 all nodes interact, so it never is. Independent of
/// the number of threads, because the labels must be too.
inline bool is_worth_parallelizing(const Graph& graph) { return graph.missing() == 0.0 && graph.n_nodes() >= 1 << 17; }

/// Calls `work(begin, end)` for stretches of nodes, by all threads if there are many. Should the run expire meanwhile, it
/// is called once more for all nodes: so all are done.
template <class Work>
void for_stretches(Node n_nodes, Run& run, const Work& work) {
    constexpr Node nodes_per_stretch = 1 << 16;
    const auto n_stretches = (static_cast<std::size_t>(n_nodes) + nodes_per_stretch - 1) / nodes_per_stretch;
    const bool is_whole = run.parallel_for(n_stretches, [&](std::size_t k, std::size_t) {
        const auto begin = static_cast<Node>(k) * nodes_per_stretch;
        work(begin, begin + std::min(nodes_per_stretch, n_nodes - begin));
    });
    if (!is_whole) work(Node{0}, n_nodes);
}

/// The energy of labels in 0..n-1, computed by all threads if the problem is large.
double parallel_energy(const Graph& graph, std::span<const Node> labels, Run& run);

}  // namespace frenemy
