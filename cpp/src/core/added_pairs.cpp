#include "frenemy/core/added_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "frenemy/core/largest_sum.hpp"
#include "frenemy/system/huge_pages.hpp"

namespace frenemy {

namespace {

/// The added pairs as rows. Pairs are sorted with u < v, so a row receives first its smaller neighbours, in order, and
/// then its larger ones: it is sorted.
struct AddedRows {
    std::vector<std::int64_t> offsets;
    std::vector<Node> nodes;
    std::vector<double> weights;

    AddedRows(Node n, std::span<const Node> u, std::span<const Node> v, std::span<const double> w)
        : offsets(static_cast<std::size_t>(n) + 1, 0), nodes(2 * u.size()), weights(2 * u.size()) {
        for (std::size_t e = 0; e < u.size(); ++e) {
            ++offsets[u[e] + 1];
            ++offsets[v[e] + 1];
        }
        for (Node i = 0; i < n; ++i) offsets[i + 1] += offsets[i];
        std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
        const auto put = [&](Node i, Node j, double weight) {
            const auto at = static_cast<std::size_t>(next[i]++);
            nodes[at] = j;
            weights[at] = weight;
        };
        for (std::size_t e = 0; e < u.size(); ++e) {
            put(u[e], v[e], w[e]);
            put(v[e], u[e], w[e]);
        }
    }
};

}  // namespace

Graph with_added(const Graph& graph, std::span<const Node> u, std::span<const Node> v, std::span<const double> w) {
    const Node n = graph.n_nodes();
    const AddedRows added(n, u, v, w);
    std::vector<std::int64_t> offsets{0};
    offsets.reserve(static_cast<std::size_t>(n) + 1);
    std::vector<Node> neighbors;
    std::vector<double> weights;
    reserve_huge(neighbors, graph.neighbors().size() + added.nodes.size());
    reserve_huge(weights, graph.neighbors().size() + added.nodes.size());
    double total = 0.0;
    const auto put = [&](Node j, double weight) {
        total += std::abs(weight);
        if (weight == 0.0) return;
        neighbors.push_back(j);
        weights.push_back(weight);
    };
    for (Node i = 0; i < n; ++i) {
        const auto row = graph.neighbors(i);
        auto b = static_cast<std::size_t>(added.offsets[i]);
        const auto end = static_cast<std::size_t>(added.offsets[i + 1]);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            for (; b < end && added.nodes[b] < row.nodes[a]; ++b) put(added.nodes[b], added.weights[b]);
            const bool is_both = b < end && added.nodes[b] == row.nodes[a];
            put(row.nodes[a], is_both ? row.weights[a] + added.weights[b++] : row.weights[a]);
        }
        for (; b < end; ++b) put(added.nodes[b], added.weights[b]);
        offsets.push_back(static_cast<std::int64_t>(neighbors.size()));
    }
    if (!(total <= largest_sum)) {
        throw std::invalid_argument(
            "weights must have a finite sum, but with what is added it overflows; divide all weights by a constant");
    }
    const auto sizes = graph.sizes();
    return Graph::from_rows(std::move(offsets), std::move(neighbors), std::move(weights), graph.missing(),
                            {sizes.begin(), sizes.end()});
}

std::vector<double> attraction(const Graph& graph) {
    const Node n = graph.n_nodes();
    double total_size = 0.0;
    if (graph.missing() > 0.0) {
        for (Node i = 0; i < n; ++i) total_size += graph.size(i);
    }
    std::vector<double> sums(static_cast<std::size_t>(n), 0.0);
    for (Node i = 0; i < n; ++i) {
        const auto row = graph.neighbors(i);
        double unlisted_size = total_size - graph.size(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const double size = graph.missing() == 0.0 ? 0.0 : graph.size(row.nodes[a]);
            sums[i] += std::max(0.0, row.weights[a] + graph.missing() * (graph.size(i) * size));
            unlisted_size -= size;
        }
        if (graph.missing() > 0.0) sums[i] += graph.missing() * graph.size(i) * std::max(0.0, unlisted_size);
    }
    return sums;
}

}  // namespace frenemy
