#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// A graph whose nodes are merged two at a time.
///
/// Edges keep their ids and know their two ends. A node's list holds edge ids, including removed edges until the next
/// `sweep`. A merge walks only the shorter of two lists (so an edge changes its ends O(log n) times) and finds parallel
/// edges in a hash table of edge ids by their ends. The table is lazy: entries stay under outdated ends and are checked
/// against the current ends of their edge when found. That is a third faster than a FlatTable that erases them.
class MergingGraph {
  public:
    using EdgeId = std::uint32_t;
    struct Neighbor {
        Node node;
        EdgeId edge;
        double weight;  // total, not the excess
    };

    /// For fewer than 2^32 - 1 edges.
    MergingGraph(const Graph& graph, const Poll& poll);

    Node n_nodes() const { return static_cast<Node>(first_.size()); }
    bool is_gone(Node i) const { return is_gone_[i] != 0; }
    /// Number of edges. If `missing` is 0, edges whose weight became 0 are removed.
    Node degree(Node i) const { return degree_[i]; }
    double size(Node i) const { return size_.empty() ? 1.0 : size_[i]; }
    double missing() const { return missing_; }
    double total_size() const { return total_size_; }

    /// Writes the neighbours of a node to `into`.
    void neighbors(Node i, std::vector<Neighbor>& into);
    /// One neighbour of a node that was swept since the last change of the graph.
    Neighbor neighbor(Node i, Node at) const {
        const EdgeId e = pool_[static_cast<std::size_t>(first_[i] + at)];
        return {other_end(edges_[e], i), e, weight(edges_[e])};
    }
    /// Drops removed edges from a node's list, which then has one entry per neighbour.
    void sweep(Node i);

    /// Merges two nodes and returns the one that remains. `common` gets their common neighbours.
    Node merge(Node i, Node j, std::vector<Node>& common);

    /// Sets a weight in a graph with `missing` 0; 0 removes the edge.
    void set_weight(EdgeId edge, double weight);

    /// The remaining graph with renumbered nodes: `place` gets the new number of each node, or -1.
    Graph rest(std::vector<Node>& place, const Poll& poll) const;

  private:
    struct Edge {
        Node u, v;  // both -1 once removed
        double excess;
    };
    static constexpr EdgeId none = ~EdgeId{0};

    Node other_end(const Edge& edge, Node i) const { return edge.u == i ? edge.v : edge.u; }
    double weight(const Edge& edge) const {
        return missing_ == 0.0 ? edge.excess : edge.excess + missing_ * (size(edge.u) * size(edge.v));
    }
    void remove(EdgeId edge);
    void append(Node i, EdgeId edge);
    EdgeId find(Node i, Node j);
    void insert(EdgeId edge);
    void fill_table();

    std::vector<Edge> edges_;
    std::vector<EdgeId> pool_;  // the lists: count_[i] ids from first_[i] on, with room for room_[i]
    std::vector<std::int64_t> first_;
    std::vector<Node> count_, room_, degree_;
    std::vector<char> is_gone_;
    std::vector<EdgeId> table_;  // open addressing, a power of two; empty until first needed
    std::size_t n_in_table_ = 0;
    std::vector<double> size_;
    double missing_;
    double total_size_ = 0.0;
};

}  // namespace frenemy
