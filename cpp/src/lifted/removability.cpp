#include "frenemy/lifted/removability.hpp"

namespace frenemy {

bool Removability::unite(std::int32_t a, std::int32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    parent_[b] = a;
    n_open_[a] += n_open_[b];
    return --n_groups_ == 1;
}

bool Removability::is_removable(std::span<const Node> labels, Node i) {
    ++time_;
    const Node own = labels[i];
    seen_at_[i] = time_;
    owner_[i] = -1;
    n_groups_ = 0;
    const auto around = base_.neighbors(i).nodes;
    steps_ += static_cast<std::int64_t>(around.size());
    for (const Node j : around) {
        if (labels[j] != own) continue;
        const auto s = static_cast<std::size_t>(n_groups_++);
        if (searches_.size() <= s) {
            searches_.push_back({});
            parent_.push_back(0);
            n_open_.push_back(0);
        }
        searches_[s].found.assign(1, j);
        searches_[s].next = 0;
        parent_[s] = static_cast<std::int32_t>(s);
        n_open_[s] = 1;  // searches of the group that have nodes to expand
        seen_at_[j] = time_;
        owner_[j] = static_cast<std::int32_t>(s);
    }
    if (n_groups_ <= 1) return true;
    const std::int32_t n_searches = n_groups_;
    std::int64_t left = max_steps;
    while (true) {
        for (std::int32_t s = 0; s < n_searches; ++s) {
            Search& search = searches_[s];
            if (search.next == search.found.size()) continue;
            const auto nodes = base_.neighbors(search.found[search.next++]).nodes;
            steps_ += static_cast<std::int64_t>(nodes.size());
            left -= static_cast<std::int64_t>(nodes.size());
            for (const Node j : nodes) {
                if (labels[j] != own) continue;
                if (seen_at_[j] != time_) {
                    seen_at_[j] = time_;
                    owner_[j] = s;
                    search.found.push_back(j);
                } else if (owner_[j] >= 0 && unite(s, owner_[j])) {
                    return true;
                }
            }
            if (search.next == search.found.size() && --n_open_[find(s)] == 0) return false;  // a part of its own
            if (left < 0) return false;
        }
    }
}

}  // namespace frenemy
