#pragma once

#include <algorithm>
#include <numeric>

#include "frenemy/core/clustering.hpp"
#include "frenemy/lifted/lifted_graph.hpp"

namespace frenemy {

inline Node count_clusters(std::span<const Node> labels) {
    return labels.empty() ? 0 : 1 + *std::ranges::max_element(labels);
}

/// The labels that a solver of a lifted problem is given. As long as they are the components of the base graph, which
/// is what no start means, it begins from single nodes.
class LiftedStart {
  public:
    LiftedStart(const LiftedGraph& graph, Labels given)
        : graph_(graph), labels_(connected_labels(graph, given)), energy_(graph.pairs.energy(labels_)) {
        const Labels whole = connected_labels(graph, Labels(labels_.size(), 0));
        is_cold_ = count_clusters(labels_) == count_clusters(whole);
    }

    bool is_cold() const { return is_cold_; }
    const Labels& labels() const { return labels_; }
    double energy() const { return energy_; }

    /// What joining begins from.
    Labels seeds() const {
        if (!is_cold_) return labels_;
        Labels alone(labels_.size());
        std::iota(alone.begin(), alone.end(), Node{0});
        return alone;
    }

    /// The labels found, or those given if they are better.
    Labels better(Labels found) const { return graph_.pairs.energy(found) <= energy_ ? std::move(found) : labels_; }

  private:
    const LiftedGraph graph_;
    Labels labels_;
    double energy_;
    bool is_cold_;
};

}  // namespace frenemy
