#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "frenemy/explain/explanation.hpp"
#include "frenemy/hashing/flat_table.hpp"

namespace frenemy {

/// The clusters that some nodes may join.
class AllowedClusters {
  public:
    AllowedClusters(const ClusteringInput& input, Node n_nodes)
        : labels_(input.labels),
          is_kept_(!input.apart.u.empty() || !input.apart.nodes.empty()),
          forbidden_(NodeLists::forbidden(n_nodes, input.apart)),
          tokens_of_(NodeLists::tokens(n_nodes, input.apart)),
          tokens_in_(input.apart.nodes.size()),
          first_without_(static_cast<std::size_t>(input.n_tokens), 0),
          base_(input.base),
          touched_(base_ == nullptr ? 0 : static_cast<std::size_t>(input.n_clusters), 0),
          refused_(is_kept_ ? static_cast<std::size_t>(input.n_clusters) : 0, 0) {
        for (std::size_t k = 0; k < input.apart.nodes.size(); ++k) {
            tokens_in_.insert(ordered_key(labels_[input.apart.nodes[k]], input.apart.tokens[k]));
        }
    }

    void start(std::span<const Node> nodes) {
        ++round_;
        if (base_ != nullptr) {
            for (const Node i : nodes) {
                for (const Node j : base_->neighbors(i).nodes) touched_[labels_[j]] = round_;
            }
        }
        if (!is_kept_) return;
        tokens_.clear();
        for (const Node i : nodes) {
            for (const Node foe : forbidden_[i]) refused_[labels_[foe]] = round_;
            tokens_.insert(tokens_.end(), tokens_of_[i].begin(), tokens_of_[i].end());
        }
    }

    bool is_allowed(Node cluster) const {
        if (base_ != nullptr && touched_[cluster] != round_) return false;
        if (!is_kept_) return true;
        return refused_[cluster] != round_ && std::none_of(tokens_.begin(), tokens_.end(), [&](Node token) {
                   return tokens_in_.contains(ordered_key(cluster, token));
               });
    }

    /// The position, in a fixed order of clusters, from which to search for a cluster without the given tokens. Kept
    /// between calls; otherwise each node of a large group would skip all clusters of the others.
    std::size_t first_possible(std::span<const Node> order) {
        std::size_t first = 0;
        if (!is_kept_) return first;
        for (const Node token : tokens_) {
            std::size_t& at = first_without_[token];
            while (at < order.size() && tokens_in_.contains(ordered_key(order[at], token))) ++at;
            first = std::max(first, at);
        }
        return first;
    }

  private:
    std::span<const Node> labels_;
    bool is_kept_;
    NodeLists forbidden_, tokens_of_;
    FlatSet tokens_in_;
    std::vector<std::size_t> first_without_;
    const Graph* base_;
    std::vector<std::int64_t> touched_;  // by cluster: the round whose nodes have a base edge to it
    std::vector<std::int64_t> refused_;
    std::int64_t round_ = 0;
    std::vector<Node> tokens_;
};

}  // namespace frenemy
