#pragma once

#include <cstddef>
#include <vector>

namespace frenemy {

/// A small dense symmetric matrix from which the first variables are eliminated: one front of a multifrontal Cholesky
/// factorization. Columns are contiguous, and only the lower triangle means anything.
class DenseFront {
  public:
    /// All entries 0. Keeps its memory for the next one.
    void reset(std::size_t n_variables);

    std::size_t n_variables() const { return n_; }

    /// The entry in two variables, whichever is first.
    double& at(std::size_t i, std::size_t j) { return i < j ? values_[i * n_ + j] : values_[j * n_ + i]; }
    /// The entries of a column from the diagonal on.
    const double* below(std::size_t column) const { return values_.data() + column * n_ + column; }

    /// Cholesky on the first columns: they become those of the triangle, and the others the Schur complement. Throws
    /// std::domain_error if the matrix is not positive definite.
    void eliminate(std::size_t n_eliminated);

    /// Columns `begin` to `end` from the diagonal on, one after the other.
    std::vector<double> packed(std::size_t begin, std::size_t end) const;

  private:
    void factor_panel(std::size_t begin, std::size_t end);
    void update_rest(std::size_t begin, std::size_t end);

    std::size_t n_ = 0;
    std::vector<double> values_, panel_;
};

}  // namespace frenemy
