#include "frenemy/image/laplacian/grid_front.hpp"

#include <algorithm>

namespace frenemy {

GridFront::GridFront(const GridMatrix& matrix)
    : matrix_(matrix), places_(matrix.n_pixels(), -1), is_own_(matrix.n_pixels(), 0) {}

void GridFront::start(std::span<const Pixel> pixels) {
    for (const Pixel pixel : pixels_) places_[pixel] = -1;
    pixels_.assign(pixels.begin(), pixels.end());
    for (std::size_t i = 0; i < pixels_.size(); ++i) places_[pixels_[i]] = static_cast<std::int32_t>(i);
    front_.reset(pixels_.size());
}

void GridFront::add_entries(std::span<const Pixel> own) {
    for (const Pixel pixel : own) is_own_[pixel] = 1;
    const int reach = matrix_.reach, width = matrix_.width;
    for (const Pixel pixel : own) {
        const int y = pixel / width, x = pixel % width;
        for (int row = std::max(0, y - reach); row < std::min(matrix_.height, y + reach + 1); ++row) {
            for (int column = std::max(0, x - reach); column < std::min(width, x + reach + 1); ++column) {
                const Pixel other = row * width + column;
                // An entry between two own pixels is added once, by the earlier one.
                if (places_[other] < 0 || (other < pixel && is_own_[other])) continue;
                const std::size_t entry = other < pixel
                                              ? other * matrix_.n_entries() + matrix_.entry(y - row, x - column)
                                              : pixel * matrix_.n_entries() + matrix_.entry(row - y, column - x);
                front_.at(place(pixel), place(other)) += matrix_.values[entry];
            }
        }
    }
    for (const Pixel pixel : own) is_own_[pixel] = 0;
}

void GridFront::add(std::span<const Pixel> pixels, const Packed& triangle) {
    columns_.resize(pixels.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) columns_[i] = place(pixels[i]);
    const double* value = triangle.data();
    for (std::size_t j = 0; j < columns_.size(); ++j)
        for (std::size_t i = j; i < columns_.size(); ++i) front_.at(columns_[i], columns_[j]) += *value++;
}

Packed GridFront::finish(std::size_t n_eliminated, Packed* triangle) {
    front_.eliminate(n_eliminated);
    if (triangle) *triangle = front_.packed(0, n_eliminated);
    return front_.packed(n_eliminated, front_.n_variables());
}

void substitute_down(const Packed& triangle, std::size_t n_eliminated, std::span<double> load) {
    const double* column = triangle.data();
    for (std::size_t p = 0; p < n_eliminated; column += load.size() - p, ++p) {
        const double value = load[p] /= column[0];
        for (std::size_t i = p + 1; i < load.size(); ++i) load[i] -= column[i - p] * value;
    }
}

void substitute_up(const Packed& triangle, std::size_t n_eliminated, std::span<double> x, std::size_t n_lanes) {
    constexpr std::size_t kLanes = 8;  // summed at a time
    const std::size_t n = x.size() / n_lanes;
    const double* column = triangle.data() + triangle.size();
    for (std::size_t p = n_eliminated; p-- > 0;) {
        column -= n - p;
        std::size_t lane = 0;
        for (; lane + kLanes <= n_lanes; lane += kLanes) {
            double sums[kLanes] = {};
            const double* known = x.data() + (p + 1) * n_lanes + lane;
            for (std::size_t i = 1; i < n - p; ++i, known += n_lanes)
                for (std::size_t k = 0; k < kLanes; ++k) sums[k] += column[i] * known[k];
            double* unknown = x.data() + p * n_lanes + lane;
            for (std::size_t k = 0; k < kLanes; ++k) unknown[k] = (unknown[k] - sums[k]) / column[0];
        }
        for (; lane < n_lanes; ++lane) {  // in the same order, so that a system does not depend on its lane
            double sum = 0.0;
            for (std::size_t i = 1; i < n - p; ++i) sum += column[i] * x[(p + i) * n_lanes + lane];
            double& unknown = x[p * n_lanes + lane];
            unknown = (unknown - sum) / column[0];
        }
    }
}

}  // namespace frenemy
