#include "frenemy/flow/cut_packing.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {

// Limits on visited pairs, in all and per search: the bound is good long before all paths are packed.
constexpr std::int64_t max_steps = 30'000'000;
constexpr std::int64_t max_search_steps = 1 << 15;

class Packing {
  public:
    Packing(const Graph& graph, std::vector<double> slack, Run& run)
        : graph_(graph), expiry_(run), slack_(std::move(slack)) {
        const auto n = static_cast<std::size_t>(graph.n_nodes());
        came_by_.resize(n);
        came_from_.resize(n);
        seen_.assign(n, 0);
        number_pairs();
    }

    PackedConflicts operator()() {
        std::vector<Pair> repelling;
        for (Node i = 0; i < graph_.n_nodes(); ++i) {
            for (auto a = graph_.offsets()[i]; a < graph_.offsets()[i + 1]; ++a) {
                if (graph_.neighbors()[a] > i && graph_.weights()[a] < 0.0) {
                    repelling.push_back({i, graph_.neighbors()[a], pair_[a]});
                }
            }
        }
        std::stable_sort(repelling.begin(), repelling.end(),
                         [&](const Pair& a, const Pair& b) { return weight_[a.id] < weight_[b.id]; });
        // Short paths first: they use the least weight.
        for (const int max_pairs : {2, 3, 4, std::numeric_limits<int>::max()}) pack(repelling, max_pairs);
        std::fill(slack_.begin(), slack_.end(), std::numeric_limits<double>::infinity());
        for (const int max_pairs : {2, 4, std::numeric_limits<int>::max()}) pack(repelling, max_pairs);

        double leftover = 0.0;
        for (const Pair& pair : repelling) leftover += std::exchange(weight_[pair.id], 0.0);
        std::vector<double> weights(pair_.size());
        for (std::size_t a = 0; a < pair_.size(); ++a) weights[a] = weight_[pair_[a]];
        const auto offsets = graph_.offsets();
        const auto neighbors = graph_.neighbors();
        return {Graph::from_rows({offsets.begin(), offsets.end()}, {neighbors.begin(), neighbors.end()},
                                 std::move(weights), 0.0, {}),
                leftover};
    }

  private:
    struct Pair {
        Node u, v;
        std::int64_t id;
    };

    /// One number and one weight for both ends of a pair. Rows are sorted, so the smaller neighbours of a node come
    /// first, in the order in which they are visited.
    void number_pairs() {
        const auto offsets = graph_.offsets();
        pair_.resize(graph_.neighbors().size());
        std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
        for (Node i = 0; i < graph_.n_nodes(); ++i) {
            for (auto a = next[i]; a < offsets[i + 1]; ++a) {
                pair_[a] = pair_[next[graph_.neighbors()[a]]++] = static_cast<std::int64_t>(weight_.size());
                weight_.push_back(graph_.weights()[a]);
            }
        }
    }

    void pack(std::vector<Pair>& repelling, int max_pairs) {
        for (const Pair& pair : repelling) {
            while (weight_[pair.id] < 0.0) {
                if (!find_chain(pair.u, pair.v, max_pairs) || !take_from_chain(pair)) break;
            }
            if (steps_ >= max_steps) return;
        }
    }

    /// Breadth-first search from u to v; inner nodes of the path must have slack.
    bool find_chain(Node u, Node v, int max_pairs) {
        ++round_;
        seen_[u] = round_;
        queue_.assign(1, u);
        std::int64_t steps = 0;
        std::size_t level_end = 1;
        int depth = 1;
        for (std::size_t at = 0; at < queue_.size(); ++at) {
            if (at == level_end) {
                level_end = queue_.size();
                if (++depth > max_pairs) break;
            }
            const Node i = queue_[at];
            const auto begin = graph_.offsets()[i], end = graph_.offsets()[i + 1];
            steps += end - begin + 1;
            steps_ += end - begin + 1;
            if (expiry_.is_over(end - begin + 1)) steps_ = max_steps;
            if (steps > max_search_steps || steps_ >= max_steps) return false;
            for (auto a = begin; a < end; ++a) {
                const Node j = graph_.neighbors()[a];
                if (seen_[j] == round_ || weight_[pair_[a]] <= 0.0) continue;
                if (j != v && slack_[j] <= 0.0) continue;
                seen_[j] = round_;
                came_by_[j] = pair_[a];
                came_from_[j] = i;
                if (j == v) return true;
                queue_.push_back(j);
            }
        }
        return false;
    }

    /// Uses up the weakest pair or slack of the chain. False if that is nothing: half of the smallest number above 0 is 0.
    bool take_from_chain(const Pair& pair) {
        double amount = -weight_[pair.id];
        for (Node i = pair.v; i != pair.u; i = came_from_[i]) {
            amount = std::min(amount, weight_[came_by_[i]]);
            if (i != pair.v) amount = std::min(amount, 0.5 * slack_[i]);
        }
        for (Node i = pair.v; i != pair.u; i = came_from_[i]) {
            weight_[came_by_[i]] -= amount;
            if (i != pair.v) slack_[i] -= 2.0 * amount;
        }
        weight_[pair.id] += amount;
        return amount > 0.0;
    }

    const Graph& graph_;
    ExpiryCheck expiry_;
    std::vector<double> slack_;
    std::vector<std::int64_t> pair_;  // of each half-edge
    std::vector<double> weight_;      // of each pair
    std::vector<std::int64_t> came_by_;
    std::vector<Node> came_from_, queue_;
    std::vector<std::int64_t> seen_;
    std::int64_t round_ = 0, steps_ = 0;
};

}  // namespace

PackedConflicts pack_conflicts(const Graph& graph, std::vector<double> slack, Run& run) {
    return Packing(graph, std::move(slack), run)();
}

}  // namespace frenemy
