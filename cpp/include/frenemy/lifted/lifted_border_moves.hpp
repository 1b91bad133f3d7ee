#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <vector>

#include "frenemy/core/expiry_check.hpp"
#include "frenemy/lifted/lifted_graph.hpp"
#include "frenemy/lifted/removability.hpp"

namespace frenemy {

/// Kernighan-Lin moves across the borders of a lifted clustering. For two clusters that share base edges, nodes at
/// their border change sides one by one, the one with the highest gain first, even if that is negative, and none twice;
/// then the best state on the way is restored. A node moves only to a side that it touches, and only if its own side
/// stays connected, so every state is allowed. Keuper et al. (2015), Algorithm 2, with connectivity kept at each step.
class LiftedBorderMoves {
  public:
    /// `labels` are allowed and in 0..n-1.
    LiftedBorderMoves(const LiftedGraph& graph, Labels labels);

    /// Tries every cluster that has changed since it was last tried: a split, and moves across each of its borders.
    /// `patience` is the number of moves after the best state at which a sequence ends. Returns the drop in energy.
    double sweep(std::int64_t patience, Run& run);

    const Labels& labels() const { return labels_; }

  private:
    struct Step {
        double gain;
        Node i;
        bool operator<(const Step& other) const { return gain != other.gain ? gain < other.gain : i > other.i; }
    };
    struct Crossing {
        Node cluster, i, j;  // i in the current cluster, j in the other one
    };

    void list_crossings(Node a);
    double try_border(Node a, Node b, std::span<const Crossing> border, std::int64_t patience, Run& run);
    double try_split(Node a, std::int64_t patience, Run& run);
    /// Moves nodes between a and b until the sequence ends; restores the best state and returns its gain.
    double follow(Node a, Node b, std::int64_t patience, Run& run);
    void offer(Node i, Node a, Node b);
    bool touches(Node i, Node cluster) const;
    void relabel(Node i, Node to);
    void link(Node i);
    void unlink(Node i);

    const LiftedGraph graph_;
    Labels labels_;
    std::vector<Node> n_members_, first_, next_, previous_;  // lists of the members of clusters
    std::vector<Node> empty_;
    std::vector<std::int64_t> changed_at_, tried_at_;  // by cluster
    std::int64_t time_ = 0;
    Removability removability_;

    // State of one sequence of moves.
    std::vector<double> gain_;
    std::vector<std::int64_t> known_at_, moved_at_;  // by node: the sequence in which its gain is known, it has moved
    std::int64_t sequence_ = 0;
    std::priority_queue<Step> steps_;
    std::vector<Node> path_;
    std::vector<Crossing> crossings_;
};

}  // namespace frenemy
