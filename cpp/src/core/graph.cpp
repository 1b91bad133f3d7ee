#include "frenemy/core/graph.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "frenemy/core/largest_sum.hpp"
#include "frenemy/system/huge_pages.hpp"

namespace frenemy {

namespace {

constexpr std::size_t poll_every = std::size_t{1} << 20;

std::string shown(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

/// One load, whatever the optimizer does: arrays of a user, or of a mapped file, may change at any time.
template <class T>
T read_once(const T& value) {
    return *static_cast<const volatile T*>(&value);
}

[[noreturn]] void throw_changed(std::size_t e) {
    throw std::invalid_argument("u, v and w must not change while they are read, but edge " + std::to_string(e) +
                                " did; give a copy");
}

void check_edges(Node n, std::span<const Node> u, std::span<const Node> v, std::span<const double> w) {
    double total = 0.0;
    for (std::size_t e = 0; e < w.size(); ++e) {
        for (const Node end : {u[e], v[e]}) {
            if (end < 0 || end >= n) {
                throw std::invalid_argument("node ids must be in 0.." + std::to_string(n - 1) + ", got " +
                                            std::to_string(end) + " at edge " + std::to_string(e));
            }
        }
        if (!std::isfinite(w[e])) {
            throw std::invalid_argument("weights must be finite, got " + shown(w[e]) + " at edge " + std::to_string(e));
        }
        total += std::abs(w[e]);
        if (total > largest_sum) {
            throw std::invalid_argument("weights must have a finite sum, but it overflows at edge " +
                                        std::to_string(e) + " with weight " + shown(w[e]) + " (at most " +
                                        shown(largest_sum) + " in all); divide all weights by a constant");
        }
    }
}

void check_sizes(Node n, std::span<const double> sizes, double missing) {
    if (!std::isfinite(missing)) throw std::invalid_argument("missing must be finite, got " + shown(missing));
    if (!sizes.empty() && sizes.size() != static_cast<std::size_t>(n)) {
        throw std::invalid_argument("sizes must have one entry per node, got " + std::to_string(sizes.size()) +
                                    " for " + std::to_string(n) + " nodes");
    }
    double total = sizes.empty() ? static_cast<double>(n) : 0.0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (!std::isfinite(sizes[i]) || sizes[i] < 0) {
            throw std::invalid_argument("sizes must be finite and not negative, got " + shown(sizes[i]) + " at node " +
                                        std::to_string(i));
        }
        total += sizes[i];
    }
    if (!(std::abs(missing * total * total) <= largest_sum)) {
        throw std::invalid_argument("missing times the squared total of the sizes must be at most " +
                                    shown(largest_sum) + ", got missing " + shown(missing) + " and a total of " +
                                    shown(total));
    }
}

}  // namespace

Graph Graph::from_edges(Node n_nodes, std::span<const Node> u, std::span<const Node> v, std::span<const double> w,
                        double missing, std::vector<double> sizes, bool is_excess, const Poll& poll) {
    if (n_nodes < 0) throw std::invalid_argument("n_nodes must not be negative, got " + std::to_string(n_nodes));
    if (u.size() != v.size() || u.size() != w.size()) {
        throw std::invalid_argument("u, v and w must have the same length, got " + std::to_string(u.size()) + ", " +
                                    std::to_string(v.size()) + " and " + std::to_string(w.size()));
    }
    check_sizes(n_nodes, sizes, missing);
    check_edges(n_nodes, u, v, w);
    poll();

    Graph graph;
    graph.missing_ = missing;
    graph.sizes_ = std::move(sizes);
    graph.offsets_.assign(static_cast<std::size_t>(n_nodes) + 1, 0);
    auto& offsets = graph.offsets_;

    // Values are checked again wherever they are used, as they may have changed since: what is read once decides.
    const auto is_node = [n_nodes](Node i) { return i >= 0 && i < n_nodes; };
    for (std::size_t e = 0; e < w.size(); ++e) {
        const Node i = read_once(u[e]), j = read_once(v[e]);
        if (!is_node(i) || !is_node(j)) throw_changed(e);
        if (i == j) {
            ++graph.n_self_loops_;
            continue;
        }
        ++offsets[i + 1];
        ++offsets[j + 1];
    }
    for (Node i = 0; i < n_nodes; ++i) offsets[i + 1] += offsets[i];
    poll();

    const auto n_half_edges = static_cast<std::size_t>(offsets[n_nodes]);
    std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
    reserve_huge(graph.neighbors_, n_half_edges);
    reserve_huge(graph.weights_, n_half_edges);
    graph.neighbors_.resize(n_half_edges);
    graph.weights_.resize(n_half_edges);
    // Pairs sorted with u < v fill sorted rows: row x first receives its smaller neighbours, in order, and then its
    // larger ones.
    bool is_sorted = true;
    Node before_i = 0, before_j = 0;
    for (std::size_t e = 0; e < w.size(); ++e) {
        if (e % poll_every == 0) poll();
        const Node i = read_once(u[e]), j = read_once(v[e]);
        const double weight = read_once(w[e]);
        if (!is_node(i) || !is_node(j) || !std::isfinite(weight)) throw_changed(e);
        if (i > j || i < before_i || (i == before_i && j < before_j)) is_sorted = false;
        before_i = i;
        before_j = j;
        if (i == j) continue;
        const auto at_i = static_cast<std::size_t>(next[i]++), at_j = static_cast<std::size_t>(next[j]++);
        if (at_i >= n_half_edges || at_j >= n_half_edges) throw_changed(e);
        graph.neighbors_[at_i] = j;
        graph.weights_[at_i] = weight;
        graph.neighbors_[at_j] = i;
        graph.weights_[at_j] = weight;
    }
    // A row with another number of entries than counted has overwritten the next one, or has a hole.
    for (Node i = 0; i < n_nodes; ++i) {
        if (next[i] != offsets[i + 1]) {
            throw std::invalid_argument("u, v and w must not change while they are read, but the pairs of node " +
                                        std::to_string(i) + " did; give a copy");
        }
    }
    if (!is_sorted) {
        // Transposing a symmetric matrix does not change it but sorts its rows. Duplicates keep their order in both
        // rows, so that both copies of an edge are bitwise equal sums.
        auto neighbors = huge_vector<Node>(n_half_edges, 0);
        auto weights = huge_vector<double>(n_half_edges, 0.0);
        next.assign(offsets.begin(), offsets.end() - 1);
        for (Node i = 0; i < n_nodes; ++i) {
            if (static_cast<std::size_t>(i) % (poll_every >> 4) == 0) poll();
            for (auto a = offsets[i]; a < offsets[i + 1]; ++a) {
                const auto to = static_cast<std::size_t>(next[graph.neighbors_[a]]++);
                neighbors[to] = i;
                weights[to] = graph.weights_[a];
            }
        }
        graph.neighbors_ = std::move(neighbors);
        graph.weights_ = std::move(weights);
    }

    // Sum duplicates, turn totals into excesses, and compact the rows.
    std::size_t kept = 0;
    for (Node i = 0; i < n_nodes; ++i) {
        if (static_cast<std::size_t>(i) % (poll_every >> 4) == 0) poll();
        auto a = static_cast<std::size_t>(offsets[i]);
        const auto end = static_cast<std::size_t>(offsets[i + 1]);
        offsets[i] = static_cast<std::int64_t>(kept);
        while (a < end) {
            const Node j = graph.neighbors_[a];
            double weight = graph.weights_[a];
            for (++a; a < end && graph.neighbors_[a] == j; ++a) weight += graph.weights_[a];
            // (s_i * s_j) first: the product must not depend on the end.
            if (!is_excess) weight -= missing * (graph.size(i) * graph.size(j));
            if (weight == 0.0) continue;
            graph.neighbors_[kept] = j;
            graph.weights_[kept++] = weight;
        }
    }
    offsets[n_nodes] = static_cast<std::int64_t>(kept);
    graph.neighbors_.resize(kept);
    graph.weights_.resize(kept);
    return graph;
}

Graph Graph::from_rows(std::vector<std::int64_t> offsets, std::vector<Node> neighbors, std::vector<double> weights,
                       double missing, std::vector<double> sizes) {
    Graph graph;
    graph.offsets_ = std::move(offsets);
    graph.neighbors_ = std::move(neighbors);
    graph.weights_ = std::move(weights);
    graph.sizes_ = std::move(sizes);
    graph.missing_ = missing;
    return graph;
}

double Graph::missing_weight() const {
    if (missing_ == 0.0) return 0.0;
    double total = 0.0, squares = 0.0;
    for (Node i = 0; i < n_nodes(); ++i) {
        total += size(i);
        squares += size(i) * size(i);
    }
    return missing_ * 0.5 * (total * total - squares);
}

double Graph::cut_of(Node begin, Node end, std::span<const Node> labels) const {
    double cut = 0.0;
    for (Node i = begin; i < end; ++i) {
        const auto row = neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            if (row.nodes[a] > i && labels[i] != labels[row.nodes[a]]) cut += row.weights[a];
        }
    }
    return cut;
}

double Graph::energy(std::span<const Node> labels) const {
    // One big cluster, where most solves begin: no need to look at any pair.
    if (std::ranges::adjacent_find(labels, std::ranges::not_equal_to{}) == labels.end()) return 0.0;
    const Node n = n_nodes();
    const double cut = cut_of(0, n, labels);
    if (missing_ == 0.0) return cut;
    std::vector<double> cluster_size(static_cast<std::size_t>(n), 0.0);
    double total = 0.0, squares = 0.0;
    for (Node i = 0; i < n; ++i) {
        cluster_size[labels[i]] += size(i);
        total += size(i);
    }
    for (const double s : cluster_size) squares += s * s;
    return cut + missing_ * 0.5 * (total * total - squares);
}

double Graph::total_weight() const {
    double sum = 0.0;
    for (const double w : weights_) sum += w;
    return 0.5 * sum + missing_weight();
}

double Graph::repelling_weight() const {
    double listed = 0.0;         // min(0, weight of the pair) over the edges
    double unlisted_part = 0.0;  // weight of the same pairs if they were unlisted
    if (missing_ == 0.0) {       // no need for sizes
        for (const double w : weights_) listed += std::min(0.0, w);
        return 0.5 * listed;
    }
    for (Node i = 0; i < n_nodes(); ++i) {
        const auto row = neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const double unlisted = missing_ * (size(i) * size(row.nodes[a]));
            listed += std::min(0.0, row.weights[a] + unlisted);
            unlisted_part += unlisted;
        }
    }
    if (missing_ >= 0.0) return 0.5 * listed;
    return 0.5 * listed + (missing_weight() - 0.5 * unlisted_part);
}

Graph Graph::completed() const {
    const Node n = n_nodes();
    const auto n_pairs = static_cast<std::size_t>(n) * static_cast<std::size_t>(n - 1) / 2;
    std::vector<Node> u, v;
    std::vector<double> w;
    u.reserve(n_pairs);
    v.reserve(n_pairs);
    w.reserve(n_pairs);
    for (Node i = 0; i < n; ++i) {
        const auto row = neighbors(i);
        std::size_t a = 0;
        while (a < row.nodes.size() && row.nodes[a] <= i) ++a;
        for (Node j = i + 1; j < n; ++j) {
            double weight = missing_ * (size(i) * size(j));
            if (a < row.nodes.size() && row.nodes[a] == j) weight += row.weights[a++];
            u.push_back(i);
            v.push_back(j);
            w.push_back(weight);
        }
    }
    return from_edges(n, u, v, w, 0.0, sizes_, false, [] {});
}

}  // namespace frenemy
