#include "frenemy/linkage/shared_neighbors.hpp"

#include <algorithm>
#include <stdexcept>

namespace frenemy {

std::vector<Node> shared_neighbors(std::span<const Node> neighbors, std::size_t k, std::span<const Node> u,
                                   std::span<const Node> v) {
    const std::size_t n = k == 0 ? 0 : neighbors.size() / k, width = k + 1;
    std::vector<Node> near(n * width);  // sorted
    for (std::size_t i = 0; i < n; ++i) {
        Node* row = near.data() + i * width;
        std::copy_n(neighbors.data() + i * k, k, row);
        row[k] = static_cast<Node>(i);
        std::sort(row, row + width);
    }
    std::vector<Node> shared(u.size(), 0);
    for (std::size_t p = 0; p < u.size(); ++p) {
        if (std::min(u[p], v[p]) < 0 || static_cast<std::size_t>(std::max(u[p], v[p])) >= n) {
            throw std::invalid_argument("pairs must name rows of the neighbors");
        }
        const Node* x = near.data() + static_cast<std::size_t>(u[p]) * width;
        const Node* y = near.data() + static_cast<std::size_t>(v[p]) * width;
        const Node *x_end = x + width, *y_end = y + width;
        while (x != x_end && y != y_end) {
            if (*x == *y) {
                shared[p] += *x >= 0;
                ++x, ++y;
            } else if (*x < *y) {
                ++x;
            } else {
                ++y;
            }
        }
    }
    return shared;
}

}  // namespace frenemy
