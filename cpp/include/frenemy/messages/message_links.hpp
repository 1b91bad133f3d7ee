#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// A neighbour of a node, and the index of the message between the two.
struct MessageLink {
    double weight;
    std::size_t message;
    Node place;
};

/// The pairs of one sign, stored at both ends, by position in an order of the nodes. Messages are numbered by their
/// earlier ends, so that messages between a node and later nodes are contiguous.
class MessageLinks {
  public:
    std::span<const MessageLink> earlier(Node place) const { return part(begin_[place], later_[place]); }
    std::span<const MessageLink> later(Node place) const { return part(later_[place], begin_[place + 1]); }
    std::size_t n_messages() const { return links_.size() / 2; }

    /// Fill in this order: `count` each pair, `begin`, `add` each pair by earlier ends.
    explicit MessageLinks(Node n_nodes)
        : begin_(static_cast<std::size_t>(n_nodes) + 1), later_(static_cast<std::size_t>(n_nodes)) {}
    void count(Node first, Node second) {
        ++begin_[first + 1];
        ++begin_[second + 1];
        ++later_[second];
    }
    void begin();
    void add(Node first, Node second, double weight);

  private:
    std::span<const MessageLink> part(std::size_t from, std::size_t to) const {
        return std::span(links_).subspan(from, to - from);
    }

    std::vector<std::size_t> begin_, later_;
    std::vector<std::size_t> next_earlier_, next_later_;  // insertion positions during `add`
    std::vector<MessageLink> links_;
    std::size_t n_added_ = 0;
};

/// A problem laid out for forward and backward passes of messages over ordered nodes.
///
/// The order is breadth first within each component, from its lowest node. So in a component that is a tree, every node
/// but the first has exactly one earlier neighbour, and each later neighbour summarizes its own subtree.
class MessageOrder {
  public:
    /// If `is_over()`, the run expired during construction, and the object must not be used.
    MessageOrder(const Graph& graph, Run& run);

    bool is_over() const { return is_over_; }
    /// The node at each place.
    std::span<const Node> nodes() const { return nodes_; }
    bool is_in_tree(Node place) const { return is_in_tree_[place]; }
    const MessageLinks& attracting() const { return attracting_; }
    const MessageLinks& repelling() const { return repelling_; }

  private:
    bool find_order(const Graph& graph, Run& run);
    bool link(const Graph& graph, Run& run);

    std::vector<Node> nodes_, places_;
    std::vector<bool> is_in_tree_;
    MessageLinks attracting_, repelling_;
    bool is_over_;
};

}  // namespace frenemy
