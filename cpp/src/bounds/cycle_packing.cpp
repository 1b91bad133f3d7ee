#include "frenemy/cycle_packing.hpp"

#include <algorithm>

#include "frenemy/union_find.hpp"
#include "frenemy/watch.hpp"

namespace frenemy {

CyclePacking::CyclePacking(Conflicts& conflicts)
    : conflicts_(conflicts), left_(conflicts.capacities().begin(), conflicts.capacities().end()) {
    const auto n = static_cast<std::size_t>(conflicts.graph().n_nodes());
    for (Side& side : sides_) {
        side.distance.assign(n, -1);
        side.from.resize(n);
    }
}

double CyclePacking::pack(int most_pairs, std::int64_t most_looks_of_one, std::int64_t most_looks, Run& run) {
    const double before = total_;
    const std::int64_t last_look = n_looks_ + most_looks;
    Watch watch(run);
    // A conflict needs a path of attracting pairs between the ends of a repelling one.
    const Labels component = attracted_components(run);
    if (component.empty()) return 0.0;
    n_looks_ += static_cast<std::int64_t>(conflicts_.n_pairs());
    for (const auto& repelling : conflicts_.repelling()) {
        if (component[repelling.a] != component[repelling.b]) continue;
        while (!is_spent(repelling.pair) && find_path(repelling.a, repelling.b, most_pairs - 1, most_looks_of_one)) {
            cycle_.push_back(repelling.pair);
            pay();
        }
        if (n_looks_ >= last_look || watch.is_over(static_cast<std::int64_t>(reached_.size()) + 1))
            return total_ - before;
    }
    if (conflicts_.graph().missing() < 0.0) pack_unlisted(most_looks_of_one, last_look, run);
    return total_ - before;
}

/// The shortest path of pairs that have something left, from both ends at once: the smaller front goes on.
bool CyclePacking::find_path(Node a, Node b, int most_pairs, std::int64_t most_looks) {
    for (const Node i : reached_) sides_[0].distance[i] = sides_[1].distance[i] = -1;
    reached_.assign({a, b});
    sides_[0].front.assign({a});
    sides_[1].front.assign({b});
    sides_[0].distance[a] = sides_[1].distance[b] = 0;
    for (int n_pairs = 0; n_pairs < most_pairs; ++n_pairs) {
        const std::size_t which = sides_[0].front.size() <= sides_[1].front.size() ? 0 : 1;
        Side &side = sides_[which], &other = sides_[1 - which];
        next_.clear();
        for (const Node i : side.front) {
            const auto ways = conflicts_.attracting(i);
            most_looks -= static_cast<std::int64_t>(ways.size());
            n_looks_ += static_cast<std::int64_t>(ways.size());
            if (most_looks < 0) return false;
            for (const auto [to, pair] : ways) {
                if (side.distance[to] >= 0 || is_spent(pair)) continue;
                side.distance[to] = side.distance[i] + 1;
                side.from[to] = {i, pair};
                reached_.push_back(to);
                next_.push_back(to);
                if (other.distance[to] < 0) continue;
                cycle_.clear();
                for (const Side& half : sides_) {
                    for (Node at = to; half.distance[at] > 0; at = half.from[at].to)
                        cycle_.push_back(half.from[at].pair);
                }
                return true;
            }
        }
        if (next_.empty()) return false;
        side.front.swap(next_);
    }
    return false;
}

/// Two pairs that attract and meet, and the unlisted one that closes the triangle.
void CyclePacking::pack_unlisted(std::int64_t most_looks_of_one, std::int64_t last_look, Run& run) {
    Watch watch(run);
    const Graph& graph = conflicts_.graph();
    std::vector<Node> listed_with(static_cast<std::size_t>(graph.n_nodes()), -1);
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const auto row = graph.neighbors(i);
        for (const Node j : row.nodes) listed_with[j] = i;
        for (const auto [middle, first] : conflicts_.attracting(i)) {
            std::int64_t looks = 0;
            for (const auto [end, second] : conflicts_.attracting(middle)) {
                if (is_spent(first) || ++looks > most_looks_of_one) break;
                if (end <= i || listed_with[end] == i || is_spent(second)) continue;
                if (!conflicts_.has_unlisted()) return;
                const Conflicts::Pair closing = conflicts_.unlisted(i, end);
                if (closing == left_.size()) left_.push_back(conflicts_.capacities()[closing]);
                if (is_spent(closing)) continue;
                cycle_.assign({first, second, closing});
                pay();
            }
            n_looks_ += looks;
            if (n_looks_ >= last_look || watch.is_over(looks + 1)) return;
        }
    }
}

void CyclePacking::pay() {
    double amount = left_[cycle_[0]];
    for (const auto pair : cycle_) amount = std::min(amount, left_[pair]);
    for (const auto pair : cycle_) left_[pair] -= amount;
    cycles_.add(cycle_);
    amounts_.push_back(amount);
    total_ += amount;
}

/// Empty if the run expires.
Labels CyclePacking::attracted_components(Run& run) const {
    Watch watch(run);
    const Node n = conflicts_.graph().n_nodes();
    UnionFind sets(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) {
        const auto ways = conflicts_.attracting(i);
        for (const auto [to, pair] : ways) {
            if (to > i && !is_spent(pair)) sets.unite(i, to);
        }
        if (watch.is_over(static_cast<std::int64_t>(ways.size()) + 1)) return {};
    }
    Labels component(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) component[i] = sets.find(i);
    return component;
}

}  // namespace frenemy
