#pragma once

#include <limits>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/largest_clusters.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Single-node moves from a queue: a node is looked at only when it may want to move.
///
/// For every node it keeps the *slack*: how much more its own cluster attracts it than the best other one, or than
/// being alone. When a neighbour moves, the slack falls by what that can change at most; the node is queued when the
/// slack turns negative. Label and slack share eight bytes, as a move reads and writes both of every neighbour. The
/// slack is a float, rounded so that it is never too large: nobody who wants to move is overlooked.
///
/// If unlisted pairs weigh something, a move also changes what the two clusters are worth to everyone else. Then the
/// slack is always 0, every neighbour is queued, and what the queue misses is found by passes over all nodes.
///
/// This is a clustering of its own, apart from Clustering, because the layout is what makes it fast.
class LocalMoves {
  public:
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    /// Starts from labels in 0..n-1, with nobody queued.
    LocalMoves(const Graph& graph, std::span<const Node> labels);

    void push(Node i) {
        if (seats_[i].slack == queued) return;
        seats_[i].slack = queued;
        queue_[tail_] = i;
        tail_ = tail_ + 1 == queue_.size() ? 0 : tail_ + 1;
        ++n_queued_;
    }
    void push_all() {
        for (Node i = 0; i < graph_.n_nodes(); ++i) push(i);
    }
    /// Queues those who want to move as things are, and notes how firmly the others sit. For a start where few want to:
    /// threads share the look at all, which `push_all` leaves to the queue.
    void push_unsettled(Run& run);
    void push_around(Node i) {
        push(i);
        for (const Node j : graph_.neighbors(i).nodes) push(j);
    }

    /// Moves nodes until nobody in the queue, nor anybody they touch, wants to, or until there were so many visits for
    /// each node there is; false if the run expired before.
    bool settle(Run& run, std::int64_t visits_per_node = unlimited);

    /// The same for those in the queue now; true if nobody is left that could want to move.
    bool settle_round(Run& run);

    std::size_t n_queued() const { return n_queued_; }
    void shuffle_queue(Rng& rng);

    /// Puts a node elsewhere without asking what it costs; the caller pushes whom it concerns, and says by how much the
    /// energy fell.
    void put(Node i, Node cluster);
    void add_gain(double gain) { gain_ += gain; }

    /// Moves a node whether it gains or not; those who may want to follow are queued.
    void force(Node i, Node cluster);

    /// A frozen node is not queued until it is thawed, which queues it. It must not be in the queue.
    void freeze(Node i) { seats_[i].slack = queued; }
    void thaw(Node i) {
        seats_[i].slack = 0.0f;
        push(i);
    }

    /// Works the queue off, but looks at no more than so many nodes, and not at all at what sizes change for nodes far
    /// away. False if somebody is left.
    bool settle_nearby(std::size_t most_visits, Run& run) { return work_off(most_visits, run) && n_queued_ == 0; }

    /// From `remember` on, all moves are noted, and `undo` takes them back, with their gain, and empties the queue.
    void remember();
    void undo();

    /// By how much the energy has fallen since the start.
    double gain() const { return gain_; }
    Node n_clusters() const { return n_clusters_; }
    Node n_members(Node cluster) const { return n_members_[cluster]; }
    Node label(Node i) const { return seats_[i].cluster; }
    Labels labels() const;
    /// A cluster id without members. There is one while some cluster has two members.
    Node empty_cluster();

  private:
    struct Seat {
        Node cluster;
        float slack;
    };
    struct Best {
        Node cluster;  // -1: alone
        double attraction;
        double second;  // to the best but one, at least 0
        double own;     // to the cluster the node is in, without itself
    };
    static constexpr float queued = -std::numeric_limits<float>::infinity();

    bool work_off(std::size_t n_nodes, Run& run);
    /// Queues all if the queue may have missed someone; false if nothing has changed since that was last done.
    bool look_at_all();
    void visit(Node i);
    static bool is_gain(const Best& best);
    float slack(double lead) const;
    Best best_of_neighbors(Node i, const Graph::Neighbors& row, double* attraction) const;
    Best best_of_all(Node i, const Graph::Neighbors& row);
    void move(Node i, Node to, const Graph::Neighbors& row);

    const Graph& graph_;
    std::vector<Seat> seats_;
    std::vector<double> attraction_;  // of the clusters around the node being looked at; zeros in between
    std::vector<Node> n_members_;
    std::vector<double> sizes_;  // of clusters, if missing is not 0
    LargestClusters largest_;    // if missing is above 0
    std::vector<Node> empty_;    // ids without members, and stale entries that got one since
    std::vector<Node> queue_;    // a ring; a node is in it at most once
    std::size_t head_ = 0, tail_ = 0, n_queued_ = 0;
    Node n_clusters_ = 0;
    double gain_ = 0.0;
    double gain_at_last_look_ = -1.0;
    struct Step {
        Node node, from;
    };
    std::vector<Step> steps_;  // since `remember`
    double gain_remembered_ = 0.0;
    bool is_remembering_ = false;
    std::int64_t n_visits_ = 0;
};

}  // namespace frenemy
