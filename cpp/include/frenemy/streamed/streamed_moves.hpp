#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/rng.hpp"
#include "frenemy/streamed/row_chunk.hpp"

namespace frenemy {

/// Moves of single nodes while the rows of a problem come by in node order, as from a disk. Labels and cluster sums of
/// all nodes are in memory, pairs are not. Nodes move one after the other, so the labels do not depend on how rows are
/// cut into chunks.
///
/// `missing` must be at most 0: a cluster without a pair to a node never attracts it. Nodes of an `apart` pair never
/// come into the same cluster; they must not be together in `labels`.
class StreamedMoves {
  public:
    /// Labels are any numbers in 0..n-1. With empty `sizes` every node has size 1.
    StreamedMoves(Labels labels, std::vector<double> sizes, double missing, std::span<const Node> apart_u,
                  std::span<const Node> apart_v);

    const Labels& labels() const { return labels_; }

    /// Begins a sweep of annealing; the random numbers of a sweep depend on its seed only.
    void begin_sweep(std::uint64_t seed) { rng_ = Rng(seed); }
    /// Part of a Metropolis sweep (annealing.hpp) at a temperature in units of the weights.
    void anneal(const RowChunk& chunk, double temperature);

    /// Moves every marked node to the cluster that attracts it most, or alone, and marks the neighbours of the nodes
    /// that move. Returns how many moved. At first all nodes are marked.
    std::int64_t move_marked(const RowChunk& chunk);
    bool is_any_marked(Node begin, Node end) const;

  private:
    struct Best {
        Node cluster;  // -1: alone
        double attraction;
        double own;
    };

    double size(Node i) const { return sizes_.empty() ? 1.0 : sizes_[i]; }
    std::span<const Node> apart(Node i) const;
    bool is_forbidden(Node i, Node cluster) const;
    Best best_cluster(Node i, const Graph::Neighbors& row);
    void move(Node i, Node to);

    Labels labels_;
    std::vector<double> sizes_;
    double missing_;
    std::vector<Node> n_members_;
    std::vector<Node> empty_;            // ids of empty clusters, and stale ids that have members again
    std::vector<double> cluster_sizes_;  // if missing is not 0
    std::vector<double> attraction_;     // all 0 between visits
    std::vector<char> is_marked_;
    std::vector<std::int64_t> apart_offsets_;  // empty without such pairs
    std::vector<Node> apart_nodes_;
    Rng rng_{0};
};

}  // namespace frenemy
