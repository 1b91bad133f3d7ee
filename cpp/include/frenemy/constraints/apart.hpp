#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Cannot-link constraints: the two nodes of each pair, and any two nodes with the same token, must be in different
/// clusters. `nodes[k]` has `tokens[k]`. Pairs are u < v, sorted and distinct; entries are sorted by token and
/// distinct.
struct Apart {
    std::span<const Node> u, v;
    std::span<const Node> nodes, tokens;
};

/// A list for every node, in compressed rows.
class NodeLists {
  public:
    /// The tokens of each node, ascending.
    static NodeLists tokens(Node n_nodes, const Apart& apart);
    /// The nodes that each node must be apart from, by pairs.
    static NodeLists forbidden(Node n_nodes, const Apart& apart);

    std::span<const Node> operator[](Node i) const {
        return std::span(values_).subspan(static_cast<std::size_t>(offsets_[i]),
                                          static_cast<std::size_t>(offsets_[i + 1] - offsets_[i]));
    }

  private:
    explicit NodeLists(Node n_nodes) : offsets_(static_cast<std::size_t>(n_nodes) + 1, 0) {}

    void count(Node i) { ++offsets_[i + 1]; }
    void reserve();
    void add(Node i, Node value) { values_[static_cast<std::size_t>(next_[i]++)] = value; }

    std::vector<std::int64_t> offsets_, next_;
    std::vector<Node> values_;
};

/// Whether each cluster violates a constraint; empty if none does. Labels are any numbers in 0..n-1.
std::vector<char> violated_clusters(std::span<const Node> labels, const Apart& apart);

/// Whether labels (any numbers in 0..n-1) satisfy all constraints.
inline bool is_kept_apart(std::span<const Node> labels, const Apart& apart) {
    return violated_clusters(labels, apart).empty();
}

/// Total weight of the attracting stored pairs that the constraints cut.
double forbidden_attraction(const Graph& graph, const Apart& apart);

}  // namespace frenemy
