#include "frenemy/cuts/cut_search.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>

#include "cut_row.hpp"
#include "frenemy/core/expiry_check.hpp"
#include "frenemy/structures/union_find.hpp"

namespace frenemy {

namespace {

constexpr double step = 1e-9;  // added to each pair: prefers the shorter of equally cheap paths

}  // namespace

CutSearch::CutSearch(Node n_nodes, std::span<const Node> u, std::span<const Node> v, std::span<const double> w)
    : n_nodes_(n_nodes), paths_(std::max(n_nodes, Node{0})) {
    if (n_nodes < 0 || u.size() != v.size() || u.size() != w.size() ||
        u.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        throw std::invalid_argument("pairs for cuts must be two ends and a weight each, got " +
                                    std::to_string(u.size()) + ", " + std::to_string(v.size()) + " and " +
                                    std::to_string(w.size()));
    }
    const auto n = static_cast<std::size_t>(n_nodes);
    offsets_.assign(n + 1, 0);
    for (std::size_t p = 0; p < u.size(); ++p) {
        if (u[p] < 0 || v[p] < 0 || u[p] >= n_nodes || v[p] >= n_nodes || u[p] == v[p]) {
            throw std::invalid_argument("pairs for cuts must be of two nodes in 0.." + std::to_string(n_nodes - 1) +
                                        ", got " + std::to_string(u[p]) + " and " + std::to_string(v[p]));
        }
        ++offsets_[static_cast<std::size_t>(u[p]) + 1];
        ++offsets_[static_cast<std::size_t>(v[p]) + 1];
        attracts_.push_back(w[p] > 0.0);
        repels_.push_back(w[p] < 0.0);
    }
    for (std::size_t i = 0; i < n; ++i) offsets_[i + 1] += offsets_[i];
    incident_.resize(2 * u.size());
    std::vector<std::int64_t> next(offsets_.begin(), offsets_.end() - 1);
    for (std::size_t p = 0; p < u.size(); ++p) {
        incident_[static_cast<std::size_t>(next[u[p]]++)] = {v[p], static_cast<Pair>(p)};
        incident_[static_cast<std::size_t>(next[v[p]]++)] = {u[p], static_cast<Pair>(p)};
    }
    attracting_offsets_.assign(n + 1, 0);
    for (Node i = 0; i < n_nodes_; ++i) {
        std::ranges::copy_if(incident(i), std::back_inserter(attracting_),
                             [&](const IncidentPair& incident_pair) { return attracts_[incident_pair.pair]; });
        attracting_offsets_[i + 1] = static_cast<std::int64_t>(attracting_.size());
    }
}

void CutSearch::set_together(std::span<const double> prices) {
    together_.resize(n_pairs());
    for (std::size_t p = 0; p < n_pairs(); ++p) together_[p] = attracts_[p] ? 1.0 - prices[p] : prices[p];
}

/// Paths to all nodes nearer than `max_distance`.
void CutSearch::reach(Node from, std::span<const double> lengths, double max_distance, bool only_attracting) {
    const auto incident_of = [&](Node i) { return only_attracting ? attracting(i) : incident(i); };
    const auto length = [&](Pair pair) { return std::max(0.0, lengths[pair]) + step; };
    paths_.reach(from, max_distance, ShortestPaths::unlimited, incident_of, length);
}

Cuts CutSearch::conflicts(std::span<const double> prices, double min_violation, Run& run) {
    Cuts found;
    ExpiryCheck expiry(run);
    const double max_cost = 1.0 - min_violation;
    for (Node i = 0; i < n_nodes_; ++i) {
        if (attracting(i).empty()) continue;
        double farthest = 0.0;
        for (const auto [to, pair] : incident(i)) {
            if (to > i && repels_[pair]) farthest = std::max(farthest, max_cost - prices[pair]);
        }
        if (!(farthest > 0.0)) continue;
        reach(i, prices, farthest, true);
        for (const auto [to, pair] : incident(i)) {
            if (to < i || !repels_[pair] || !(paths_.distance(to) < max_cost - prices[pair])) continue;
            double sum = prices[pair];
            found.add_pair(pair, 1);
            paths_.walk_back(to, [&](Pair on_path) {
                found.add_pair(on_path, 1);
                sum += prices[on_path];
            });
            found.end_row(1.0, 1.0 - sum);
        }
        if (expiry.is_over(static_cast<std::int64_t>(4 * paths_.reached().size()) + 1)) break;
    }
    return found;
}

Cuts CutSearch::cycles(std::span<const double> prices, double min_violation, Run& run) {
    set_together(prices);
    std::vector<double> apart(together_.size());
    for (std::size_t p = 0; p < apart.size(); ++p) apart[p] = 1.0 - together_[p];
    Cuts found;
    ExpiryCheck expiry(run);
    for (Node i = 0; i < n_nodes_; ++i) {
        double farthest = 0.0;
        for (const auto [to, pair] : incident(i)) {
            if (to > i) farthest = std::max(farthest, apart[pair] - min_violation);
        }
        if (!(farthest > 0.0)) continue;
        reach(i, apart, farthest, false);
        for (const auto [to, pair] : incident(i)) {
            if (to < i || !(paths_.distance(to) < apart[pair] - min_violation)) continue;
            Row row(*this, found);
            int n_path = 0;
            row.add(pair, -1);
            paths_.walk_back(to, [&](Pair on_path) {
                row.add(on_path, 1);
                ++n_path;
            });
            row.end(n_path - 1);
        }
        if (expiry.is_over(static_cast<std::int64_t>(4 * paths_.reached().size()) + 1)) break;
    }
    return found;
}

Labels CutSearch::components(std::span<const double> prices, double max_price) const {
    UnionFind parts(static_cast<std::size_t>(n_nodes_));
    for (Node i = 0; i < n_nodes_; ++i) {
        for (const auto [to, pair] : attracting(i)) {
            if (to > i && prices[pair] <= max_price) parts.unite(i, to);
        }
    }
    Labels labels(static_cast<std::size_t>(n_nodes_), -1);
    Labels name(labels.size(), -1);
    Node n_parts = 0;
    for (Node i = 0; i < n_nodes_; ++i) {
        Node& of_root = name[parts.find(i)];
        if (of_root < 0) of_root = n_parts++;
        labels[i] = of_root;
    }
    return labels;
}

}  // namespace frenemy
