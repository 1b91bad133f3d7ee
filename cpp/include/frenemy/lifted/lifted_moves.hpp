#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/lifted/lifted_graph.hpp"
#include "frenemy/lifted/removability.hpp"

namespace frenemy {

/// Local moves of single nodes that keep all clusters connected: a node joins the cluster of a base neighbour that
/// attracts it most, or stands alone, unless it is an articulation point of its cluster. Nodes wait in a queue, and
/// those whose neighbourhood has changed enter it again.
class LiftedMoves {
  public:
    /// `labels` are allowed and in 0..n-1.
    LiftedMoves(const LiftedGraph& graph, Labels labels);

    void push(Node i) {
        if (is_queued_[i]) return;
        is_queued_[i] = 1;
        queue_.push_back(i);
    }

    /// All nodes that touch another cluster.
    void push_borders();

    /// Moves until the queue is empty or the run expires. Returns the drop in energy.
    double converge(Run& run);

    const Labels& labels() const { return labels_; }

  private:
    struct Target {
        Node cluster;
        double gain;
    };
    Target best_target(Node i);
    void move(Node i, Node to);

    const LiftedGraph graph_;
    Labels labels_;
    std::vector<Node> n_members_, empty_;
    std::vector<double> attraction_;  // by cluster, 0 between calls
    std::vector<char> is_queued_;
    std::vector<Node> queue_;
    std::size_t next_ = 0;
    Removability removability_;
};

/// The labels after local moves, in random blocks: at first of all nodes, or of those that `is_first` marks.
Labels moved_lifted(const LiftedGraph& graph, Labels labels, Rng& rng, Run& run, std::span<const char> is_first = {});

}  // namespace frenemy
