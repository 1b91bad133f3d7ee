#include "frenemy/flow/all_splits.hpp"

#include <bit>
#include <limits>

namespace frenemy {

namespace {

/// Dense matrix of listed weights, row by row.
std::vector<double> weight_matrix(const Graph& graph) {
    const auto n = static_cast<std::size_t>(graph.n_nodes());
    std::vector<double> matrix(n * n, 0.0);
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            matrix[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(row.nodes[a])] = row.weights[a];
        }
    }
    return matrix;
}

}  // namespace

std::vector<std::uint8_t> best_of_all_splits(const Graph& graph) {
    const auto n = static_cast<std::size_t>(graph.n_nodes());
    const std::vector<double> matrix = weight_matrix(graph);
    // One flip at a time (Gray code), node 0 fixed.
    std::vector<double> sign(n, 1.0);
    double now = 0.0, best = std::numeric_limits<double>::infinity();
    std::uint32_t best_code = 0;
    for (std::uint32_t count = 1; count < std::uint32_t{1} << (n - 1); ++count) {
        const auto i = static_cast<std::size_t>(std::countr_zero(count)) + 1;
        double change = 0.0;
        for (std::size_t j = 0; j < n; ++j) change += matrix[i * n + j] * sign[j];
        now += change * sign[i];
        sign[i] = -sign[i];
        if (now < best) {
            best = now;
            best_code = count ^ (count >> 1);
        }
    }
    std::vector<std::uint8_t> side(n, 0);
    for (std::size_t i = 1; i < n; ++i) side[i] = (best_code >> (i - 1)) & 1;
    return side;
}

}  // namespace frenemy
