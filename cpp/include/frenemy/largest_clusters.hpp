#pragma once

#include <span>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/max_tree.hpp"

namespace frenemy {

/// The sizes of clusters, and the largest one. Where unlisted pairs attract, every cluster attracts every node; but of
/// those that share no edge with a node, only the largest can attract it most.
class LargestClusters {
  public:
    bool is_kept() const { return is_kept_; }

    void reset(std::span<const double> sizes, std::span<const Node> n_members) {
        is_kept_ = true;
        tree_.clear();
        for (std::size_t c = 0; c < sizes.size(); ++c) tree_.push(n_members[c] == 0 ? MaxTree::none : sizes[c]);
    }

    void set(Node cluster, double size, Node n_members) { tree_.set(cluster, n_members == 0 ? MaxTree::none : size); }

    /// The largest cluster, other than `home` and those that `is_known` says are, if `pull` times its size is more than
    /// `least`; else -1. Asks for as many clusters as are larger.
    template <class IsKnown>
    Node best_but(Node home, IsKnown is_known, double pull, double least) {
        passed_.clear();
        Node found = -1;
        while (found < 0 && pull * tree_.top() > least) {
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
