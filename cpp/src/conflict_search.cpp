#include "frenemy/conflict_search.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "frenemy/watch.hpp"

namespace frenemy {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least_price = 1e-4;  // of each pair on the way, so that of cheap conflicts the short ones come first
constexpr std::size_t most_unlisted_per_node = 4;

double price_of(std::span<const double> prices, Conflicts::Pair pair) {
    return pair < prices.size() ? prices[pair] : 0.0;
}

}  // namespace

ConflictSearch::ConflictSearch(Conflicts& conflicts) : conflicts_(conflicts) {
    const auto n = static_cast<std::size_t>(conflicts.graph().n_nodes());
    distance_.assign(n, infinity);
    from_.resize(n);
    if (conflicts.graph().missing() < 0.0) listed_with_.assign(n, -1);
}

std::size_t ConflictSearch::add_cheap(std::span<const double> prices, double most, std::int64_t most_looks,
                                      Cycles& found, Run& run) {
    const std::size_t before = found.size();
    const Graph& graph = conflicts_.graph();
    const auto repelling = conflicts_.repelling();
    const bool has_unlisted = graph.missing() < 0.0;
    const auto room = [&](Conflicts::Pair pair) { return most - price_of(prices, pair); };
    Watch watch(run);
    for (; next_ < graph.n_nodes(); ++next_) {
        const Node i = next_;
        const std::size_t first = next_pair_;
        std::size_t at = first;
        double farthest = has_unlisted ? most : 0.0;
        for (; at < repelling.size() && repelling[at].a == i; ++at) {
            farthest = std::max(farthest, room(repelling[at].pair));
        }
        next_pair_ = at;
        if (!(farthest > 0.0) || conflicts_.attracting(i).empty()) continue;
        reach(i, prices, farthest, most_looks);
        for (std::size_t k = first; k < at; ++k) {
            if (distance_[repelling[k].b] < room(repelling[k].pair)) {
                add_path(i, repelling[k].b, repelling[k].pair, found);
            }
        }
        if (has_unlisted) {
            for (const Node j : graph.neighbors(i).nodes) listed_with_[j] = i;
            std::size_t n_added = 0;
            for (const Node j : reached_) {
                if (j <= i || listed_with_[j] == i || !conflicts_.has_unlisted()) continue;
                const Conflicts::Pair pair = conflicts_.unlisted(i, j);
                if (!(distance_[j] < room(pair))) continue;
                add_path(i, j, pair, found);
                if (++n_added == most_unlisted_per_node) break;
            }
        }
        if (watch.is_over(static_cast<std::int64_t>(reached_.size()) + 1)) {
            ++next_;
            return found.size() - before;
        }
    }
    next_ = 0;
    next_pair_ = 0;
    return found.size() - before;
}

/// Distances by price to all nodes nearer than `most` (Dijkstra).
void ConflictSearch::reach(Node from, std::span<const double> prices, double most, std::int64_t most_looks) {
    for (const Node i : reached_) distance_[i] = infinity;
    reached_.assign({from});
    distance_[from] = 0.0;
    queue_.assign({Entry{0.0, from}});
    while (!queue_.empty() && most_looks > 0) {
        std::ranges::pop_heap(queue_, std::greater<>());
        const auto [distance, i] = queue_.back();
        queue_.pop_back();
        if (distance > distance_[i]) continue;
        const auto ways = conflicts_.attracting(i);
        most_looks -= static_cast<std::int64_t>(ways.size());
        for (const auto [to, pair] : ways) {
            const double there = distance + std::max(least_price, price_of(prices, pair));
            if (there >= most || there >= distance_[to]) continue;
            if (distance_[to] == infinity) reached_.push_back(to);
            distance_[to] = there;
            from_[to] = {i, pair};
            queue_.emplace_back(there, to);
            std::ranges::push_heap(queue_, std::greater<>());
        }
    }
}

void ConflictSearch::add_path(Node from, Node to, Conflicts::Pair closing, Cycles& found) {
    cycle_.assign({closing});
    for (Node at = to; at != from; at = from_[at].to) cycle_.push_back(from_[at].pair);
    found.add(cycle_);
}

}  // namespace frenemy
