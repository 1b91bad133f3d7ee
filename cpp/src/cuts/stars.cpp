#include <algorithm>

#include "cut_row.hpp"
#include "frenemy/watch.hpp"

namespace frenemy {

namespace {
constexpr double some = 1e-6;
}

/// From each neighbour that is partly with the hub, others are added, always the one that brings most.
Cuts CutSearch::stars(std::span<const double> prices, double least_violation, Run& run) {
    set_together(prices);
    Cuts found;
    Watch watch(run);
    const auto n = static_cast<std::size_t>(n_nodes_);
    std::vector<Way> spokes;
    std::vector<double> gain;  // of each spoke, minus what it is together with those chosen; below 0: not to be chosen
    std::vector<Node> place(n, -1);
    std::vector<std::size_t> chosen;
    for (Node hub = 0; hub < n_nodes_; ++hub) {
        spokes.clear();
        for (const Way& way : ways(hub)) {
            if (together_[way.pair] > some && together_[way.pair] < 1.0 - some) spokes.push_back(way);
        }
        if (spokes.size() < 3) continue;
        for (std::size_t s = 0; s < spokes.size(); ++s) place[spokes[s].to] = static_cast<Node>(s);
        double best = least_violation;
        std::int64_t n_looks = 0;
        for (std::size_t first = 0; first < spokes.size(); ++first) {
            gain.resize(spokes.size());
            for (std::size_t s = 0; s < spokes.size(); ++s) gain[s] = together_[spokes[s].pair];
            chosen.clear();
            double sum = 0.0;
            std::size_t next = first;
            while (gain[next] > some) {
                sum += gain[next];
                chosen.push_back(next);
                gain[next] = -1.0;
                // Only those with a listed pair to all chosen ones stay.
                for (double& g : gain) g -= 2.0;
                for (const auto [to, pair] : ways(spokes[next].to)) {
                    if (place[to] >= 0) gain[static_cast<std::size_t>(place[to])] += 2.0 - together_[pair];
                }
                n_looks += static_cast<std::int64_t>(ways(spokes[next].to).size());
                next = static_cast<std::size_t>(std::ranges::max_element(gain) - gain.begin());
            }
            if (sum - 1.0 <= best || chosen.size() < 3) continue;
            best = sum - 1.0 + some;  // the next one of this hub has to be better
            Row row(*this, found);
            for (const std::size_t s : chosen) row.add(spokes[s].pair, 1);
            for (const std::size_t s : chosen) {
                for (const auto [to, pair] : ways(spokes[s].to)) {
                    if (to < spokes[s].to || place[to] < 0) continue;
                    if (std::ranges::find(chosen, static_cast<std::size_t>(place[to])) != chosen.end())
                        row.add(pair, -1);
                }
            }
            row.end(1);
        }
        for (const Way& spoke : spokes) place[spoke.to] = -1;
        if (watch.is_over(n_looks + 1)) break;
    }
    return found;
}

}  // namespace frenemy
