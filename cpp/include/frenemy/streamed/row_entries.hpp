#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/streamed/row_chunk.hpp"

namespace frenemy {

/// Entries of rows of contracted nodes, grouped by ranges of nodes, otherwise in the order they came.
struct RowEntries {
    std::vector<Node> nodes, neighbors;
    std::vector<double> weights;
    std::vector<std::int64_t> begins;  // of each range, and the end of the last
};

/// Both entries of every pair. `numbers` is the contracted node of each node, or -1 to leave its pairs out; pairs within
/// a contracted node vanish. Range k holds the nodes `edges[k]..edges[k + 1] - 1`.
RowEntries entries_of_pairs(std::span<const Node> u, std::span<const Node> v, std::span<const double> w,
                            std::span<const Node> numbers, std::span<const Node> edges);
/// The same for rows, which have both entries of every pair.
RowEntries entries_of_rows(const RowChunk& chunk, std::span<const Node> numbers, std::span<const Node> edges);

/// Rows of consecutive nodes: how long each is, and their entries, sorted by neighbour.
struct SummedRows {
    std::vector<Node> lengths;
    std::vector<Node> neighbors;
    std::vector<double> weights;
};

/// The rows of the nodes `low..high - 1` from entries in any order. Entries of the same pair are summed in the order
/// they come, and left out if the sum is 0.
SummedRows sum_rows(Node low, Node high, std::span<const Node> nodes, std::span<const Node> neighbors,
                    std::span<const double> weights);

/// Adds to `counts`, one per contracted node, the entries that its pairs make.
void count_entries(std::span<const Node> u, std::span<const Node> v, std::span<const Node> numbers,
                   std::span<std::int64_t> counts);

}  // namespace frenemy
