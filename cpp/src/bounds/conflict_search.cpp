#include "frenemy/bounds/conflict_search.hpp"

#include <algorithm>

#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {

constexpr double min_price = 1e-4;  // added to each pair of a path, so that among cheap conflicts short ones come first
constexpr std::size_t max_unlisted_per_node = 4;

double price_of(std::span<const double> prices, Conflicts::Pair pair) {
    return pair < prices.size() ? prices[pair] : 0.0;
}

}  // namespace

ConflictSearch::ConflictSearch(Conflicts& conflicts) : conflicts_(conflicts), paths_(conflicts.graph().n_nodes()) {
    const auto n = static_cast<std::size_t>(conflicts.graph().n_nodes());
    if (conflicts.graph().missing() < 0.0) listed_with_.assign(n, -1);
}

std::size_t ConflictSearch::add_cheap(std::span<const double> prices, double max_cost, std::int64_t max_visits,
                                      Cycles& found, Run& run) {
    const std::size_t before = found.size();
    const Graph& graph = conflicts_.graph();
    const auto repelling = conflicts_.repelling();
    const bool has_unlisted = graph.missing() < 0.0;
    const auto room = [&](Conflicts::Pair pair) { return max_cost - price_of(prices, pair); };
    const auto incident = [&](Node i) { return conflicts_.attracting(i); };
    const auto length = [&](Conflicts::Pair pair) { return std::max(min_price, price_of(prices, pair)); };
    ExpiryCheck expiry(run);
    for (; next_ < graph.n_nodes(); ++next_) {
        const Node i = next_;
        const std::size_t first = next_pair_;
        std::size_t at = first;
        double farthest = has_unlisted ? max_cost : 0.0;
        for (; at < repelling.size() && repelling[at].a == i; ++at) {
            farthest = std::max(farthest, room(repelling[at].pair));
        }
        next_pair_ = at;
        if (!(farthest > 0.0) || conflicts_.attracting(i).empty()) continue;
        paths_.reach(i, farthest, max_visits, incident, length);
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
                if (++n_added == max_unlisted_per_node) break;
            }
        }
        if (expiry.is_over(static_cast<std::int64_t>(paths_.reached().size()) + 1)) {
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
