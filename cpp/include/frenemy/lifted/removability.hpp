#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Says whether a cluster stays connected without one of its nodes: whether the node is no articulation point of it.
///
/// Searches grow from all neighbours in the cluster at once, one node each in turn, and unite where they meet. So the
/// answer takes about as many steps as the smallest part that would be cut off, or as the neighbours are apart.
class Removability {
  public:
    explicit Removability(const Graph& base) : base_(base), seen_at_(base.offsets().size() - 1, 0), owner_(seen_at_) {}

    /// False also if the search passes `max_steps` edges without an answer.
    bool is_removable(std::span<const Node> labels, Node i);

    /// Steps of all searches so far, for checks of the clock.
    std::int64_t steps() const { return steps_; }

  private:
    static constexpr std::int64_t max_steps = 20000;

    std::int32_t find(std::int32_t group) const {
        while (parent_[group] != group) group = parent_[group];
        return group;
    }
    /// Whether all searches have met.
    bool unite(std::int32_t a, std::int32_t b);

    const Graph& base_;
    std::vector<std::int32_t> seen_at_, owner_;  // by node: the call that saw it, and its search
    std::int32_t time_ = 0;
    std::int64_t steps_ = 0;

    // One search per neighbour.
    struct Search {
        std::vector<Node> found;
        std::size_t next;
    };
    std::vector<Search> searches_;
    std::vector<std::int32_t> parent_, n_open_;
    std::int32_t n_groups_ = 0;
};

}  // namespace frenemy
