#pragma once

#include <span>
#include <vector>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/structures/largest_clusters.hpp"

namespace frenemy {

/// Single-node moves: each node moves to the cluster that attracts it most, or to a new one if all repel it.
class SingleMoves {
  public:
    explicit SingleMoves(Clustering& clustering)
        : graph_(clustering.graph()),
          clustering_(clustering),
          attraction_(static_cast<std::size_t>(graph_.n_nodes()), 0.0) {}

    /// Visits the nodes in order and returns the number of moves; calls `on_move(node, from)` after each. On ties a
    /// node stays. Stops early if the run expires.
    template <class OnMove>
    std::int64_t round(std::span<const Node> order, Run& run, OnMove on_move) {
        constexpr std::int64_t edges_between_checks = 1 << 14;
        std::int64_t n_moved = 0, until_check = edges_between_checks;
        // The clustering may have changed since the last round.
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
        double own;  // attraction to its own cluster, without itself
    };

    /// The best cluster of i if `missing` is 0; -1 is a new cluster. The first pass over the row sums attractions, the
    /// second reads and clears them. A cluster that is met again then shows 0, which is never better than the best.
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

    /// The best cluster of i if `missing` is not 0. If unlisted pairs repel, only clusters of neighbours can attract;
    /// otherwise the largest of the other clusters is a candidate too.
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
            const Node largest = largest_.best_except(home, is_met, pull, best.attraction);
            if (largest >= 0) consider(largest);
        }
        for (const Node j : row.nodes) attraction_[labels[j]] = 0.0;
        return best;
    }

    const Graph& graph_;
    Clustering& clustering_;
    std::vector<double> attraction_;  // to the clusters around the visited node; all zero between visits
    LargestClusters largest_;         // if `missing` is above 0
};

}  // namespace frenemy
