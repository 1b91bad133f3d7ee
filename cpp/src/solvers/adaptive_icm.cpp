#include <cmath>
#include <numeric>

#include "frenemy/clustering.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t edges_between_checks = 1 << 14;
// Rounds that gain less than rounding can pretend; so many in a row mean that nodes walk in circles.
constexpr int most_rounds_of_noise = 100;
constexpr double noise = 1e-15;

struct Best {
    Node cluster;
    double attraction;
    double own;  // attraction to the cluster the node is in, without itself
};

class Icm {
  public:
    Icm(const Graph& graph, Labels start)
        : graph_(graph),
          clustering_(graph, std::move(start)),
          attraction_(static_cast<std::size_t>(graph.n_nodes()), 0.0) {}

    Clustering& clustering() { return clustering_; }

    /// Visits the nodes in order; returns how many moved. Stops early if the run expires.
    std::int64_t round(std::span<const Node> order, Run& run) {
        std::int64_t n_moved = 0, until_check = edges_between_checks;
        for (const Node i : order) {
            const auto row = graph_.neighbors(i);
            until_check -= static_cast<std::int64_t>(row.nodes.size()) + 1;
            if (until_check < 0) {
                until_check = edges_between_checks;
                if (run.expired()) break;
            }
            Best best = graph_.missing() == 0.0 ? best_of_neighbors(i, row) : best_of_all(i, row);
            if (best.cluster == clustering_.label(i)) continue;
            if (best.cluster < 0) {
                if (clustering_.n_members(clustering_.label(i)) == 1) continue;
                best.cluster = clustering_.empty_cluster();
            }
            clustering_.move(i, best.cluster, best.own - best.attraction);
            ++n_moved;
        }
        return n_moved;
    }

  private:
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
    /// they attract, every cluster can, and all are looked at.
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
        if (graph_.missing() > 0.0) {
            for (Node cluster = 0; cluster < graph_.n_nodes(); ++cluster) consider(cluster);
        } else {
            for (const Node j : row.nodes) consider(labels[j]);
        }
        for (const Node j : row.nodes) attraction_[labels[j]] = 0.0;
        return best;
    }

    const Graph& graph_;
    Clustering clustering_;
    std::vector<double> attraction_;  // of the clusters around the node being looked at; zeros in between
};

/// Whether a round gained no more than rounding can make up.
bool is_noise(const Graph& graph, double before, double after) {
    if (before - after > 1e-9 * std::abs(after)) return false;  // spares a pass over the weights
    double magnitude = 0.0;
    for (const double w : graph.weights()) magnitude += std::abs(w);
    return before - after <= noise * magnitude;
}

}  // namespace

Labels adaptive_icm(const Graph& graph, Labels start, Run& run, bool is_order_random) {
    Icm icm(graph, std::move(start));
    auto& clustering = icm.clustering();
    std::vector<Node> order(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(order.begin(), order.end(), 0);

    for (int rounds_of_noise = 0; rounds_of_noise < most_rounds_of_noise;) {
        if (is_order_random) run.rng().shuffle(std::span<Node>(order));
        const double before = clustering.energy();
        const bool has_moved = icm.round(order, run) > 0;
        if (run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels()) || !has_moved) break;
        rounds_of_noise = is_noise(graph, before, clustering.energy()) ? rounds_of_noise + 1 : 0;
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
