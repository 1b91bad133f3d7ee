#include "frenemy/multilevel/refinement.hpp"

#include <algorithm>
#include <atomic>

#include "frenemy/core/parallel_nodes.hpp"
#include "frenemy/system/huge_pages.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr Node members_per_chunk = 1 << 13;

/// A node's cluster and subcluster, in one memory access. A thread reads the subclusters of nodes in other clusters,
/// too, and ignores them; so they may change meanwhile.
struct NodeState {
    Node cluster;
    std::atomic<Node> part;

    NodeState(Node own_cluster, Node own_part) : cluster(own_cluster), part(own_part) {}
    NodeState(const NodeState& other) : NodeState(other.cluster, other.subcluster()) {}
    NodeState& operator=(const NodeState& other) {
        cluster = other.cluster;
        move_to(other.subcluster());
        return *this;
    }

    Node subcluster() const { return part.load(std::memory_order_relaxed); }
    void move_to(Node to) { part.store(to, std::memory_order_relaxed); }
};

/// Joins the nodes of whole clusters, in the given order, to subclusters. Of other clusters it reads only the
/// membership.
template <class IsOver>
void join_nodes_of_clusters(const Graph& graph, std::span<const Node> order, std::vector<NodeState>& states,
                            std::vector<Node>& n_members, std::vector<double>& sizes, std::vector<double>& attraction,
                            IsOver is_over) {
    struct Inside {
        double weight;
        Node part;
    };
    std::vector<Inside> inside;
    const double missing = graph.missing();
    const auto offsets = graph.offsets();
    const auto neighbors = graph.neighbors();
    for (std::size_t k = 0; k < order.size(); ++k) {
        if (k + 8 < order.size()) {
            const auto row = static_cast<std::size_t>(offsets[order[k + 8]]);
            prefetch(neighbors.data() + row);
            prefetch(graph.weights().data() + row);
            prefetch(graph.weights().data() + row + 8);
            const Node soon = order[k + 3];
            for (auto a = offsets[soon]; a < std::min(offsets[soon] + 24, offsets[soon + 1]); ++a) {
                prefetch(&states[neighbors[a]]);
            }
        }
        const Node i = order[k];
        if (k % 4096 == 4095 && is_over()) break;
        if (n_members[i] != 1) continue;
        const auto row = graph.neighbors(i);
        const Node home = states[i].cluster;
        // The neighbours in the same cluster, gathered without unpredictable branches.
        if (inside.size() <= row.nodes.size()) inside.resize(2 * row.nodes.size() + 1);
        std::size_t n_inside = 0;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const NodeState& state = states[row.nodes[a]];
            inside[n_inside] = {row.weights[a], state.subcluster()};
            n_inside += state.cluster == home ? 1 : 0;
        }
        for (std::size_t m = 0; m < n_inside; ++m) attraction[inside[m].part] += inside[m].weight;
        double best = 0.0;
        Node to = -1;
        for (std::size_t m = 0; m < n_inside; ++m) {
            const Node p = inside[m].part;
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
        states[i].move_to(to);
    }
}

}  // namespace

RefinedPartition refine(const Graph& graph, std::span<const Node> labels, Rng& rng, Run& run) {
    const Node n = graph.n_nodes();
    auto n_members = huge_vector<Node>(labels.size(), 1);
    auto states = huge_vector<NodeState>(labels.size(), {0, 0});
    for_stretches(n, run, [&](Node begin, Node end) {
        for (Node i = begin; i < end; ++i) states[i] = {labels[i], i};
    });
    std::vector<double> sizes;
    if (graph.missing() != 0.0) {
        sizes.resize(labels.size());
        for (Node i = 0; i < n; ++i) sizes[i] = graph.size(i);
    }

    // Nodes grouped by cluster, in chunks of whole clusters, each with its own random numbers. Clusters are
    // independent, so the result does not depend on the order of the chunks or on the threads.
    std::vector<Node> first(labels.size() + 1, 0), order(labels.size());
    for (const Node c : labels) ++first[c + 1];
    std::vector<Node> chunks{0};
    for (Node c = 0; c < n; ++c) {
        first[c + 1] += first[c];
        if (first[c + 1] - chunks.back() >= members_per_chunk) chunks.push_back(first[c + 1]);
    }
    if (chunks.back() != n) chunks.push_back(n);
    for (Node i = 0; i < n; ++i) order[first[labels[i]]++] = i;
    const std::uint64_t seed = rng.next();
    std::vector<std::vector<double>> attractions(run.n_workers());
    run.parallel_for(chunks.size() - 1, [&](std::size_t k, std::size_t worker) {
        auto& attraction = attractions[worker];
        if (attraction.empty()) attraction = huge_vector<double>(labels.size(), 0.0);
        const auto nodes = std::span(order).subspan(chunks[k], chunks[k + 1] - chunks[k]);
        Rng(seed + k).shuffle(nodes);
        join_nodes_of_clusters(graph, nodes, states, n_members, sizes, attraction,
                               [&] { return run.expired_for(worker); });
    });

    // Subclusters are numbered by their first node, which never left its own.
    RefinedPartition refined{Labels(labels.size()), 0};
    std::vector<Node>& number = n_members;
    for (Node i = 0; i < n; ++i) {
        if (number[i] > 0) number[i] = refined.n_clusters++;
    }
    for_stretches(n, run, [&](Node begin, Node end) {
        for (Node i = begin; i < end; ++i) refined.labels[i] = number[states[i].subcluster()];
    });
    return refined;
}

RefinedPartition overlay(std::span<const Node> a, std::span<const Node> b) {
    const std::size_t n = a.size();
    // Nodes grouped by their cluster in a; within a group, a table maps each cluster of b to a subcluster.
    std::vector<Node> first(n + 1, 0), members(n);
    for (const Node c : a) ++first[c + 1];
    for (std::size_t c = 0; c < n; ++c) first[c + 1] += first[c];
    for (std::size_t i = 0; i < n; ++i) members[first[a[i]]++] = static_cast<Node>(i);
    RefinedPartition refined{Labels(n), 0};
    std::vector<Node> part_of(n, -1);
    Node first_part = 0;  // of the current group; smaller table entries belong to earlier groups
    for (std::size_t k = 0; k < n; ++k) {
        const Node i = members[k];
        if (k > 0 && a[i] != a[members[k - 1]]) first_part = refined.n_clusters;
        Node& part = part_of[b[i]];
        if (part < first_part) part = refined.n_clusters++;
        refined.labels[i] = part;
    }
    return refined;
}

}  // namespace frenemy
