#include "frenemy/bounds/cycle_packing.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "frenemy/core/expiry_check.hpp"
#include "frenemy/structures/union_find.hpp"

namespace frenemy {

namespace {

constexpr auto no_pair = std::numeric_limits<Conflicts::Pair>::max();

}  // namespace

CyclePacking::CyclePacking(Conflicts& conflicts)
    : conflicts_(conflicts), left_(conflicts.capacities().begin(), conflicts.capacities().end()) {
    const auto n = static_cast<std::size_t>(conflicts.graph().n_nodes());
    for (Side& side : sides_) {
        side.distance.assign(n, -1);
        side.from.resize(n);
    }
}

double CyclePacking::pack(int max_pairs, std::int64_t max_visits_per_pair, std::int64_t max_visits, Run& run) {
    const double before = total_;
    const std::int64_t last_visit = n_visits_ + max_visits;
    if (length_ != max_pairs) {
        length_ = max_pairs;
        next_repelling_ = 0;
    }
    if (incident_.empty()) begin();
    const bool is_done = max_pairs == 3 ? pack_triangles(max_visits_per_pair, last_visit, run)
                                        : pack_paths(max_pairs, max_visits_per_pair, last_visit, run);
    if (!is_done) return total_ - before;
    next_repelling_ = 0;
    if (conflicts_.graph().missing() < 0.0) pack_unlisted(max_visits_per_pair, last_visit, run);
    return total_ - before;
}

/// Copies the attracting pairs of each node, and sorts the repelling ones by their hubs.
void CyclePacking::begin() {
    const auto n = static_cast<std::size_t>(conflicts_.graph().n_nodes());
    first_.resize(n);
    end_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto incident = conflicts_.attracting(static_cast<Node>(i));
        first_[i] = incident_.size();
        incident_.insert(incident_.end(), incident.begin(), incident.end());
        end_[i] = incident_.size();
    }
    std::vector<std::size_t> next(n + 1, 0);
    const auto from_hub = [&](Conflicts::Repelling r) {
        if (end_[r.a] - first_[r.a] < end_[r.b] - first_[r.b]) std::swap(r.a, r.b);
        return r;
    };
    for (const auto& r : conflicts_.repelling()) ++next[static_cast<std::size_t>(from_hub(r).a) + 1];
    for (std::size_t i = 0; i < n; ++i) next[i + 1] += next[i];
    by_hub_.resize(conflicts_.repelling().size());
    for (const auto& r : conflicts_.repelling()) by_hub_[next[from_hub(r).a]++] = from_hub(r);
    pair_with_hub_.assign(n, no_pair);
}

/// All triangles of a repelling pair at once; whether it came to the end.
bool CyclePacking::pack_triangles(std::int64_t max_visits_per_pair, std::int64_t last_visit, Run& run) {
    ExpiryCheck expiry(run);
    while (next_repelling_ < by_hub_.size()) {
        const Node hub = by_hub_[next_repelling_].a;
        const auto neighbors = unspent(hub);
        for (const auto [to, pair] : neighbors) pair_with_hub_[to] = pair;
        std::int64_t before = n_visits_;
        bool is_over = false;
        for (; next_repelling_ < by_hub_.size() && by_hub_[next_repelling_].a == hub && !is_over; ++next_repelling_) {
            if (!neighbors.empty()) pack_triangles_of(by_hub_[next_repelling_], max_visits_per_pair);
            is_over = n_visits_ >= last_visit || expiry.is_over(n_visits_ - before + 1);
            before = n_visits_;
        }
        for (const auto [to, pair] : neighbors) pair_with_hub_[to] = no_pair;
        if (is_over) return false;
    }
    return true;
}

void CyclePacking::pack_triangles_of(const Conflicts::Repelling& repelling, std::int64_t max_visits) {
    for (const auto [to, pair] : unspent(repelling.b)) {
        if (is_spent(repelling.pair) || --max_visits < 0) return;
        const Conflicts::Pair with_hub = pair_with_hub_[to];
        if (with_hub == no_pair || is_spent(with_hub)) continue;
        cycle_.assign({with_hub, pair, repelling.pair});
        pay();
    }
}

/// Paths of up to `max_pairs - 1` attracting pairs between the ends of repelling ones; whether it came to the end.
bool CyclePacking::pack_paths(int max_pairs, std::int64_t max_visits_per_pair, std::int64_t last_visit, Run& run) {
    ExpiryCheck expiry(run);
    // A conflict needs a path of attracting pairs between the ends of a repelling one.
    const Labels component = attracted_components(run);
    if (component.empty()) return false;
    n_visits_ += static_cast<std::int64_t>(conflicts_.n_pairs());
    const auto repelling = conflicts_.repelling();
    for (; next_repelling_ < repelling.size(); ++next_repelling_) {
        const auto [a, b, pair] = repelling[next_repelling_];
        if (component[a] != component[b]) continue;
        while (!is_spent(pair) && find_path(a, b, max_pairs - 1, max_visits_per_pair)) {
            cycle_.push_back(pair);
            pay();
        }
        if (n_visits_ >= last_visit || expiry.is_over(static_cast<std::int64_t>(reached_.size()) + 1)) return false;
    }
    return true;
}

/// The attracting pairs of a node that are not spent; drops the others for good.
std::span<const IncidentPair> CyclePacking::unspent(Node i) {
    std::size_t end = first_[i];
    for (std::size_t k = end; k < end_[i]; ++k) {
        if (!is_spent(incident_[k].pair)) incident_[end++] = incident_[k];
    }
    n_visits_ += static_cast<std::int64_t>(end_[i] - first_[i]);
    end_[i] = end;
    return std::span<const IncidentPair>(incident_).subspan(first_[i], end - first_[i]);
}

/// Bidirectional breadth-first search over pairs with remaining capacity; the smaller front advances.
bool CyclePacking::find_path(Node a, Node b, int max_pairs, std::int64_t max_visits) {
    for (const Node i : reached_) sides_[0].distance[i] = sides_[1].distance[i] = -1;
    reached_.assign({a, b});
    sides_[0].front.assign({a});
    sides_[1].front.assign({b});
    sides_[0].distance[a] = sides_[1].distance[b] = 0;
    for (int n_pairs = 0; n_pairs < max_pairs; ++n_pairs) {
        const std::size_t which = sides_[0].front.size() <= sides_[1].front.size() ? 0 : 1;
        Side &side = sides_[which], &other = sides_[1 - which];
        next_.clear();
        for (const Node i : side.front) {
            const auto incident = unspent(i);
            max_visits -= static_cast<std::int64_t>(incident.size());
            if (max_visits < 0) return false;
            for (const auto [to, pair] : incident) {
                if (side.distance[to] >= 0) continue;
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

/// Two adjacent attracting pairs and the unlisted pair that closes the triangle.
void CyclePacking::pack_unlisted(std::int64_t max_visits_per_pair, std::int64_t last_visit, Run& run) {
    ExpiryCheck expiry(run);
    const Graph& graph = conflicts_.graph();
    std::vector<Node> listed_with(static_cast<std::size_t>(graph.n_nodes()), -1);
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const auto row = graph.neighbors(i);
        for (const Node j : row.nodes) listed_with[j] = i;
        for (const auto [middle, first] : conflicts_.attracting(i)) {
            std::int64_t visits = 0;
            for (const auto [end, second] : conflicts_.attracting(middle)) {
                if (is_spent(first) || ++visits > max_visits_per_pair) break;
                if (end <= i || listed_with[end] == i || is_spent(second)) continue;
                if (!conflicts_.has_unlisted()) return;
                const Conflicts::Pair closing = conflicts_.unlisted(i, end);
                if (closing == left_.size()) left_.push_back(conflicts_.capacities()[closing]);
                if (is_spent(closing)) continue;
                cycle_.assign({first, second, closing});
                pay();
            }
            n_visits_ += visits;
            if (n_visits_ >= last_visit || expiry.is_over(visits + 1)) return;
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
    ExpiryCheck expiry(run);
    const Node n = conflicts_.graph().n_nodes();
    UnionFind sets(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) {
        const auto incident = conflicts_.attracting(i);
        for (const auto [to, pair] : incident) {
            if (to > i && !is_spent(pair)) sets.unite(i, to);
        }
        if (expiry.is_over(static_cast<std::int64_t>(incident.size()) + 1)) return {};
    }
    Labels component(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) component[i] = sets.find(i);
    return component;
}

}  // namespace frenemy
