#pragma once

#include <cstddef>
#include <vector>

namespace frenemy {

/// A frontal matrix of a multifrontal Cholesky factorization: a small dense symmetric matrix whose first variables are
/// eliminated. Column-major; only the lower triangle is used.
class DenseFront {
  public:
    /// Sets the size and all entries to 0. Keeps allocated memory.
    void reset(std::size_t n_variables);

    std::size_t n_variables() const { return n_; }

    /// The entry (i, j) in either order.
    double& at(std::size_t i, std::size_t j) { return i < j ? values_[i * n_ + j] : values_[j * n_ + i]; }
    /// The entries of a column from the diagonal on.
    const double* below(std::size_t column) const { return values_.data() + column * n_ + column; }

    /// Partial Cholesky factorization: the first columns become those of the factor, the others the Schur complement.
    /// Throws std::domain_error if the matrix is not positive definite.
    void eliminate(std::size_t n_eliminated);

    /// Columns `begin` to `end`, each from the diagonal on, packed one after the other.
    std::vector<double> packed(std::size_t begin, std::size_t end) const;

  private:
    void factor_panel(std::size_t begin, std::size_t end);
    void update_rest(std::size_t begin, std::size_t end);

    std::size_t n_ = 0;
    std::vector<double> values_, panel_;
};

}  // namespace frenemy
