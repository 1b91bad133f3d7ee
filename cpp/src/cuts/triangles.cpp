#include <algorithm>

#include "cut_row.hpp"
#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {

struct Corner {
    double violation;
    std::uint32_t closing, left, right;
};

}  // namespace

/// For each two adjacent pairs that are more joined than apart, checks the closing pair.
Cuts CutSearch::triangles(std::span<const double> prices, double min_violation, std::size_t max_per_pair,
                          bool only_conflicts, Run& run) {
    set_together(prices);
    Cuts found;
    ExpiryCheck expiry(run);
    std::vector<std::int64_t> pair_to(static_cast<std::size_t>(n_nodes_), -1);
    std::vector<Corner> corners;
    for (Node i = 0; i < n_nodes_; ++i) {
        for (const auto [to, pair] : incident(i)) {
            if (to > i && (repels_[pair] || !only_conflicts)) pair_to[to] = pair;
        }
        corners.clear();
        std::int64_t n_visits = 0;
        for (const auto [j, left] : only_conflicts ? attracting(i) : incident(i)) {
            if (!(together_[left] > min_violation)) continue;
            for (const auto [k, right] : only_conflicts ? attracting(j) : incident(j)) {
                if (k <= i || pair_to[k] < 0) continue;
                const auto closing = static_cast<Pair>(pair_to[k]);
                const double violation = together_[left] + together_[right] - together_[closing] - 1.0;
                if (violation > min_violation) corners.push_back({violation, closing, left, right});
            }
            n_visits += static_cast<std::int64_t>(incident(j).size());
        }
        for (const auto [to, pair] : incident(i)) pair_to[to] = -1;
        std::ranges::sort(corners, [](const Corner& a, const Corner& b) {
            return a.closing != b.closing       ? a.closing < b.closing
                   : a.violation != b.violation ? a.violation > b.violation
                                                : a.left < b.left;
        });
        std::size_t n_of_pair = 0;
        for (std::size_t c = 0; c < corners.size(); ++c) {
            n_of_pair = c > 0 && corners[c].closing == corners[c - 1].closing ? n_of_pair + 1 : 0;
            if (n_of_pair >= max_per_pair) continue;
            Row row(*this, found);
            row.add(corners[c].closing, -1);
            row.add(corners[c].left, 1);
            row.add(corners[c].right, 1);
            row.end(1);
        }
        if (expiry.is_over(n_visits + 1)) break;
    }
    return found;
}

}  // namespace frenemy
