#include "frenemy/parts.hpp"

#include <algorithm>
#include <numeric>

namespace frenemy {

Parts split_into_parts(const Graph& graph, std::span<const Node> labels, Rng& rng, Run& run) {
    const Node n = graph.n_nodes();
    Parts parts{Labels(labels.size()), 0};
    std::iota(parts.of.begin(), parts.of.end(), 0);
    std::vector<Node> n_members(labels.size(), 1), order(parts.of);
    std::vector<double> attraction(labels.size(), 0.0), sizes;
    const double missing = graph.missing();
    if (missing != 0.0) {
        sizes.resize(labels.size());
        for (Node i = 0; i < n; ++i) sizes[i] = graph.size(i);
    }
    rng.shuffle(std::span<Node>(order));
    Node* const part = parts.of.data();
    const auto offsets = graph.offsets();
    const auto neighbors = graph.neighbors();
    for (std::size_t k = 0; k < order.size(); ++k) {
#if defined(__GNUC__)
        if (k + 8 < order.size()) {
            const auto row = static_cast<std::size_t>(offsets[order[k + 8]]);
            __builtin_prefetch(neighbors.data() + row);
            __builtin_prefetch(graph.weights().data() + row);
            __builtin_prefetch(graph.weights().data() + row + 8);
            const Node soon = order[k + 3];
            for (auto a = offsets[soon]; a < std::min(offsets[soon] + 24, offsets[soon + 1]); ++a) {
                __builtin_prefetch(&labels[neighbors[a]]);
                __builtin_prefetch(&part[neighbors[a]]);
            }
        }
#endif
        const Node i = order[k];
        if (k % 4096 == 0 && run.expired()) break;
        if (n_members[i] != 1) continue;
        const auto row = graph.neighbors(i);
        const Node home = labels[i];
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            if (labels[row.nodes[a]] == home) attraction[part[row.nodes[a]]] += row.weights[a];
        }
        double best = 0.0;
        Node to = -1;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            if (labels[row.nodes[a]] != home) continue;
            const Node p = part[row.nodes[a]];
            double x = attraction[p];
            if (x == 0.0) continue;
            attraction[p] = 0.0;
            if (missing != 0.0) x += missing * graph.size(i) * sizes[p];
            if (x > best) {
                best = x;
                to = p;
            }
        }
        if (to < 0) continue;
        n_members[i] = 0;
        ++n_members[to];
        if (missing != 0.0) sizes[to] += graph.size(i);
        part[i] = to;
    }
    // Parts are numbered by the node that began them, which is still in its own.
    std::vector<Node>& number = n_members;
    for (Node i = 0; i < n; ++i) {
        if (number[i] > 0) number[i] = parts.n_parts++;
    }
    for (Node i = 0; i < n; ++i) part[i] = number[part[i]];
    return parts;
}

Parts overlay(std::span<const Node> a, std::span<const Node> b) {
    const std::size_t n = a.size();
    // Nodes grouped by their cluster in a; within a group, a table tells which part each cluster of b has become.
    std::vector<Node> first(n + 1, 0), members(n);
    for (const Node c : a) ++first[c + 1];
    for (std::size_t c = 0; c < n; ++c) first[c + 1] += first[c];
    for (std::size_t i = 0; i < n; ++i) members[first[a[i]]++] = static_cast<Node>(i);
    Parts parts{Labels(n), 0};
    std::vector<Node> part_of(n, -1);
    Node first_part = 0;  // of the group at hand; smaller entries of the table are of earlier groups
    for (std::size_t k = 0; k < n; ++k) {
        const Node i = members[k];
        if (k > 0 && a[i] != a[members[k - 1]]) first_part = parts.n_parts;
        Node& part = part_of[b[i]];
        if (part < first_part) part = parts.n_parts++;
        parts.of[i] = part;
    }
    return parts;
}

}  // namespace frenemy
