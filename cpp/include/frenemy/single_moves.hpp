#pragma once

#include <span>
#include <vector>

#include "frenemy/clustering.hpp"
#include "frenemy/largest_clusters.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Moves of one node at a time, each to the cluster that attracts it most, or to one of its own if all repel it.
class SingleMoves {
  public:
    explicit SingleMoves(Clustering& clustering)
        : graph_(clustering.graph()),
          clustering_(clustering),
          attraction_(static_cast<std::size_t>(graph_.n_nodes()), 0.0) {}

    /// Visits the nodes in order; returns how many moved, each told to `on_move(node, from)`. Ties stay. Stops early if
    /// the run expires.
    template <class OnMove>
    std::int64_t round(std::span<const Node> order, Run& run, OnMove on_move) {
        constexpr std::int64_t edges_between_checks = 1 << 14;
        std::int64_t n_moved = 0, until_check = edges_between_checks;
        // Others may have moved nodes since the last round.
        if (graph_.missing() > 0.0) largest_.reset(clustering_.sizes(), clustering_.n_members());
        for (const Node i : order) {
            const auto row = graph_.neighbors(i);
            until_check -= static_cast<std::int64_t>(row.nodes.size()) + 1;
            if (until_check < 0) {
                until_check = edges_between_checks;
                if (run.expired()) break;
            }
            Best best = graph_.missing() == 0.0 ? best_of_neighbors(i, row) : best_of_all(i, row);
            const Node from = clustering_.label(i);
            if (best.cluster == from) continue;
            if (best.cluster < 0) {
                if (clustering_.n_members(from) == 1) continue;
                best.cluster = clustering_.empty_cluster();
            }
            clustering_.move(i, best.cluster, best.own - best.attraction);
            if (largest_.is_kept()) {
                for (const Node c : {from, best.cluster}) {
                    largest_.set(c, clustering_.size(c), clustering_.n_members(c));
                }
            }
            on_move(i, from);
            ++n_moved;
        }
        return n_moved;
    }

  private:
    struct Best {
        Node cluster;
        double attraction;
        double own;  // attraction to the cluster the node is in, without itself
    };

    /// Where i belongs if unlisted pairs weigh nothing; cluster -1 stands for "alone". Two passes over the row: the
    /// second reads what the first summed up and leaves zeros behind. A cluster met again there shows 0, which is never
    /// more than the best so far.
    Best best_of_neighbors(Node i, const Graph::Neighbors& row) {
        const Node* labels = clustering_.labels().data();
        double* attraction = attraction_.data();
        const std::size_t degree = row.nodes.size();
        for (std::size_t a = 0; a < degree; ++a) attraction[labels[row.nodes[a]]] += row.weights[a];
        const Node home = labels[i];
        const double own = attraction[home];
        Best best{own < 0.0 ? -1 : home, own < 0.0 ? 0.0 : own, own};
        for (std::size_t a = 0; a < degree; ++a) {
            const Node cluster = labels[row.nodes[a]];
            if (attraction[cluster] > best.attraction) {
                best.attraction = attraction[cluster];
                best.cluster = cluster;
            }
            attraction[cluster] = 0.0;
        }
        return best;
    }

    /// The same when every pair weighs something. If unlisted pairs repel, only clusters of neighbours can attract; if
    /// they attract, the largest of all others can, too.
    Best best_of_all(Node i, const Graph::Neighbors& row) {
        const auto& labels = clustering_.labels();
        const Node home = labels[i];
        const double size = graph_.size(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) attraction_[labels[row.nodes[a]]] += row.weights[a];
        const double own = attraction_[home] + graph_.missing() * size * (clustering_.size(home) - size);
        Best best{own < 0.0 ? -1 : home, own < 0.0 ? 0.0 : own, own};
        const auto consider = [&](Node cluster) {
            if (cluster == home || clustering_.n_members(cluster) == 0) return;
            const double all = attraction_[cluster] + graph_.missing() * size * clustering_.size(cluster);
            if (all > best.attraction) best = {cluster, all, own};
        };
        for (const Node j : row.nodes) consider(labels[j]);
        if (largest_.is_kept()) {
            const double pull = graph_.missing() * size;
            const auto is_met = [&](Node c) { return attraction_[c] != 0.0; };
            const Node largest = largest_.best_but(home, is_met, pull, best.attraction);
            if (largest >= 0) consider(largest);
        }
        for (const Node j : row.nodes) attraction_[labels[j]] = 0.0;
        return best;
    }

    const Graph& graph_;
    Clustering& clustering_;
    std::vector<double> attraction_;  // of the clusters around the node being looked at; zeros in between
    LargestClusters largest_;         // if `missing` is above 0
};

}  // namespace frenemy
