#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/structures/max_tree.hpp"

namespace frenemy {

/// Kernighan-Lin sequences between two clusters: repeatedly, the node with the largest gain changes sides, even at a
/// loss, and is then locked. The best prefix of the sequence is chosen at its end.
///
/// Only nodes with an edge across the border are considered. This works because every node's attraction to its own
/// cluster is maintained: a node that a sequence meets for the first time has no edge across, so its gain is known at
/// once. Change labels only through `move`, or call `refresh` afterwards.
class BorderMoves {
  public:
    explicit BorderMoves(Clustering& clustering);

    /// Rounding error relative to the attractions that were summed. Smaller gains are ignored.
    static constexpr double noise = 1e-12;
    static constexpr double unlimited = std::numeric_limits<double>::infinity();

    /// An edge between two clusters, seen from the first. The weight is as stored, without `missing`.
    struct Crossing {
        Node i, j;
        double weight;
    };

    /// Recomputes all state from the clustering, after its labels were changed elsewhere.
    void refresh();

    /// Whether a sequence begins with all nodes of the two clusters or with those at the border.
    enum class Begin { border, all };

    /// Finds a sequence between a and b, which may be empty, and returns the gain of its best prefix; `path()` lists
    /// the nodes of that prefix. Changes nothing. `crossing` are all edges between the two. The sequence ends when no
    /// node remains, when it is more than `max_loss` worse than its best prefix, or when the run expires.
    double find(Node a, Node b, std::span<const Crossing> crossing, Begin begin, double max_loss, Run& run);
    std::span<const Node> path() const { return path_; }

    /// Moves a node. The caller updates the energy of the clustering.
    void move(Node i, Node to);

    /// The members of a cluster as a linked list: the first, and the one after i; -1 at the end.
    Node first_member(Node cluster) const { return first_[cluster]; }
    Node next_member(Node i) const { return links_[i].next; }

  private:
    struct State {
        double change;          // attraction to the other side minus attraction to its own, over stored pairs
        std::int32_t sequence;  // the sequence for which this state is valid
        std::int32_t place;     // among the movable nodes of its side; -1 once it has moved
    };
    struct Link {
        Node next, previous;
    };

    /// Returns whether a node is met for the first time in this sequence.
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
    std::vector<double> own_;  // attraction of each node to its own cluster, over stored pairs
    std::vector<State> states_;
    std::vector<Node> first_;
    std::vector<Link> links_;

    // State of the current sequence.
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
