#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// What may not share a cluster: the two nodes of a pair, and any two nodes that carry the same token. `nodes[k]` carries
/// `tokens[k]`. Pairs are u < v, sorted; entries are sorted by token; neither is named twice.
struct Apart {
    std::span<const Node> u, v;
    std::span<const Node> nodes, tokens;
};

/// For every node a list, in the order of what it is made of.
class NodeLists {
  public:
    /// The tokens of each node, ascending.
    static NodeLists tokens(Node n_nodes, const Apart& apart);
    /// The nodes that each node is paired with.
    static NodeLists foes(Node n_nodes, const Apart& apart);

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

/// Whether each cluster holds something forbidden; empty if none does. Labels are any numbers in 0..n-1.
std::vector<char> violated_clusters(std::span<const Node> labels, const Apart& apart);

/// Whether no cluster holds anything forbidden. Labels are any numbers in 0..n-1.
inline bool is_kept_apart(std::span<const Node> labels, const Apart& apart) {
    return violated_clusters(labels, apart).empty();
}

/// Total weight of the stored pairs that attract and are cut in every clustering that holds nothing forbidden.
double forbidden_attraction(const Graph& graph, const Apart& apart);

}  // namespace frenemy
