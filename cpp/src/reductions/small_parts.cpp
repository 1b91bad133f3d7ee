#include "frenemy/reductions/small_parts.hpp"

#include <algorithm>

#include "frenemy/core/attracting_components.hpp"
#include "frenemy/reductions/small_optimum.hpp"

namespace frenemy {

namespace {

constexpr std::size_t parts_between_polls = 64;

/// All pairs of a part as a matrix; `place` is the number of each node in it.
std::vector<double> matrix_of(const Graph& graph, std::span<const Node> part, std::vector<Node>& place) {
    const std::size_t n = part.size();
    std::vector<double> weights(n * n);
    for (std::size_t k = 0; k < n; ++k) place[part[k]] = static_cast<Node>(k);
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t l = 0; l < n; ++l) {
            weights[k * n + l] = graph.missing() * (graph.size(part[k]) * graph.size(part[l]));
        }
        const auto row = graph.neighbors(part[k]);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            if (place[row.nodes[a]] >= 0)
                weights[k * n + static_cast<std::size_t>(place[row.nodes[a]])] += row.weights[a];
        }
    }
    for (const Node i : part) place[i] = -1;
    return weights;
}

/// The energy of all pairs with a solved end.
double energy_of_solved(const Graph& graph, const SmallParts& small) {
    double energy = 0.0, all = 0.0, kept = 0.0, squares = 0.0;
    std::vector<double> sizes(static_cast<std::size_t>(graph.n_nodes()), 0.0);  // of solved clusters
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const double size = graph.size(i);
        all += size;
        if (small.solved[i] < 0) {
            kept += size;
            continue;
        }
        sizes[small.solved[i]] += size;
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            const bool counts = small.solved[j] < 0 || (i < j && small.solved[i] != small.solved[j]);
            if (counts) energy += row.weights[a];
        }
    }
    if (graph.missing() == 0.0) return energy;
    for (const double size : sizes) squares += size * size;
    return energy + graph.missing() * 0.5 * (all * all - kept * kept - squares);
}

Graph rest(const Graph& graph, const SmallParts& small, const Poll& poll) {
    std::vector<Node> place(static_cast<std::size_t>(graph.n_nodes()), -1), u, v;
    std::vector<double> w, sizes;
    for (std::size_t k = 0; k < small.origin.size(); ++k) place[small.origin[k]] = static_cast<Node>(k);
    for (const Node i : small.origin) {
        if (graph.has_sizes()) sizes.push_back(graph.size(i));
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            if (row.nodes[a] < i || place[row.nodes[a]] < 0) continue;
            u.push_back(place[i]);
            v.push_back(place[row.nodes[a]]);
            w.push_back(row.weights[a]);
        }
    }
    return Graph::from_edges(static_cast<Node>(small.origin.size()), u, v, w, graph.missing(), std::move(sizes), true,
                             poll);
}

}  // namespace

std::optional<Reduced<SmallParts>> solve_small_parts(const Graph& graph, const Rules& rules, RuleCounts& counts,
                                                     const Poll& poll) {
    const Node n = graph.n_nodes();
    if (!rules.has(Rule::small) || graph.missing() > 0.0 || n == 0) return std::nullopt;
    const Labels component = attracting_components(graph, Labels(static_cast<std::size_t>(n), 0));
    poll();
    std::vector<Node> first(static_cast<std::size_t>(n) + 1, 0), nodes(component.size()), place(component.size(), -1);
    for (const Node c : component) ++first[c + 1];
    for (Node c = 0; c < n; ++c) first[c + 1] += first[c];
    std::vector<Node> next(first);
    for (Node i = 0; i < n; ++i) nodes[next[component[i]]++] = i;

    SmallParts small{n, {}, Labels(component.size(), -1)};
    Node n_clusters = 0;
    for (Node c = 0; c < n && first[c] < n; ++c) {
        if (static_cast<std::size_t>(c) % parts_between_polls == 0) poll();
        const auto part = std::span(nodes).subspan(first[c], first[c + 1] - first[c]);
        if (part.size() > static_cast<std::size_t>(max_small_part)) continue;
        const auto labels = small_optimum(matrix_of(graph, part, place), static_cast<Node>(part.size()));
        if (!labels) continue;
        for (std::size_t k = 0; k < part.size(); ++k) small.solved[part[k]] = n_clusters + (*labels)[k];
        n_clusters += 1 + std::ranges::max(*labels);
        counts.add(Rule::small);
    }
    if (n_clusters == 0) return std::nullopt;
    for (Node i = 0; i < n; ++i) {
        if (small.solved[i] < 0) small.origin.push_back(i);
    }
    Graph kernel = rest(graph, small, poll);
    const double offset = energy_of_solved(graph, small);
    return Reduced<SmallParts>{std::move(small), std::move(kernel), offset};
}

bool is_in_small_part(const Graph& graph, Node i) {
    std::vector<Node> found{i};
    for (std::size_t k = 0; k < found.size(); ++k) {
        const auto row = graph.neighbors(found[k]);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            if (row.weights[a] <= 0.0 || std::ranges::find(found, row.nodes[a]) != found.end()) continue;
            if (found.size() == static_cast<std::size_t>(max_small_part)) return false;
            found.push_back(row.nodes[a]);
        }
    }
    return true;
}

Labels SmallParts::lift(std::span<const Node> labels, bool& /*is_exact*/) const {
    // The clusters of the kernel come after those of the parts, all below the number of nodes.
    std::vector<Node> name(static_cast<std::size_t>(n_nodes), -1);
    Labels lifted(solved);
    Node n_clusters = solved.empty() ? 0 : 1 + std::ranges::max(solved);
    for (std::size_t k = 0; k < origin.size(); ++k) {
        Node& cluster = name[labels[k]];
        if (cluster < 0) cluster = n_clusters++;
        lifted[origin[k]] = cluster;
    }
    return lifted;
}

Labels SmallParts::project(std::span<const Node> labels) const {
    Labels projected(origin.size());
    std::vector<Node> name(static_cast<std::size_t>(n_nodes), -1);
    Node n_clusters = 0;
    for (std::size_t k = 0; k < origin.size(); ++k) {
        Node& cluster = name[labels[origin[k]]];
        if (cluster < 0) cluster = n_clusters++;
        projected[k] = cluster;
    }
    return projected;
}

}  // namespace frenemy
