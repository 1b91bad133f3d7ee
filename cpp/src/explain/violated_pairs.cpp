#include "frenemy/explain/violated_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace frenemy {

namespace {

constexpr std::int64_t steps_between_polls = 1 << 16;

/// Whether a pair comes before another one. Ties are broken by the nodes, so that the order is unique.
bool is_before(const ViolatedPair& a, const ViolatedPair& b) {
    const double strength_a = std::abs(a.weight), strength_b = std::abs(b.weight);
    if (strength_a != strength_b) return strength_a > strength_b;
    return a.u != b.u ? a.u < b.u : a.v < b.v;
}

}  // namespace

std::vector<ViolatedPair> violated_pairs(const Graph& graph, std::span<const Node> labels, bool want_apart,
                                         bool want_together, std::size_t max_pairs, const Poll& poll) {
    // A heap with the last pair of the current list on top: most pairs are weaker and take one comparison.
    std::vector<ViolatedPair> kept;
    std::int64_t steps = 0;
    for (Node i = 0; i < graph.n_nodes() && max_pairs > 0; ++i) {
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (j < i) continue;
            const double weight = row.weights[a] + graph.missing() * (graph.size(i) * graph.size(j));
            const bool is_apart = labels[i] != labels[j];
            if (!(is_apart ? want_apart && weight > 0.0 : want_together && weight < 0.0)) continue;
            const ViolatedPair pair{i, j, weight};
            if (kept.size() == max_pairs) {
                if (!is_before(pair, kept.front())) continue;
                std::pop_heap(kept.begin(), kept.end(), is_before);
                kept.pop_back();
            }
            kept.push_back(pair);
            std::push_heap(kept.begin(), kept.end(), is_before);
        }
        steps += static_cast<std::int64_t>(row.nodes.size()) + 1;
        if (steps >= steps_between_polls) {
            steps = 0;
            poll();
        }
    }
    std::sort_heap(kept.begin(), kept.end(), is_before);
    return kept;
}

}  // namespace frenemy
