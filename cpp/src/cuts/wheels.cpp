#include <algorithm>
#include <functional>
#include <limits>

#include "cut_row.hpp"
#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double step = 1e-7;
constexpr double tolerance = 1e-6;

}  // namespace

/// In the neighbourhood of a hub, the length of a pair {i, j} is the slack of its triangle with the hub: an odd cycle
/// of total length below 1 (twice the lengths of the paper) is a violated wheel. Each node is doubled, for even and odd
/// numbers of steps, so that an odd cycle is a path from one copy to the other.
Cuts CutSearch::wheels(std::span<const double> prices, double min_violation, Run& run) {
    set_together(prices);
    Cuts found;
    ExpiryCheck expiry(run);
    struct Rim {
        std::size_t to;
        Pair pair;
        double length;
    };
    struct From {
        std::size_t state;
        Pair pair;
    };
    const double max_length = 1.0 - 2.0 * min_violation;
    std::vector<IncidentPair> spokes;
    std::vector<Node> place(static_cast<std::size_t>(n_nodes_), -1);
    std::vector<std::vector<Rim>> rims;
    std::vector<double> distance;
    std::vector<From> from;
    std::vector<std::pair<double, std::size_t>> queue;
    std::vector<std::pair<std::size_t, Pair>> walk;
    std::vector<std::size_t> seen_at;
    std::vector<std::uint8_t> is_used;
    for (Node hub = 0; hub < n_nodes_; ++hub) {
        spokes.clear();
        for (const IncidentPair& spoke : incident(hub)) {
            if (together_[spoke.pair] > tolerance && together_[spoke.pair] < 1.0 - tolerance) spokes.push_back(spoke);
        }
        if (spokes.size() < 3) continue;
        const std::size_t k = spokes.size();
        for (std::size_t s = 0; s < k; ++s) place[spokes[s].to] = static_cast<Node>(s);
        rims.assign(k, {});
        std::int64_t n_visits = 0;
        for (std::size_t s = 0; s < k; ++s) {
            for (const auto [to, pair] : incident(spokes[s].to)) {
                if (place[to] < 0) continue;
                const auto t = static_cast<std::size_t>(place[to]);
                const double length =
                    1.0 - together_[spokes[s].pair] - together_[spokes[t].pair] + 2.0 * together_[pair];
                if (length < max_length) rims[s].push_back({t, pair, std::max(0.0, length)});
            }
            n_visits += static_cast<std::int64_t>(incident(spokes[s].to).size());
        }
        is_used.assign(k, 0);
        for (std::size_t start = 0; start < k; ++start) {
            if (is_used[start] || rims[start].empty()) continue;
            distance.assign(2 * k, infinity);
            from.resize(2 * k);
            distance[2 * start] = 0.0;
            queue.assign({{0.0, 2 * start}});
            while (!queue.empty()) {
                std::ranges::pop_heap(queue, std::greater<>());
                const auto [here, state] = queue.back();
                queue.pop_back();
                if (here > distance[state]) continue;
                if (state == 2 * start + 1) break;
                n_visits += static_cast<std::int64_t>(rims[state / 2].size());
                for (const Rim& rim : rims[state / 2]) {
                    const std::size_t next = 2 * rim.to + (1 - state % 2);
                    const double there = here + rim.length + step;
                    if (there >= max_length || there >= distance[next]) continue;
                    distance[next] = there;
                    from[next] = {state, rim.pair};
                    queue.emplace_back(there, next);
                    std::ranges::push_heap(queue, std::greater<>());
                }
            }
            if (distance[2 * start + 1] >= max_length) continue;
            walk.clear();
            for (std::size_t state = 2 * start + 1; state != 2 * start; state = from[state].state) {
                walk.emplace_back(state / 2, from[state].pair);
            }
            // The walk may intersect itself; one of its loops is odd and not longer than the walk.
            seen_at.assign(k, static_cast<std::size_t>(-1));
            std::vector<std::pair<std::size_t, Pair>> cycle;
            for (const auto& turn : walk) {
                if (seen_at[turn.first] != static_cast<std::size_t>(-1)) {
                    const std::size_t begin = seen_at[turn.first];
                    if ((cycle.size() - begin) % 2 == 1) {
                        cycle.erase(cycle.begin(), cycle.begin() + static_cast<std::ptrdiff_t>(begin));
                        break;
                    }
                    for (std::size_t c = begin; c < cycle.size(); ++c) {
                        seen_at[cycle[c].first] = static_cast<std::size_t>(-1);
                    }
                    cycle.resize(begin);
                }
                seen_at[turn.first] = cycle.size();
                cycle.push_back(turn);
            }
            if (cycle.size() < 3 || cycle.size() % 2 == 0) continue;
            Row row(*this, found);
            for (const auto& [s, pair] : cycle) {
                row.add(spokes[s].pair, 1);
                row.add(pair, -1);
                is_used[s] = 1;
            }
            row.end(static_cast<int>(cycle.size() / 2));
        }
        for (const IncidentPair& spoke : spokes) place[spoke.to] = -1;
        if (expiry.is_over(n_visits + 1)) break;
    }
    return found;
}

}  // namespace frenemy
