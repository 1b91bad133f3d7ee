#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// The attraction of each cluster to some nodes over listed pairs, and the list of clusters with an entry. All others
/// are 0, so that `add` needs no unpredictable branch.
class Attractions {
  public:
    explicit Attractions(Node n_clusters)
        : slots_(static_cast<std::size_t>(n_clusters), {0.0, 0}), clusters_(static_cast<std::size_t>(n_clusters) + 1) {}

    void start() {
        for (const Node cluster : clusters()) slots_[cluster] = {0.0, 0};
        n_named_ = 0;
    }
    void add(Node cluster, double weight) {
        Slot& slot = slots_[cluster];
        clusters_[n_named_] = cluster;
        n_named_ += static_cast<std::size_t>(1 - slot.is_named);
        slot.weight += weight;
        slot.is_named = 1;
    }
    bool has(Node cluster) const { return slots_[cluster].is_named != 0; }
    double operator[](Node cluster) const { return slots_[cluster].weight; }
    std::span<const Node> clusters() const { return std::span(clusters_).first(n_named_); }

  private:
    struct Slot {
        double weight;
        std::int64_t is_named;
    };
    std::vector<Slot> slots_;
    std::vector<Node> clusters_;
    std::size_t n_named_ = 0;
};

}  // namespace frenemy
