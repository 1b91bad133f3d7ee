#include "frenemy/image/laplacian/matting_laplacian.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace frenemy {

namespace {

using Color = std::array<double, 3>;

/// The lower Cholesky factor G of a positive definite 3 x 3 matrix G G^T, by rows.
struct Triangle {
    double g00, g10, g11, g20, g21, g22;

    explicit Triangle(const std::array<double, 6>& a)  // a00 a10 a11 a20 a21 a22
        : g00(std::sqrt(a[0])),
          g10(a[1] / g00),
          g11(std::sqrt(a[2] - g10 * g10)),
          g20(a[3] / g00),
          g21((a[4] - g20 * g10) / g11),
          g22(std::sqrt(a[5] - g20 * g20 - g21 * g21)) {}

    Color solve(const Color& c) const {
        const double z0 = c[0] / g00;
        const double z1 = (c[1] - g10 * z0) / g11;
        return {z0, z1, (c[2] - g20 * z0 - g21 * z1) / g22};
    }
};

/// The whitened colors of a window: minus their mean, scaled so that their regularized covariance is the identity.
void whiten(std::vector<Color>& colors, double epsilon) {
    const auto n = static_cast<double>(colors.size());
    Color mean{};
    for (const Color& color : colors)
        for (int k = 0; k < 3; ++k) mean[k] += color[k] / n;
    std::array<double, 6> covariance{epsilon / n, 0.0, epsilon / n, 0.0, 0.0, epsilon / n};
    for (Color& color : colors) {
        for (int k = 0; k < 3; ++k) color[k] -= mean[k];
        for (int k = 0, at = 0; k < 3; ++k)
            for (int l = 0; l <= k; ++l) covariance[at++] += color[k] * color[l] / n;
    }
    // A relative ridge, so that rounding cannot cancel epsilon and the factor exists.
    const double ridge = 1e-14 * (covariance[0] + covariance[2] + covariance[5]);
    for (const int k : {0, 2, 5}) covariance[k] += ridge;
    const Triangle triangle(covariance);
    for (Color& color : colors) color = triangle.solve(color);
}

}  // namespace

GridMatrix matting_laplacian(std::span<const double> picture, int height, int width, double epsilon, int radius,
                             const Poll& poll) {
    const int rows = std::min(2 * radius + 1, height), columns = std::min(2 * radius + 1, width);
    GridMatrix matrix(height, width, 2 * radius);
    // Offsets of the pixels of a window from its first one, and the indices of the entries between them.
    std::vector<std::size_t> steps, entries;
    for (int i = 0; i < rows * columns; ++i) {
        steps.push_back(static_cast<std::size_t>(i / columns) * width + i % columns);
        for (int j = i; j < rows * columns; ++j)
            entries.push_back(matrix.entry(j / columns - i / columns, j % columns - i % columns));
    }
    std::vector<Color> colors(steps.size());
    const double share = 1.0 / static_cast<double>(steps.size());
    for (int top = 0; top + rows <= height; ++top) {
        if (top % 64 == 0) poll();
        for (int left = 0; left + columns <= width; ++left) {
            const std::size_t corner = static_cast<std::size_t>(top) * width + left;
            for (std::size_t i = 0; i < steps.size(); ++i)
                for (std::size_t k = 0; k < 3; ++k) colors[i][k] = picture[3 * (corner + steps[i]) + k];
            whiten(colors, epsilon);
            const std::size_t* entry = entries.data();
            for (std::size_t i = 0; i < steps.size(); ++i) {
                double* row = matrix.values.data() + (corner + steps[i]) * matrix.n_entries();
                const Color& a = colors[i];
                row[0] += 1.0;
                for (std::size_t j = i; j < steps.size(); ++j) {
                    const Color& b = colors[j];
                    row[*entry++] -= share * (1.0 + a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
                }
            }
        }
    }
    return matrix;
}

}  // namespace frenemy
