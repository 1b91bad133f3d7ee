#include "frenemy/violated_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace frenemy {

namespace {

constexpr std::int64_t steps_between_polls = 1 << 16;

/// Whether a pair is told before another one. Ties by the nodes, so that the list is always the same.
bool is_before(const ViolatedPair& a, const ViolatedPair& b) {
    const double strength_a = std::abs(a.weight), strength_b = std::abs(b.weight);
    if (strength_a != strength_b) return strength_a > strength_b;
    return a.u != b.u ? a.u < b.u : a.v < b.v;
}

}  // namespace

std::vector<ViolatedPair> violated_pairs(const Graph& graph, std::span<const Node> labels, bool want_apart,
                                         bool want_together, std::size_t most, const Poll& poll) {
    // A heap whose top is the last pair of the list so far: most pairs are weaker and cost one comparison.
    std::vector<ViolatedPair> kept;
    std::int64_t steps = 0;
    for (Node i = 0; i < graph.n_nodes() && most > 0; ++i) {
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (j < i) continue;
            const double weight = row.weights[a] + graph.missing() * (graph.size(i) * graph.size(j));
            const bool is_apart = labels[i] != labels[j];
            if (!(is_apart ? want_apart && weight > 0.0 : want_together && weight < 0.0)) continue;
            const ViolatedPair pair{i, j, weight};
            if (kept.size() == most) {
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
