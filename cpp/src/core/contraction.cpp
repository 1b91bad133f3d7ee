#include "frenemy/core/contraction.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "frenemy/core/shared_commit.hpp"
#include "frenemy/system/huge_pages.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t edges_between_checks = 1 << 16;
constexpr std::size_t entries_worth_sharing = std::size_t{1} << 19;

/// Rows of a contracted graph.
struct Rows {
    std::vector<Node> neighbors;
    std::vector<double> weights;
};

/// Sums the rows of clusters begin..end-1; `lengths[c + 1]` becomes the length of row c. Stops early if `is_over`.
template <class IsOver>
void sum_rows(const Graph& graph, std::span<const Node> labels, std::span<const Node> first,
              std::span<const Node> members, Node begin, Node end, std::span<std::int64_t> place,
              std::span<std::int64_t> lengths, Rows& rows, IsOver is_over) {
    auto& [sum_nodes, sum_weights] = rows;
    const auto offsets = graph.offsets();
    const auto neighbors = graph.neighbors();
    const auto all_weights = graph.weights();
    std::int64_t until_check = edges_between_checks;
    for (Node c = begin; c < end; ++c) {
        const auto row_begin = static_cast<std::int64_t>(sum_nodes.size());
        for (Node m = first[c]; m < first[c + 1]; ++m) {
            // Rows and labels are spread over memory: prefetched while earlier members are summed.
            if (m + 4 < first[end]) {
                const auto row = static_cast<std::size_t>(offsets[members[m + 4]]);
                prefetch(neighbors.data() + row);
                prefetch(all_weights.data() + row);
                prefetch(all_weights.data() + row + 8);
                const Node soon = members[m + 2];
                for (auto a = offsets[soon]; a < std::min(offsets[soon] + 24, offsets[soon + 1]); ++a) {
                    prefetch(&labels[neighbors[a]]);
                }
            }
            const auto row = graph.neighbors(members[m]);
            until_check -= static_cast<std::int64_t>(row.nodes.size()) + 1;
            if (until_check < 0) {
                until_check = edges_between_checks;
                if (is_over()) return;
            }
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node d = labels[row.nodes[a]];
                if (d == c) continue;
                if (place[d] >= row_begin) {
                    sum_weights[place[d]] += row.weights[a];
                } else {
                    place[d] = static_cast<std::int64_t>(sum_nodes.size());
                    sum_nodes.push_back(d);
                    sum_weights.push_back(row.weights[a]);
                }
            }
        }
        lengths[c + 1] = static_cast<std::int64_t>(sum_nodes.size()) - row_begin;
    }
}

/// The stretches one after the other, which are empty afterwards.
Rows concatenated(std::vector<Rows>& stretches, std::size_t n_entries, Run& run) {
    Rows all;
    reserve_huge(all.neighbors, n_entries);
    reserve_huge(all.weights, n_entries);
    commit_shared(run, all.neighbors, all.weights);
    for (Rows& rows : stretches) {
        all.neighbors.insert(all.neighbors.end(), rows.neighbors.begin(), rows.neighbors.end());
        all.weights.insert(all.weights.end(), rows.weights.begin(), rows.weights.end());
        rows = {};
    }
    return all;
}

}  // namespace

Graph contract(const Graph& graph, std::span<const Node> labels, Node n_clusters, const Poll& poll) {
    const Node n = graph.n_nodes();
    std::vector<double> sizes(static_cast<std::size_t>(n_clusters), 0.0);
    // Nodes grouped by cluster, so that one scratch row can sum all edges of a cluster.
    std::vector<Node> first(static_cast<std::size_t>(n_clusters) + 1, 0), members(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) {
        sizes[labels[i]] += graph.size(i);
        ++first[labels[i] + 1];
    }
    for (Node c = 0; c < n_clusters; ++c) first[c + 1] += first[c];
    std::vector<Node> next(first.begin(), first.end() - 1);
    for (Node i = 0; i < n; ++i) members[next[labels[i]]++] = i;

    std::vector<Node> u, v, touched;
    std::vector<double> w, row(static_cast<std::size_t>(n_clusters), 0.0);
    std::vector<char> is_touched(static_cast<std::size_t>(n_clusters), 0);
    std::int64_t until_check = 0;
    for (Node c = 0; c < n_clusters; ++c) {
        touched.clear();
        for (Node m = first[c]; m < first[c + 1]; ++m) {
            const auto [nodes, weights] = graph.neighbors(members[m]);
            until_check -= static_cast<std::int64_t>(nodes.size()) + 1;
            if (until_check < 0) {
                until_check = 8 * edges_between_checks;
                poll();
            }
            for (std::size_t a = 0; a < nodes.size(); ++a) {
                const Node d = labels[nodes[a]];
                if (d <= c) continue;
                if (!is_touched[d]) {
                    is_touched[d] = 1;
                    touched.push_back(d);
                }
                row[d] += weights[a];
            }
        }
        for (const Node d : touched) {
            u.push_back(c);
            v.push_back(d);
            w.push_back(row[d]);
            row[d] = 0.0;
            is_touched[d] = 0;
        }
    }
    return Graph::from_edges(n_clusters, u, v, w, graph.missing(), std::move(sizes), true, poll);
}

std::optional<Graph> contract_rows(const Graph& graph, std::span<const Node> labels, Node n_clusters, Run& run) {
    const Node n = graph.n_nodes();
    std::vector<double> sizes;
    if (graph.missing() != 0.0) {
        sizes.assign(static_cast<std::size_t>(n_clusters), 0.0);
        for (Node i = 0; i < n; ++i) sizes[labels[i]] += graph.size(i);
    }
    std::vector<Node> first(static_cast<std::size_t>(n_clusters) + 1, 0), members(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) ++first[labels[i] + 1];
    for (Node c = 0; c < n_clusters; ++c) first[c + 1] += first[c];
    for (Node i = 0; i < n; ++i) members[first[labels[i]]++] = i;
    for (Node c = n_clusters; c > 0; --c) first[c] = first[c - 1];
    first[0] = 0;

    // Rows are independent: stretches of them are summed in parallel and then concatenated.
    const bool is_shared = run.threads() > 1 && graph.neighbors().size() >= entries_worth_sharing;
    std::vector<Rows> stretches(is_shared ? 4 * run.n_workers() : 1);
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(n_clusters) + 1, 0);
    const auto cluster_at = [&](std::size_t k) {  // the first cluster of stretch k
        const auto m = static_cast<Node>(static_cast<std::size_t>(n) * k / stretches.size());
        return static_cast<Node>(std::lower_bound(first.begin(), first.end() - 1, m) - first.begin());
    };
    std::vector<std::vector<std::int64_t>> places(is_shared ? run.n_workers() : 1);
    const bool is_whole = run.parallel_for(stretches.size(), [&](std::size_t k, std::size_t worker) {
        const Node begin = cluster_at(k), end = k + 1 == stretches.size() ? n_clusters : cluster_at(k + 1);
        std::size_t n_entries = 0;
        for (Node m = first[begin]; m < first[end]; ++m) n_entries += graph.neighbors(members[m]).nodes.size();
        reserve_huge(stretches[k].neighbors, n_entries);
        reserve_huge(stretches[k].weights, n_entries);
        auto& place = places[worker];  // of a cluster in the current row
        place.assign(static_cast<std::size_t>(n_clusters), -1);
        sum_rows(graph, labels, first, members, begin, end, place, offsets, stretches[k],
                 [&] { return run.expired_for(worker); });
    });
    if (!is_whole || run.is_stopped()) return std::nullopt;
    for (Node c = 0; c < n_clusters; ++c) offsets[c + 1] += offsets[c];
    if (stretches.size() > 1) {
        stretches[0] = concatenated(stretches, static_cast<std::size_t>(offsets.back()), run);
    }
    auto& [neighbors, weights] = stretches[0];
    return Graph::from_rows(std::move(offsets), std::move(neighbors), std::move(weights), graph.missing(),
                            std::move(sizes));
}

Graph restrict_to(const Graph& graph, std::span<const Node> nodes, const Poll& poll) {
    std::vector<Node> place(static_cast<std::size_t>(graph.n_nodes()), -1);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const Node i = nodes[k];
        if (i < 0 || i >= graph.n_nodes()) {
            throw std::invalid_argument("nodes must be in 0.." + std::to_string(graph.n_nodes() - 1) + ", got " +
                                        std::to_string(i) + " at position " + std::to_string(k));
        }
        if (place[i] >= 0) {
            throw std::invalid_argument("nodes must be named once, got " + std::to_string(i) + " again at position " +
                                        std::to_string(k));
        }
        place[i] = static_cast<Node>(k);
    }
    std::vector<Node> u, v;
    std::vector<double> w, sizes;
    for (const Node i : nodes) {
        if (graph.has_sizes()) sizes.push_back(graph.size(i));
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (place[j] < 0 || j < i) continue;
            u.push_back(place[i]);
            v.push_back(place[j]);
            w.push_back(row.weights[a]);
        }
    }
    return Graph::from_edges(static_cast<Node>(nodes.size()), u, v, w, graph.missing(), std::move(sizes), true, poll);
}

Labels connected_components(const Graph& graph, std::span<const Node> labels) {
    const Node n = graph.n_nodes();
    Labels parts(static_cast<std::size_t>(n), -1);
    std::vector<Node> stack;
    Node k = 0;
    for (Node start = 0; start < n; ++start) {
        if (parts[start] >= 0) continue;
        parts[start] = k;
        stack.push_back(start);
        while (!stack.empty()) {
            const Node i = stack.back();
            stack.pop_back();
            for (const Node j : graph.neighbors(i).nodes) {
                if (parts[j] >= 0 || labels[j] != labels[i]) continue;
                parts[j] = k;
                stack.push_back(j);
            }
        }
        ++k;
    }
    return parts;
}

}  // namespace frenemy
