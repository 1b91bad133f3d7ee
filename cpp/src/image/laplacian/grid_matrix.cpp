#include "frenemy/image/laplacian/grid_matrix.hpp"

#include <algorithm>

namespace frenemy {

std::vector<double> GridMatrix::times(std::span<const double> x) const {
    std::vector<double> product(n_pixels(), 0.0);
    for (int y = 0; y < height; ++y) {
        for (int column = 0; column < width; ++column) {
            const std::size_t i = static_cast<std::size_t>(y) * width + column;
            const double* row = values.data() + i * n_entries();
            double sum = row[0] * x[i];
            for (int dy = 0; dy <= std::min(reach, height - 1 - y); ++dy) {
                const int last = std::min(reach, width - 1 - column);
                for (int dx = dy == 0 ? 1 : -std::min(reach, column); dx <= last; ++dx) {
                    const std::size_t j = i + static_cast<std::size_t>(dy) * width + dx;
                    const double value = row[entry(dy, dx)];
                    sum += value * x[j];
                    product[j] += value * x[i];
                }
            }
            product[i] += sum;
        }
    }
    return product;
}

}  // namespace frenemy
