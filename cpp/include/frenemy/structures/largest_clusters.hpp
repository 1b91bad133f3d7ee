#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/structures/max_tree.hpp"

namespace frenemy {

/// Cluster sizes with fast access to the largest. Where unlisted pairs attract, every cluster attracts every node;
/// among clusters that share no edge with a node, the largest attracts it most.
class LargestClusters {
  public:
    bool is_kept() const { return is_kept_; }

    void reset(std::span<const double> sizes, std::span<const Node> n_members) {
        is_kept_ = true;
        tree_.clear();
        for (std::size_t c = 0; c < sizes.size(); ++c) tree_.push(n_members[c] == 0 ? MaxTree::none : sizes[c]);
    }

    void set(Node cluster, double size, Node n_members) { tree_.set(cluster, n_members == 0 ? MaxTree::none : size); }

    /// The largest cluster other than `home` and those with `is_known`, if `pull` times its size exceeds `min_pull`;
    /// otherwise -1. Takes time for every larger cluster that is skipped.
    template <class IsKnown>
    Node best_except(Node home, IsKnown is_known, double pull, double min_pull) {
        passed_.clear();
        Node found = -1;
        while (found < 0 && pull * tree_.top() > min_pull) {
            const Node top = tree_.top_place();
            if (top != home && !is_known(top)) {
                found = top;
            } else {
                passed_.push_back({top, tree_.top()});
                tree_.set(top, MaxTree::none);
            }
        }
        for (const auto& [cluster, size] : passed_) tree_.set(cluster, size);
        return found;
    }

  private:
    struct Passed {
        Node cluster;
        double size;
    };

    bool is_kept_ = false;
    MaxTree tree_;
    std::vector<Passed> passed_;
};

}  // namespace frenemy
