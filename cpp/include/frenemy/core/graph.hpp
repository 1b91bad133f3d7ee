#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace frenemy {

using Node = std::int32_t;
using Labels = std::vector<Node>;

/// Called regularly by long computations outside a solve; throws to abort them.
using Poll = std::function<void()>;

/// A signed problem: attracting pairs, repelling pairs, and the weight of every other pair.
///
/// The pair {i, j} weighs `w_ij + missing * s_i * s_j`, where w_ij is stored for the edges only (the *excess* over what
/// the pair would weigh unlisted) and s are node sizes. This form survives contraction: excesses and sizes add up.
/// Every edge is stored at both ends, rows sorted by neighbour, without self-loops, duplicates or zeros. Immutable.
class Graph {
  public:
    /// An edge seen from one of its ends.
    struct Neighbors {
        std::span<const Node> nodes;
        std::span<const double> weights;
    };

    /// Builds from pairs in any order and orientation. Duplicates are summed; self-loops are dropped and counted. With
    /// `is_excess` weights are added to `missing * s_i * s_j`, otherwise they are the total weights of their pairs.
    /// With empty `sizes` every node has size 1. Throws std::invalid_argument that names the first bad row.
    static Graph from_edges(Node n_nodes, std::span<const Node> u, std::span<const Node> v, std::span<const double> w,
                            double missing, std::vector<double> sizes, bool is_excess, const Poll& poll);

    /// Takes rows as they are: every edge at both ends, no self-loops, no duplicates; rows need not be sorted.
    static Graph from_rows(std::vector<std::int64_t> offsets, std::vector<Node> neighbors, std::vector<double> weights,
                           double missing, std::vector<double> sizes);

    Node n_nodes() const { return static_cast<Node>(offsets_.size() - 1); }
    std::int64_t n_edges() const { return static_cast<std::int64_t>(neighbors_.size() / 2); }
    std::int64_t n_self_loops() const { return n_self_loops_; }
    double missing() const { return missing_; }

    bool has_sizes() const { return !sizes_.empty(); }
    double size(Node i) const { return sizes_.empty() ? 1.0 : sizes_[i]; }
    std::span<const double> sizes() const { return sizes_; }

    std::span<const std::int64_t> offsets() const { return offsets_; }
    std::span<const Node> neighbors() const { return neighbors_; }
    std::span<const double> weights() const { return weights_; }
    Neighbors neighbors(Node i) const {
        const auto first = static_cast<std::size_t>(offsets_[i]);
        const auto count = static_cast<std::size_t>(offsets_[i + 1] - offsets_[i]);
        return {std::span(neighbors_).subspan(first, count), std::span(weights_).subspan(first, count)};
    }

    /// Total weight of the pairs in different clusters. Labels are any numbers in 0..n-1.
    double energy(std::span<const Node> labels) const;
    /// The contribution of the listed pairs {i, j} with i in begin..end-1 and i < j, without `missing`.
    double cut_of(Node begin, Node end, std::span<const Node> labels) const;

    /// Total weight of all pairs (the constant between the two forms of the energy), and of all repelling pairs (a
    /// lower bound on the energy).
    double total_weight() const;
    double repelling_weight() const;

    /// The same problem with every pair stored and `missing` 0; takes memory for n * (n - 1) / 2 pairs.
    Graph completed() const;

  private:
    Graph() = default;

    /// Sum of missing * s_i * s_j over all pairs.
    double missing_weight() const;

    std::vector<std::int64_t> offsets_;
    std::vector<Node> neighbors_;
    std::vector<double> weights_;
    std::vector<double> sizes_;
    double missing_ = 0.0;
    std::int64_t n_self_loops_ = 0;
};

}  // namespace frenemy
