#include "frenemy/moves/join_candidates.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace frenemy {

namespace {

constexpr std::size_t min_to_group = std::size_t{1} << 14;
constexpr std::size_t n_groups = std::size_t{1} << 16;

bool is_after(const JoinCandidate& x, const JoinCandidate& y) {
    if (x.weight != y.weight) return x.weight < y.weight;
    return x.a != y.a ? x.a > y.a : x.b > y.b;
}

std::vector<Node> by_degree(const Graph& graph) {
    const auto& offsets = graph.offsets();
    std::int64_t max_degree = 0;
    for (Node i = 0; i < graph.n_nodes(); ++i) max_degree = std::max(max_degree, offsets[i + 1] - offsets[i]);
    std::vector<Node> first(static_cast<std::size_t>(max_degree) + 2, 0), order(offsets.size() - 1);
    for (Node i = 0; i < graph.n_nodes(); ++i) ++first[offsets[i + 1] - offsets[i] + 1];
    for (std::size_t d = 1; d < first.size(); ++d) first[d] += first[d - 1];
    for (Node i = 0; i < graph.n_nodes(); ++i) order[first[offsets[i + 1] - offsets[i]]++] = i;
    return order;
}

/// Exponent and leading mantissa bits: positive doubles are ordered like their bits.
std::size_t group_of(double weight) {
    return n_groups - 1 - static_cast<std::size_t>(std::bit_cast<std::uint64_t>(weight) >> 47);
}

}  // namespace

bool JoinCandidates::note_all(const Graph& graph, Run& run) {
    ExpiryCheck expiry(run);
    const std::vector<Node> order = by_degree(graph);
    std::vector<Node> rank(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<Node>(k);
    for (const Node i : order) {
        const auto [nodes, weights] = graph.neighbors(i);
        if (expiry.is_over(static_cast<std::int64_t>(nodes.size()) + 1)) return false;
        const auto first = static_cast<std::ptrdiff_t>(noted_.size());
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            const Node j = nodes[k];
            double weight = weights[k];
            if (graph.missing() != 0.0) weight += graph.missing() * (graph.size(i) * graph.size(j));
            if (weight > 0.0 && rank[i] < rank[j]) noted_.push_back({weight, i, j});
        }
        const auto has_fewer = [&](const JoinCandidate& x, const JoinCandidate& y) { return rank[x.b] < rank[y.b]; };
        std::sort(noted_.begin() + first, noted_.end(), has_fewer);
    }
    return noted_.size() < min_to_group || group(expiry);
}

void JoinCandidates::push(JoinCandidate candidate) {
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end(), is_after);
}

bool JoinCandidates::pop(JoinCandidate& candidate) {
    if (next_ == sorted_) sort_next_group();
    if (heap_.empty() && next_ == noted_.size()) return false;
    if (heap_.empty() || (next_ < noted_.size() && heap_.front().weight < noted_[next_].weight)) {
        candidate = noted_[next_++];
    } else {
        candidate = heap_.front();
        std::pop_heap(heap_.begin(), heap_.end(), is_after);
        heap_.pop_back();
    }
    return true;
}

bool JoinCandidates::group(ExpiryCheck& expiry) {
    std::vector<std::size_t> first(n_groups + 1, 0);
    for (const JoinCandidate& candidate : noted_) ++first[group_of(candidate.weight) + 1];
    for (std::size_t g = 0; g < n_groups; ++g) first[g + 1] += first[g];
    std::vector<JoinCandidate> grouped(noted_.size());
    for (const JoinCandidate& candidate : noted_) {
        if (expiry.is_over(1)) return false;
        grouped[first[group_of(candidate.weight)]++] = candidate;
    }
    noted_ = std::move(grouped);
    is_grouped_ = true;
    return true;
}

void JoinCandidates::sort_next_group() {
    if (next_ == noted_.size()) return;
    const std::size_t group = group_of(noted_[next_].weight);
    while (sorted_ < noted_.size() && (!is_grouped_ || group_of(noted_[sorted_].weight) == group)) ++sorted_;
    const auto at = [&](std::size_t k) { return noted_.begin() + static_cast<std::ptrdiff_t>(k); };
    const auto is_heavier = [](const JoinCandidate& x, const JoinCandidate& y) { return x.weight > y.weight; };
    if (!std::is_sorted(at(next_), at(sorted_), is_heavier)) std::stable_sort(at(next_), at(sorted_), is_heavier);
}

}  // namespace frenemy
