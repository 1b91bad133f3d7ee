#pragma once

#include "frenemy/annealing.hpp"

namespace frenemy {

/// Whether the table of `DenseAnnealing` is small, and its rows long enough to pay.
bool is_dense(const Graph& graph);

/// Annealing of a dense problem: a table holds what every cluster is worth to every node, so that a proposal costs two
/// looks and only a move costs a pass over the node's pairs. With more pairs per node than clusters, the cluster of a
/// random neighbour would nearly always be a large one; here every cluster, and a new one, is proposed alike.
class DenseAnnealing {
  public:
    DenseAnnealing(const Graph& graph, Labels& labels, double unit, Rng& rng);

    /// False if the run expired.
    bool sweep(double temperature, Run& run);

  private:
    double& attraction(Node cluster, Node i) { return table_[static_cast<std::size_t>(cluster) * n_ + i]; }
    void visit(Node i, double temperature);
    void move(Node i, Node home, Node to);

    const Graph& graph_;
    Labels& labels_;
    double unit_;
    Rng& rng_;
    std::size_t n_;
    std::vector<double> table_;  // a row of n for every cluster id
    std::vector<Node> n_members_;
    std::vector<double> sizes_;   // of clusters, if missing is not 0
    std::vector<Node> clusters_;  // ids with members come first
    std::vector<Node> place_;     // of an id among them
    std::size_t n_clusters_ = 0;
};

}  // namespace frenemy
