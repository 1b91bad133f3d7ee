#include "frenemy/image/laplacian/dense_front.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace frenemy {

namespace {

constexpr std::size_t kPanel = 48;   // columns eliminated at a time
constexpr std::size_t kTile = 8;     // rows multiplied at a time
constexpr std::size_t kChunk = 128;  // rows of a panel that fit into the L1 cache

#if defined(__GNUC__)
#define FRENEMY_INLINE __attribute__((always_inline)) inline
using TwoWide = double __attribute__((vector_size(16), aligned(8), may_alias));
using FourWide = double __attribute__((vector_size(32), aligned(8), may_alias));
using EightWide = double __attribute__((vector_size(64), aligned(8), may_alias));
#else
#define FRENEMY_INLINE inline
using TwoWide = double;
#endif

/// Subtracts the panel times its transpose from a lower triangle of `n` columns with `stride` between them. The panel
/// has `count` columns, in tiles of its rows; `kStripe` columns of the triangle are updated at a time. Each entry is
/// summed in the order of the panel's columns, whatever the vector width, so that the result is the same on every
/// machine.
template <class Wide, std::size_t kStripe>
FRENEMY_INLINE void subtract_square(double* triangle, std::size_t stride, std::size_t n, const double* panel,
                                    std::size_t count) {
    constexpr std::size_t kWides = kTile * sizeof(double) / sizeof(Wide);
    for (std::size_t j = 0; j < n; j += kStripe) {
        const std::size_t n_columns = std::min(kStripe, n - j);
        for (std::size_t i = j / kTile * kTile; i < n; i += kTile) {
            Wide sums[kStripe][kWides] = {};
            const double* a = panel + i * count;
            const double* b = panel + j / kTile * kTile * count + j % kTile;
            for (std::size_t p = 0; p < count; ++p, a += kTile, b += kTile) {
                const Wide* rows = reinterpret_cast<const Wide*>(a);
                for (std::size_t c = 0; c < kStripe; ++c)
                    for (std::size_t r = 0; r < kWides; ++r) sums[c][r] += rows[r] * b[c];
            }
            double* out = triangle + j * stride + i;
            if (n - i >= kTile && n_columns == kStripe) {
                for (std::size_t c = 0; c < kStripe; ++c)
                    for (std::size_t r = 0; r < kWides; ++r) reinterpret_cast<Wide*>(out + c * stride)[r] -= sums[c][r];
            } else {
                for (std::size_t c = 0; c < n_columns; ++c) {
                    const double* column = reinterpret_cast<const double*>(sums[c]);
                    for (std::size_t r = 0; r < std::min(kTile, n - i); ++r) out[c * stride + r] -= column[r];
                }
            }
        }
    }
}

using Subtract = void (*)(double*, std::size_t, std::size_t, const double*, std::size_t);

void subtract_plain(double* triangle, std::size_t stride, std::size_t n, const double* panel, std::size_t count) {
    subtract_square<TwoWide, 2>(triangle, stride, n, panel, count);
}

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx2"))) void subtract_avx2(double* triangle, std::size_t stride, std::size_t n,
                                                   const double* panel, std::size_t count) {
    subtract_square<FourWide, 4>(triangle, stride, n, panel, count);
}

__attribute__((target("avx512f"))) void subtract_avx512(double* triangle, std::size_t stride, std::size_t n,
                                                        const double* panel, std::size_t count) {
    subtract_square<EightWide, 8>(triangle, stride, n, panel, count);
}

Subtract fastest() {
    if (__builtin_cpu_supports("avx512f")) return subtract_avx512;
    return __builtin_cpu_supports("avx2") ? subtract_avx2 : subtract_plain;
}
#else
Subtract fastest() { return subtract_plain; }
#endif

}  // namespace

void DenseFront::reset(std::size_t n_variables) {
    n_ = n_variables;
    if (values_.size() < n_ * n_) values_.resize(n_ * n_);
    for (std::size_t j = 0; j < n_; ++j) std::fill_n(values_.data() + j * n_ + j, n_ - j, 0.0);
}

void DenseFront::eliminate(std::size_t n_eliminated) {
    for (std::size_t begin = 0; begin < n_eliminated; begin += kPanel) {
        const std::size_t end = std::min(begin + kPanel, n_eliminated);
        factor_panel(begin, end);
        if (end < n_) update_rest(begin, end);
    }
}

/// Factors the diagonal square, then the rows below it, chunk by chunk, each minus the products with earlier columns of
/// the panel.
void DenseFront::factor_panel(std::size_t begin, std::size_t end) {
    double* values = values_.data();
    for (std::size_t first = begin; first < n_; first = first == begin ? end : first + kChunk) {
        const bool is_square = first == begin;
        const std::size_t last = is_square ? end : std::min(first + kChunk, n_);
        for (std::size_t p = begin; p < end; ++p) {
            double* column = values + p * n_;
            const std::size_t top = is_square ? p : first;
            std::size_t q = begin;
            for (; q + 4 <= p; q += 4) {  // four at a time: each entry is loaded and stored once for all of them
                const double *e0 = values + q * n_, *e1 = e0 + n_, *e2 = e1 + n_, *e3 = e2 + n_;
                const double f0 = e0[p], f1 = e1[p], f2 = e2[p], f3 = e3[p];
                for (std::size_t i = top; i < last; ++i)
                    column[i] = column[i] - f0 * e0[i] - f1 * e1[i] - f2 * e2[i] - f3 * e3[i];
            }
            for (; q < p; ++q) {
                const double* earlier = values + q * n_;
                const double factor = earlier[p];
                for (std::size_t i = top; i < last; ++i) column[i] -= factor * earlier[i];
            }
            if (is_square) {
                if (!(column[p] > 0.0)) throw std::domain_error("the matrix is not positive definite");
                column[p] = std::sqrt(column[p]);
            }
            const double inverse = 1.0 / column[p];
            for (std::size_t i = is_square ? p + 1 : first; i < last; ++i) column[i] *= inverse;
        }
    }
}

void DenseFront::update_rest(std::size_t begin, std::size_t end) {
    static const Subtract subtract = fastest();
    const std::size_t n = n_ - end, count = end - begin;
    const std::size_t n_tiles = (n + kTile - 1) / kTile;
    panel_.assign(n_tiles * kTile * count, 0.0);
    for (std::size_t p = 0; p < count; ++p) {
        const double* column = values_.data() + (begin + p) * n_ + end;
        for (std::size_t i = 0; i < n; ++i) panel_[(i / kTile * count + p) * kTile + i % kTile] = column[i];
    }
    subtract(values_.data() + end * n_ + end, n_, n, panel_.data(), count);
}

std::vector<double> DenseFront::packed(std::size_t begin, std::size_t end) const {
    std::vector<double> columns;
    columns.reserve((end - begin) * n_ - (end * (end - 1) - begin * (begin - 1)) / 2);
    for (std::size_t j = begin; j < end; ++j) columns.insert(columns.end(), below(j), below(j) + (n_ - j));
    return columns;
}

}  // namespace frenemy
