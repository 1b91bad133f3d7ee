#include <algorithm>

#include "cut_row.hpp"
#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {
constexpr double min_improvement = 1e-6;
}

/// From each neighbour that is partly joined with the hub, adds further nodes greedily.
Cuts CutSearch::stars(std::span<const double> prices, double min_violation, Run& run) {
    set_together(prices);
    Cuts found;
    ExpiryCheck expiry(run);
    const auto n = static_cast<std::size_t>(n_nodes_);
    std::vector<IncidentPair> spokes;
    std::vector<double> gain;  // of each spoke, minus how far it is joined with those chosen; negative: not eligible
    std::vector<Node> place(n, -1);
    std::vector<std::size_t> chosen;
    for (Node hub = 0; hub < n_nodes_; ++hub) {
        spokes.clear();
        for (const IncidentPair& spoke : incident(hub)) {
            if (together_[spoke.pair] > min_improvement && together_[spoke.pair] < 1.0 - min_improvement)
                spokes.push_back(spoke);
        }
        if (spokes.size() < 3) continue;
        for (std::size_t s = 0; s < spokes.size(); ++s) place[spokes[s].to] = static_cast<Node>(s);
        double best = min_violation;
        std::int64_t n_visits = 0;
        for (std::size_t first = 0; first < spokes.size(); ++first) {
            gain.resize(spokes.size());
            for (std::size_t s = 0; s < spokes.size(); ++s) gain[s] = together_[spokes[s].pair];
            chosen.clear();
            double sum = 0.0;
            std::size_t next = first;
            while (gain[next] > min_improvement) {
                sum += gain[next];
                chosen.push_back(next);
                gain[next] = -1.0;
                // Only nodes with a listed pair to all chosen ones remain.
                for (double& g : gain) g -= 2.0;
                for (const auto [to, pair] : incident(spokes[next].to)) {
                    if (place[to] >= 0) gain[static_cast<std::size_t>(place[to])] += 2.0 - together_[pair];
                }
                n_visits += static_cast<std::int64_t>(incident(spokes[next].to).size());
                next = static_cast<std::size_t>(std::ranges::max_element(gain) - gain.begin());
            }
            if (sum - 1.0 <= best || chosen.size() < 3) continue;
            best = sum - 1.0 + min_improvement;  // the next star of this hub must be better
            Row row(*this, found);
            for (const std::size_t s : chosen) row.add(spokes[s].pair, 1);
            for (const std::size_t s : chosen) {
                for (const auto [to, pair] : incident(spokes[s].to)) {
                    if (to < spokes[s].to || place[to] < 0) continue;
                    if (std::ranges::find(chosen, static_cast<std::size_t>(place[to])) != chosen.end())
                        row.add(pair, -1);
                }
            }
            row.end(1);
        }
        for (const IncidentPair& spoke : spokes) place[spoke.to] = -1;
        if (expiry.is_over(n_visits + 1)) break;
    }
    return found;
}

}  // namespace frenemy
