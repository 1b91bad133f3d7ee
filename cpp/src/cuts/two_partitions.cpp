#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "cut_row.hpp"
#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {

constexpr double tolerance = 1e-6;
constexpr int steps_without_gain = 8;  // of a local search
constexpr int tenure = 5;              // steps for which a node stays where it was moved
constexpr double infinity = std::numeric_limits<double>::infinity();

enum Side : std::uint8_t { none, first, second };

/// Local search for two sets of nodes with a large violation, on a dense matrix of how far pairs are together.
class TwoPartitionSearch {
  public:
    TwoPartitionSearch(std::size_t n_nodes, std::vector<double> together, int max_nodes)
        : n_nodes_(n_nodes), together_(std::move(together)), max_nodes_(max_nodes) {}

    /// The largest violation found from two starting nodes, one on each side.
    double search(std::size_t i, std::size_t j) {
        side_.assign(n_nodes_, none);
        to_[first].assign(n_nodes_, 0.0);
        to_[second].assign(n_nodes_, 0.0);
        free_at_.assign(n_nodes_, 0);
        n_on_[first] = n_on_[second] = 0;
        violation_ = 0.0;
        put(i, first);
        put(j, second);
        double best = 0.0;
        int n_without_gain = 0;
        for (int step = 1; n_without_gain < steps_without_gain; ++step) {
            double best_gain = -infinity;
            std::size_t best_node = 0;
            Side best_side = none;
            const bool is_full = n_on_[first] + n_on_[second] == max_nodes_;
            for (std::size_t node = 0; node < n_nodes_; ++node) {
                if (free_at_[node] > step) continue;
                for (const Side to : {none, first, second}) {
                    if (to == side_[node] || (to != none && (side_[node] != none || is_full))) continue;
                    const double gain = gain_of(node, to);
                    if (gain > best_gain) {
                        best_gain = gain;
                        best_node = node;
                        best_side = to;
                    }
                }
            }
            if (best_gain == -infinity) break;
            put(best_node, best_side);
            free_at_[best_node] = step + tenure;
            ++n_without_gain;
            const int n = n_on_[first] + n_on_[second];
            const double depth = violation_ / std::sqrt(0.5 * n * (n - 1));
            if (depth > best + tolerance) {
                best = depth;
                best_violation_ = violation_;
                best_sides_ = side_;
                n_without_gain = 0;
            }
        }
        return best > 0.0 ? best_violation_ : 0.0;
    }

    /// How far two nodes are together.
    double at(std::size_t i, std::size_t j) const { return together_[i * n_nodes_ + j]; }
    const std::vector<Side>& sides() const { return best_sides_; }

  private:
    /// How much the violation changes if a node moves to or from no side.
    double gain_of(std::size_t node, Side to) const {
        const Side side = to == none ? side_[node] : to;
        const Side other = side == first ? second : first;
        const double cut = to_[other][node] - to_[side][node];
        if (to == none) return -cut + (n_on_[side] <= n_on_[other] ? 1.0 : 0.0);
        return cut - (n_on_[side] < n_on_[other] ? 1.0 : 0.0);
    }

    void put(std::size_t node, Side to) {
        violation_ += gain_of(node, to);
        const Side side = to == none ? side_[node] : to;
        const double sign = to == none ? -1.0 : 1.0;
        for (std::size_t k = 0; k < n_nodes_; ++k) to_[side][k] += sign * at(node, k);
        n_on_[side] += to == none ? -1 : 1;
        side_[node] = to;
    }

    const std::size_t n_nodes_;
    const std::vector<double> together_;
    const int max_nodes_;
    std::vector<Side> side_, best_sides_;
    std::vector<double> to_[3];
    std::vector<int> free_at_;
    int n_on_[3] = {0, 0, 0};
    double violation_ = 0.0, best_violation_ = 0.0;
};

}  // namespace

Cuts CutSearch::two_partitions(std::span<const double> prices, double min_violation, int max_nodes, Run& run) {
    set_together(prices);
    Cuts found;
    ExpiryCheck expiry(run);
    const auto n = static_cast<std::size_t>(n_nodes_);
    std::vector<double> together(n * n, 0.0);
    std::vector<Pair> pairs(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        for (const auto [to, pair] : incident(static_cast<Node>(i))) {
            together[i * n + static_cast<std::size_t>(to)] = together_[pair];
            pairs[i * n + static_cast<std::size_t>(to)] = pair;
        }
    }
    TwoPartitionSearch search(n, std::move(together), max_nodes);
    std::set<std::vector<Side>> seen;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const double here = search.at(i, j);
            if (i == j || here < tolerance || here > 1.0 - tolerance) continue;
            if (search.search(i, j) > min_violation && seen.insert(search.sides()).second) {
                const auto& sides = search.sides();
                Row row(*this, found);
                int n_first = 0, n_second = 0;
                for (std::size_t a = 0; a < n; ++a) {
                    if (sides[a] == none) continue;
                    ++(sides[a] == first ? n_first : n_second);
                    for (std::size_t b = a + 1; b < n; ++b) {
                        if (sides[b] != none) row.add(pairs[a * n + b], sides[a] == sides[b] ? -1 : 1);
                    }
                }
                row.end(std::min(n_first, n_second));
            }
            if (expiry.is_over(static_cast<std::int64_t>(32 * n))) return found;
        }
    }
    return found;
}

}  // namespace frenemy
