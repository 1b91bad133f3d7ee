#include "frenemy/posterior/sampled_partition.hpp"

#include <utility>

namespace frenemy {

SampledPartition::SampledPartition(const Graph& graph, Labels start, const ApartLists& apart)
    : clustering_(graph, std::move(start)), apart_(apart), tokens_(apart.n_entries) {
    list_all();
}

void SampledPartition::tidy() {
    clustering_.tidy();
    list_all();
}

void SampledPartition::list_all() {
    const auto n = static_cast<std::size_t>(graph().n_nodes());
    first_.assign(n, -1);
    next_.assign(n, -1);
    prev_.assign(n, -1);
    place_.assign(n, -1);
    clusters_.clear();
    tokens_ = FlatSet(apart_.n_entries);
    for (Node i = 0; i < graph().n_nodes(); ++i) enter(i, label(i));
}

void SampledPartition::enter(Node i, Node cluster) {
    const Node second = first_[cluster];
    if (second < 0) {
        place_[cluster] = static_cast<Node>(clusters_.size());
        clusters_.push_back(cluster);
    } else {
        prev_[second] = i;
    }
    prev_[i] = -1;
    next_[i] = second;
    first_[cluster] = i;
    for (const Node token : apart_.tokens[i]) tokens_.insert(ordered_key(cluster, token));
}

void SampledPartition::leave(Node i, Node cluster) {
    const Node before = prev_[i], after = next_[i];
    (before < 0 ? first_[cluster] : next_[before]) = after;
    if (after >= 0) prev_[after] = before;
    if (first_[cluster] < 0) {
        const Node last = clusters_.back();
        clusters_[place_[cluster]] = last;
        place_[last] = place_[cluster];
        clusters_.pop_back();
    }
    for (const Node token : apart_.tokens[i]) tokens_.erase(ordered_key(cluster, token));
}

void SampledPartition::move(Node i, Node to, double energy_change) {
    leave(i, label(i));
    clustering_.move(i, to, energy_change);
    enter(i, to);
}

bool SampledPartition::may_join(Node i, Node cluster) const {
    for (const Node foe : apart_.forbidden[i]) {
        if (label(foe) == cluster) return false;
    }
    for (const Node token : apart_.tokens[i]) {
        if (tokens_.contains(ordered_key(cluster, token))) return false;
    }
    return true;
}

bool SampledPartition::may_merge(Node small, Node large) const {
    for (Node i = first_[small]; i >= 0; i = next_[i]) {
        if (!may_join(i, large)) return false;
    }
    return true;
}

}  // namespace frenemy
