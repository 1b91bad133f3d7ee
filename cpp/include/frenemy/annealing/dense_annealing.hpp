#pragma once

#include "frenemy/annealing/annealing.hpp"

namespace frenemy {

/// Whether the table of `DenseAnnealing` is small and its rows are long enough to pay off.
bool is_dense(const Graph& graph);

/// Annealing of a dense problem: a table holds the attraction of every cluster to every node, so that a proposal takes
/// two lookups and only a move takes a pass over the node's pairs. With more pairs per node than clusters, the cluster
/// of a random neighbour would nearly always be a large one; so all clusters and a new one are proposed with equal
/// probability.
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
    std::vector<Node> clusters_;  // non-empty ids come first
    std::vector<Node> place_;     // of an id in `clusters_`
    std::size_t n_clusters_ = 0;
};

}  // namespace frenemy
