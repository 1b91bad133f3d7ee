#include "frenemy/annealing/annealing_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "frenemy/core/parallel_nodes.hpp"
#include "frenemy/core/shared_commit.hpp"
#include "frenemy/system/huge_pages.hpp"

namespace frenemy {

// As floats: the last bits of logarithms differ between platforms.
const std::array<float, 4096> exponential_table = [] {
    std::array<float, 4096> values;
    for (std::size_t k = 0; k < values.size(); ++k) {
        values[k] = static_cast<float>(-std::log((static_cast<double>(k) + 0.5) / 4096.0));
    }
    return values;
}();

AnnealingRows::AnnealingRows(const Graph& graph, double unit, Run& run)
    : offsets_(graph.offsets()), n_attracting_(static_cast<std::size_t>(graph.n_nodes())) {
    reserve_huge(entries_, graph.neighbors().size());
    commit_shared(run, entries_);
    entries_.assign(graph.neighbors().size(), {0, 0});
    // Thousands of units: no temperature overcomes such a weight.
    constexpr double largest = std::numeric_limits<std::int32_t>::max();
    const auto n_chunks = static_cast<std::size_t>((graph.n_nodes() + nodes_per_chunk - 1) / nodes_per_chunk);
    run.parallel_for(n_chunks, [&](std::size_t k, std::size_t) {
        const auto begin = static_cast<Node>(k) * nodes_per_chunk;
        for (Node i = begin; i < begin + std::min(nodes_per_chunk, graph.n_nodes() - begin); ++i) {
            const auto row = graph.neighbors(i);
            const auto first = static_cast<std::size_t>(offsets_[i]);
            std::size_t front = first, back = first + row.nodes.size();
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const double weight = std::clamp(row.weights[a] / unit * one, -largest, largest);
                entries_[row.weights[a] > 0.0 ? front++ : --back] = {row.nodes[a], static_cast<std::int32_t>(weight)};
            }
            n_attracting_[i] = static_cast<Node>(front - first);
        }
    });
}

}  // namespace frenemy
