#pragma once

#include <cstdint>
#include <span>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// The rows of consecutive nodes of a problem that is not in memory: the row of node `first + k` is at
/// `offsets[k]..offsets[k + 1] - 1`. As in a Graph, weights are excesses and every pair is in the rows of both ends.
struct RowChunk {
    Node first;
    std::span<const std::int64_t> offsets;
    std::span<const Node> neighbors;
    std::span<const double> weights;

    Node n_nodes() const { return static_cast<Node>(offsets.size() - 1); }
    Graph::Neighbors row(Node k) const {
        const auto begin = static_cast<std::size_t>(offsets[k]);
        const auto count = static_cast<std::size_t>(offsets[k + 1]) - begin;
        return {neighbors.subspan(begin, count), weights.subspan(begin, count)};
    }
};

/// Throws std::invalid_argument unless all rows lie within the chunk and all nodes below `n_nodes`.
void check(const RowChunk& chunk, std::size_t n_nodes);

}  // namespace frenemy
