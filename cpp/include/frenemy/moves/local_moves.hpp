#pragma once

#include <limits>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/structures/largest_clusters.hpp"

namespace frenemy {

/// Fast local moving (Traag, Waltman & van Eck 2019): single-node moves from a queue that holds only nodes that may
/// gain by moving.
///
/// For every node it maintains the *slack*: the attraction to its own cluster minus the attraction to the best
/// alternative, which may be a cluster of its own. When a neighbour moves, the slack falls by the largest possible
/// change, and the node is queued when its slack turns negative. Label and slack share eight bytes, since a move
/// updates both for every neighbour. The slack is a float that is rounded down, so no improving move is missed.
///
/// With `missing` != 0, a move changes the attraction of two clusters for all nodes. Then the slack is always 0, every
/// neighbour is queued, and passes over all nodes find what the queue misses.
///
/// Keeps its own labels instead of a Clustering: the memory layout makes it fast.
class LocalMoves {
  public:
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    /// Starts from labels in 0..n-1 with an empty queue.
    LocalMoves(const Graph& graph, std::span<const Node> labels);

    void push(Node i) {
        if (states_[i].slack == queued) return;
        states_[i].slack = queued;
        queue_[tail_] = i;
        tail_ = tail_ + 1 == queue_.size() ? 0 : tail_ + 1;
        ++n_queued_;
    }
    void push_all() {
        for (Node i = 0; i < graph_.n_nodes(); ++i) push(i);
    }
    /// Queues the nodes that gain by moving and computes the slack of all others, in parallel. Faster than `push_all`
    /// if few nodes gain.
    void push_unstable(Run& run);
    void push_around(Node i) {
        push(i);
        for (const Node j : graph_.neighbors(i).nodes) push(j);
    }

    /// Processes the queue until it is empty, or until `visits_per_node` visits per node on average. Returns false if
    /// the run expired first.
    bool converge(Run& run, std::int64_t visits_per_node = unlimited);

    /// Processes the nodes that are in the queue now. Returns true if no node can gain any more.
    bool process_round(Run& run);

    std::size_t n_queued() const { return n_queued_; }
    void shuffle_queue(Rng& rng);

    /// Relabels a node without computing its gain. The caller queues the affected nodes and calls `add_gain`.
    void put(Node i, Node cluster);
    void add_gain(double gain) { gain_ += gain; }

    /// Moves a node whether or not that gains, and queues the affected neighbours.
    void force(Node i, Node cluster);

    /// A frozen node cannot be queued; `thaw` queues it. Freeze only nodes that are not in the queue.
    void freeze(Node i) { states_[i].slack = queued; }
    void thaw(Node i) {
        states_[i].slack = 0.0f;
        push(i);
    }

    /// Processes at most `max_visits` nodes of the queue, without extra passes for `missing`. Returns whether the queue
    /// is empty.
    bool process_nearby(std::size_t max_visits, Run& run) { return process_queue(max_visits, run) && n_queued_ == 0; }

    /// `begin_recording` starts to record all moves; `roll_back` undoes them and their gain, and empties the queue.
    void begin_recording();
    void roll_back();

    /// Total decrease of the energy since the start.
    double gain() const { return gain_; }
    Node n_clusters() const { return n_clusters_; }
    Node n_members(Node cluster) const { return n_members_[cluster]; }
    Node label(Node i) const { return states_[i].cluster; }
    Labels labels() const;
    /// The id of an empty cluster. One exists whenever some cluster has two members.
    Node empty_cluster();

  private:
    struct NodeState {
        Node cluster;
        float slack;
    };
    struct Best {
        Node cluster;  // -1: a cluster of its own
        double attraction;
        double second;  // to the second best, at least 0
        double own;     // to its own cluster, without itself
    };
    static constexpr float queued = -std::numeric_limits<float>::infinity();

    bool process_queue(std::size_t n_nodes, Run& run);
    /// Queues all nodes if the queue may have missed some; false if nothing changed since the last time.
    bool requeue_all();
    void visit(Node i);
    static bool is_gain(const Best& best);
    float slack(double lead) const;
    Best best_of_neighbors(Node i, const Graph::Neighbors& row, double* attraction) const;
    Best best_of_all(Node i, const Graph::Neighbors& row);
    void move(Node i, Node to, const Graph::Neighbors& row);

    const Graph& graph_;
    std::vector<NodeState> states_;
    std::vector<double> attraction_;  // to the clusters around the visited node; all zero between visits
    std::vector<Node> n_members_;
    std::vector<double> sizes_;  // of clusters, if missing is not 0
    LargestClusters largest_;    // if missing is above 0
    std::vector<Node> empty_;    // ids of empty clusters, and stale ids that have members again
    std::vector<Node> queue_;    // a ring buffer; a node is in it at most once
    std::size_t head_ = 0, tail_ = 0, n_queued_ = 0;
    Node n_clusters_ = 0;
    double gain_ = 0.0;
    double gain_at_last_requeue_ = -1.0;
    struct Step {
        Node node, from;
    };
    std::vector<Step> steps_;  // since `begin_recording`
    double recorded_gain_ = 0.0;
    bool is_recording_ = false;
    std::int64_t n_visits_ = 0;
};

}  // namespace frenemy
