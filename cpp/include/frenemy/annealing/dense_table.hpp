#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/annealing/dense_rows.hpp"
#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/structures/aligned_vector.hpp"

namespace frenemy {

/// A clustering of a problem whose matrix is in memory, with the attraction of every cluster to every node. A proposal
/// needs one subtraction and one comparison; they are made for one cluster and consecutive nodes, in vector registers.
/// Only a move reads a row of the matrix. `own_` holds the attraction of each node to its own cluster. Rows of the table
/// in use are 0..n_clusters-1, and the next one is the empty cluster: all zeros. A cluster's entry for a member of its
/// own is lowered by `far`, so that no member is willing to move to where it is.
///
/// Weights are fixed-point numbers, so that sums are exact and do not depend on order or platform. They take 2 bytes
/// where the heaviest pair is no more than a few hundred units, so that the matrix fits in a smaller cache, or else 4.
/// The caller computes the energy of what it keeps.
class DenseTable {
  public:
    /// `unit` is the unit of temperature, in weights.
    DenseTable(const Graph& graph, double unit);

    /// Labels are in 0..n-1.
    void assign(std::span<const Node> labels);
    std::span<const Node> labels() const { return std::span(labels_).first(n_); }
    Node n_clusters() const { return n_clusters_; }

    /// Every node may move to every cluster and to a new one; the temperature is in units. False if the run expired.
    bool sweep(double temperature, Rng& rng, Run& run);
    /// Moves nodes while that lowers the energy.
    bool descend(Run& run);

    /// Twice the weight inside clusters, in fixed-point numbers.
    std::int64_t inside() const;
    /// Table entries visited so far: the time taken, but the same on every machine.
    std::int64_t work() const { return work_; }

  private:
    static constexpr std::size_t n_draws = 4096;

    static constexpr std::int32_t far = 1 << 29;

    template <class Weight>
    void sum_rows(const AlignedVector<Weight>& weights);
    std::int32_t* row(Node cluster) { return table_.data() + static_cast<std::size_t>(cluster) * width_; }
    bool visit(Node cluster, float limit, const float* draws);
    void move(Node i, Node to);
    void close(Node cluster);
    bool is_over(Run& run);

    const DenseRows& rows_;
    std::size_t n_, width_;  // the width is a multiple of `DenseRows::block`
    double scale_unit_ = 0.0;
    AlignedVector<std::int32_t> weights_;  // of one of the two kinds; the other is empty
    AlignedVector<std::int16_t> short_weights_;
    AlignedVector<std::int32_t> table_;
    AlignedVector<std::int32_t> own_;
    AlignedVector<Node> labels_;
    std::vector<Node> n_members_;
    std::vector<float> draws_;  // exponential draws in random order, repeated to read a row's worth from any place
    Node n_clusters_ = 0;
    std::int64_t work_ = 0, next_check_ = 0;
};

}  // namespace frenemy
