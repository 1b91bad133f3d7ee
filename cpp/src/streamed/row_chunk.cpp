#include "frenemy/streamed/row_chunk.hpp"

#include <stdexcept>
#include <string>

namespace frenemy {

void check(const RowChunk& chunk, std::size_t n_nodes) {
    if (chunk.offsets.empty() || chunk.offsets.front() != 0 ||
        chunk.offsets.back() != static_cast<std::int64_t>(chunk.neighbors.size()) ||
        chunk.neighbors.size() != chunk.weights.size()) {
        throw std::invalid_argument("rows must begin at 0 and end with the last neighbour");
    }
    for (std::size_t k = 1; k < chunk.offsets.size(); ++k) {
        if (chunk.offsets[k] < chunk.offsets[k - 1]) throw std::invalid_argument("offsets of rows must not decrease");
    }
    const auto n = static_cast<std::int64_t>(n_nodes);
    if (chunk.first < 0 || chunk.first + static_cast<std::int64_t>(chunk.n_nodes()) > n) {
        throw std::invalid_argument("rows of nodes " + std::to_string(chunk.first) + " and up are not below " +
                                    std::to_string(n));
    }
    for (const Node j : chunk.neighbors) {
        if (j < 0 || j >= n) {
            throw std::invalid_argument("a neighbour must be in 0.." + std::to_string(n - 1) + ", got " +
                                        std::to_string(j));
        }
    }
}

}  // namespace frenemy
