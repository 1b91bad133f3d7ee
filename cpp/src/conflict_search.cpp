#include "frenemy/conflict_search.hpp"

#include <algorithm>

#include "frenemy/watch.hpp"

namespace frenemy {

namespace {

constexpr double least_price = 1e-4;  // of each pair on the way, so that of cheap conflicts the short ones come first
constexpr std::size_t most_unlisted_per_node = 4;

double price_of(std::span<const double> prices, Conflicts::Pair pair) {
    return pair < prices.size() ? prices[pair] : 0.0;
}

}  // namespace

ConflictSearch::ConflictSearch(Conflicts& conflicts) : conflicts_(conflicts), paths_(conflicts.graph().n_nodes()) {
    const auto n = static_cast<std::size_t>(conflicts.graph().n_nodes());
    if (conflicts.graph().missing() < 0.0) listed_with_.assign(n, -1);
}

std::size_t ConflictSearch::add_cheap(std::span<const double> prices, double most, std::int64_t most_looks,
                                      Cycles& found, Run& run) {
    const std::size_t before = found.size();
    const Graph& graph = conflicts_.graph();
    const auto repelling = conflicts_.repelling();
    const bool has_unlisted = graph.missing() < 0.0;
    const auto room = [&](Conflicts::Pair pair) { return most - price_of(prices, pair); };
    const auto ways = [&](Node i) { return conflicts_.attracting(i); };
    const auto length = [&](Conflicts::Pair pair) { return std::max(least_price, price_of(prices, pair)); };
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
        paths_.reach(i, farthest, most_looks, ways, length);
        for (std::size_t k = first; k < at; ++k) {
            const auto [_, end, pair] = repelling[k];
            if (paths_.distance(end) < room(pair)) add_path(end, pair, found);
        }
        if (has_unlisted) {
            for (const Node j : graph.neighbors(i).nodes) listed_with_[j] = i;
            std::size_t n_added = 0;
            for (const Node j : paths_.reached()) {
                if (j <= i || listed_with_[j] == i || !conflicts_.has_unlisted()) continue;
                const Conflicts::Pair pair = conflicts_.unlisted(i, j);
                if (!(paths_.distance(j) < room(pair))) continue;
                add_path(j, pair, found);
                if (++n_added == most_unlisted_per_node) break;
            }
        }
        if (watch.is_over(static_cast<std::int64_t>(paths_.reached().size()) + 1)) {
            ++next_;
            return found.size() - before;
        }
    }
    next_ = 0;
    next_pair_ = 0;
    return found.size() - before;
}

void ConflictSearch::add_path(Node to, Conflicts::Pair closing, Cycles& found) {
    cycle_.assign({closing});
    paths_.walk_back(to, [&](Conflicts::Pair pair) { cycle_.push_back(pair); });
    found.add(cycle_);
}

}  // namespace frenemy
