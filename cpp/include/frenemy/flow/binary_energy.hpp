#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// A quadratic pseudo-Boolean function in normal form: `constant + sum_p unary[p] * x_p + sum_e weight[e] * [x_u(e) !=
/// x_v(e)]`. A pair with a negative weight is not submodular.
class BinaryEnergy {
  public:
    explicit BinaryEnergy(Node n_nodes);

    /// Adds a cost for x_p = 0 and one for x_p = 1.
    void add_unary(Node p, double cost_0, double cost_1);
    /// Adds a cost for each value of (x_p, x_q). `p == q` is an error.
    void add_pair(Node p, Node q, double cost_00, double cost_01, double cost_10, double cost_11);

    double operator()(std::span<const std::uint8_t> x) const;

    Node n_nodes() const { return static_cast<Node>(unary_.size()); }
    std::size_t n_pairs() const { return weight_.size(); }
    double constant() const { return constant_; }
    std::span<const double> unary() const { return unary_; }
    std::span<const Node> u() const { return u_; }
    std::span<const Node> v() const { return v_; }
    std::span<const double> weight() const { return weight_; }

  private:
    double constant_ = 0.0;
    std::vector<double> unary_;
    std::vector<Node> u_, v_;
    std::vector<double> weight_;
};

}  // namespace frenemy
