#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "frenemy/clustering.hpp"
#include "frenemy/max_tree.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Kernighan-Lin sequences between two clusters: the node that gains most by changing sides does so, even at a loss, and
/// never comes back; how far to follow the sequence is decided at its end.
///
/// Only nodes with an edge across are looked at, the best of each side kept at hand. That works because every node's
/// attraction to its own cluster is kept from step to step: a node that is met for the first time in a sequence has no
/// edge across, so what it would gain is known at once. Change labels through `move` only, or call `refresh` after.
class BorderMoves {
  public:
    explicit BorderMoves(Clustering& clustering);

    /// What rounding can make up, as a share of the attractions that were added up. Gains below it do not count.
    static constexpr double noise = 1e-12;
    static constexpr double unlimited = std::numeric_limits<double>::infinity();

    /// An edge between two clusters, seen from the first. The weight is as stored, without `missing`.
    struct Crossing {
        Node i, j;
        double weight;
    };

    /// Takes in what the clustering is now. Labels may have been changed by others.
    void refresh();

    /// Whether to begin with all nodes of the two clusters, or with those at the border.
    enum class Begin { border, all };

    /// Finds the sequence between a and b, which may be empty, and gives what following it up to its best point gains;
    /// `path()` are the nodes to move. Changes nothing. `crossing` are all edges between the two. The sequence ends
    /// when no node is left, when it is more than `most_loss` behind its best point, or when the run expires.
    double find(Node a, Node b, std::span<const Crossing> crossing, Begin begin, double most_loss, Run& run);
    std::span<const Node> path() const { return path_; }

    /// Moves a node. The energy of the clustering is left to the caller.
    void move(Node i, Node to);

    /// A cluster's nodes: the first, and the one after i; -1 behind the last.
    Node first_member(Node cluster) const { return first_[cluster]; }
    Node next_member(Node i) const { return links_[i].next; }

  private:
    struct State {
        double change;          // attraction to the other side minus that to its own, as stored
        std::int32_t sequence;  // in which this state was last valid
        std::int32_t place;     // among those on its side that may move; -1 once it has
    };
    struct Link {
        Node next, previous;
    };

    /// Whether a node is met for the first time in this sequence.
    bool meet(Node i) {
        State& state = states_[i];
        if (state.sequence == sequence_) return false;
        state = {-own_[i], sequence_, -1};
        return true;
    }
    double key(Node i, int side) const;
    void enter(Node i, int side);
    Node best(int side);
    double gain(Node i, int side) const;
    void flip(Node i, Node a, Node b);
    void link(Node i);
    void unlink(Node i);

    const Graph& graph_;
    Clustering& clustering_;
    const double missing_;
    double usual_size_ = 0.0;
    std::vector<double> own_;  // what stored pairs draw a node to its own cluster
    std::vector<State> states_;
    std::vector<Node> first_;
    std::vector<Link> links_;

    // Of the sequence that is being looked for.
    std::int32_t sequence_ = 0;
    double difference_ = 0.0;  // size of b minus size of a
    std::vector<Node> met_, path_;
    struct Side {
        MaxTree keys;
        std::vector<Node> nodes;  // by place
    };
    Side sides_[2];
};

}  // namespace frenemy
