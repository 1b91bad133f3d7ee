#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// A graph whose nodes are merged two at a time.
///
/// Edges keep their number for life and know their two ends; a node's list holds numbers of edges, and may hold some
/// that are gone, which every look at the list sweeps out. A merge walks the shorter of two lists only (so an edge
/// changes its ends O(log n) times) and finds parallel edges in a hash table over all edges. The table keeps numbers
/// under the ends they had, and is never cleaned: a number found is checked against the ends its edge has now.
class MergingGraph {
  public:
    using EdgeId = std::uint32_t;
    struct Neighbor {
        Node node;
        EdgeId edge;
        double weight;  // in all, not the excess
    };

    /// For fewer than 2^32 - 1 edges.
    MergingGraph(const Graph& graph, const Poll& poll);

    Node n_nodes() const { return static_cast<Node>(first_.size()); }
    bool is_gone(Node i) const { return is_gone_[i] != 0; }
    /// Number of edges; those that came to weigh nothing are gone if `missing` is 0.
    Node degree(Node i) const { return degree_[i]; }
    double size(Node i) const { return size_.empty() ? 1.0 : size_[i]; }
    double missing() const { return missing_; }
    double total_size() const { return total_size_; }

    /// The neighbours of a node, in the caller's memory.
    void neighbors(Node i, std::vector<Neighbor>& into);
    /// One of them, of a node that has been swept since the graph last changed.
    Neighbor neighbor(Node i, Node at) const {
        const EdgeId e = pool_[static_cast<std::size_t>(first_[i] + at)];
        return {other_end(edges_[e], i), e, weight(edges_[e])};
    }
    /// Takes what is gone out of a node's list, which then has as many entries as the node has neighbours.
    void sweep(Node i);

    /// Makes one node of two and returns which one stays. `common` gets the nodes that were neighbours of both.
    Node merge(Node i, Node j, std::vector<Node>& common);

    /// Sets a weight, of a graph with `missing` 0; zero removes the edge.
    void set_weight(EdgeId edge, double weight);

    /// What is left, with the nodes renumbered: `place` gets the new number of each node, or -1.
    Graph rest(std::vector<Node>& place, const Poll& poll) const;

  private:
    struct Edge {
        Node u, v;  // both -1 once it is gone
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
    std::vector<EdgeId> pool_;  // the lists: count_[i] numbers from first_[i] on, with room for room_[i]
    std::vector<std::int64_t> first_;
    std::vector<Node> count_, room_, degree_;
    std::vector<char> is_gone_;
    std::vector<EdgeId> table_;  // open addressing, a power of two; empty until it is first needed
    std::size_t n_in_table_ = 0;
    std::vector<double> size_;
    double missing_;
    double total_size_ = 0.0;
};

}  // namespace frenemy
