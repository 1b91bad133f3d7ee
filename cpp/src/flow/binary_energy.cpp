#include "frenemy/flow/binary_energy.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace frenemy {

namespace {

void check_node(Node p, Node n) {
    if (p < 0 || p >= n) {
        throw std::invalid_argument("variables must be in 0.." + std::to_string(n - 1) + ", got " + std::to_string(p));
    }
}

void check_costs(std::initializer_list<double> costs, const std::string& where) {
    for (const double cost : costs) {
        if (!std::isfinite(cost)) {
            throw std::invalid_argument("costs must be finite, got " + std::to_string(cost) + " at " + where);
        }
    }
}

}  // namespace

BinaryEnergy::BinaryEnergy(Node n_nodes) {
    if (n_nodes < 0) throw std::invalid_argument("n_nodes must not be negative, got " + std::to_string(n_nodes));
    unary_.assign(static_cast<std::size_t>(n_nodes), 0.0);
}

void BinaryEnergy::add_unary(Node p, double cost_0, double cost_1) {
    check_node(p, n_nodes());
    check_costs({cost_0, cost_1}, "variable " + std::to_string(p));
    constant_ += cost_0;
    unary_[p] += cost_1 - cost_0;
}

void BinaryEnergy::add_pair(Node p, Node q, double cost_00, double cost_01, double cost_10, double cost_11) {
    check_node(p, n_nodes());
    check_node(q, n_nodes());
    if (p == q)
        throw std::invalid_argument("a pair must have two different variables, got " + std::to_string(p) + " twice");
    check_costs({cost_00, cost_01, cost_10, cost_11}, "pair " + std::to_string(p) + ", " + std::to_string(q));
    // With c = cost_00 + cost_11 - cost_01 - cost_10 the table is
    //   cost_00 + (cost_10 - cost_00) x_p + (cost_01 - cost_00) x_q + c x_p x_q,
    // and x_p x_q = (x_p + x_q - [x_p != x_q]) / 2.
    const double half = 0.5 * (cost_00 + cost_11 - cost_01 - cost_10);
    constant_ += cost_00;
    unary_[p] += cost_10 - cost_00 + half;
    unary_[q] += cost_01 - cost_00 + half;
    if (half == 0.0) return;
    u_.push_back(p);
    v_.push_back(q);
    weight_.push_back(-half);
}

double BinaryEnergy::operator()(std::span<const std::uint8_t> x) const {
    double sum = constant_;
    for (std::size_t p = 0; p < unary_.size(); ++p) {
        if (x[p]) sum += unary_[p];
    }
    for (std::size_t e = 0; e < weight_.size(); ++e) {
        if (x[u_[e]] != x[v_[e]]) sum += weight_[e];
    }
    return sum;
}

}  // namespace frenemy
