#include "frenemy/moves/binary_move.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace frenemy {

namespace {

constexpr std::size_t nodes_between_checks = 1024;
// A gain below this fraction of the weight that changes sides is rounding error.
constexpr double noise = 1e-14;

/// Sums the change of a step, and tests whether it is a gain beyond rounding error.
struct Change {
    double energy = 0.0;
    double magnitude = 0.0;

    void add(double weight, bool was_cut, bool is_cut) {
        if (was_cut == is_cut) return;
        energy += is_cut ? weight : -weight;
        magnitude += std::abs(weight);
    }
    bool is_gain() const { return energy < -noise * magnitude; }
};

}  // namespace

std::optional<Graph> with_pairs_stored(const Graph& graph, const char* solver, std::int64_t max_stored_pairs) {
    const std::int64_t n = graph.n_nodes(), n_pairs = n * (n - 1) / 2;
    if (graph.missing() == 0.0) return std::nullopt;
    if (n_pairs > max_stored_pairs) {
        throw std::invalid_argument(std::string(solver) + " has to store every pair when missing is not 0; " +
                                    std::to_string(n) + " nodes have " + std::to_string(n_pairs) +
                                    " pairs, more than " + std::to_string(max_stored_pairs) +
                                    ". AdaptiveICM has no such limit");
    }
    return graph.completed();
}

BinaryMove::BinaryMove(Clustering& clustering)
    : clustering_(clustering), place_(static_cast<std::size_t>(clustering.graph().n_nodes())) {
    // The largest possible step: every pair, and a unary cost for every node. Unused memory is never touched.
    flow_.reserve(static_cast<std::size_t>(clustering.graph().n_edges() + clustering.graph().n_nodes()));
}

/// Makes `nodes` the variables of the step, all with value 0.
void BinaryMove::take(std::span<const Node> nodes) {
    for (std::size_t k = 0; k < nodes.size(); ++k) place_[nodes[k]] = static_cast<Node>(k);
    order_.resize(nodes.size());
    std::iota(order_.begin(), order_.end(), 0);
    before_.assign(nodes.size(), 0);
}

/// Improves the labels x of the step's variables by QPBO-I. Returns whether that lowers the energy, by `change_to_x`,
/// and if so updates the energy.
template <class ChangeToX>
bool BinaryMove::find_gain(Node fixed, Run& run, ChangeToX change_to_x) {
    run.rng().shuffle(std::span<Node>(order_));
    if (flow_.build(before_, run)) decide_in_order(flow_, fixed, order_, Fixing::in_batches, run);
    x_.resize(before_.size());
    take_over_labels(flow_, before_, x_);
    if (x_ == before_) return false;
    const Change change = change_to_x();
    if (change.is_gain()) clustering_.change_energy(change.energy);
    return change.is_gain();
}

bool BinaryMove::swap(std::span<const Node> nodes, Node a, Node b, Run& run) {
    const Graph& graph = clustering_.graph();
    take(nodes);
    // Members of a and b that are not variables keep their side: a pair with one of them is a unary cost, that is, a
    // pair with an additional node fixed at 0, the side of a.
    const auto fixed = static_cast<Node>(nodes.size());
    flow_.clear(fixed + 1);
    before_.push_back(0);
    const auto is_variable = [&](Node j) {
        const auto k = static_cast<std::size_t>(place_[j]);
        return k < nodes.size() && nodes[k] == j;
    };
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (k % nodes_between_checks == 0 && run.expired()) return false;
        before_[k] = clustering_.label(nodes[k]) == b;
        double unary = 0.0;
        const auto row = graph.neighbors(nodes[k]);
        for (std::size_t e = 0; e < row.nodes.size(); ++e) {
            const Node j = row.nodes[e], label = clustering_.label(j);
            if (label != a && label != b) continue;
            if (!is_variable(j)) {
                unary += label == a ? row.weights[e] : -row.weights[e];
            } else if (j > nodes[k]) {
                flow_.add_edge(static_cast<Node>(k), place_[j], row.weights[e]);
            }
        }
        flow_.add_edge(static_cast<Node>(k), fixed, unary);
    }
    const bool has_gain = find_gain(fixed, run, [&] {
        // Only pairs between a node that changes sides and one that does not contribute.
        Change change;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            if (x_[k] == before_[k]) continue;
            const auto row = graph.neighbors(nodes[k]);
            for (std::size_t e = 0; e < row.nodes.size(); ++e) {
                const Node j = row.nodes[e], label = clustering_.label(j);
                if (label != a && label != b) continue;
                const auto l = static_cast<std::size_t>(place_[j]);
                if (is_variable(j) && x_[l] != before_[l]) continue;
                const bool side = label == b;
                change.add(row.weights[e], before_[k] != side, x_[k] != side);
            }
        }
        return change;
    });
    if (!has_gain) return false;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (x_[k] != before_[k]) clustering_.move(nodes[k], x_[k] ? b : a, 0.0);
    }
    return true;
}

bool BinaryMove::expand(Node a, Run& run) {
    const Graph& graph = clustering_.graph();
    const Node n = graph.n_nodes();
    outside_.clear();
    for (Node i = 0; i < n; ++i) {
        if (clustering_.label(i) != a) outside_.push_back(i);
    }
    const std::span<const Node> nodes = outside_;
    if (nodes.empty()) return false;
    take(nodes);
    // x = 1 joins a. A pair costs w unless both keep one label or both join: for equal labels that is w [x_i != x_j];
    // for different ones it is w (1 - x_i x_j) = w (1 - x_i / 2 - x_j / 2 + [x_i != x_j] / 2). A pair with a member of
    // a costs w (1 - x_i). The unary parts are pairs with an additional node, fixed at 0.
    const auto fixed = static_cast<Node>(nodes.size());
    flow_.clear(fixed + 1);
    before_.push_back(0);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (k % nodes_between_checks == 0 && run.expired()) return false;
        const Node label = clustering_.label(nodes[k]);
        double unary = 0.0;
        const auto row = graph.neighbors(nodes[k]);
        for (std::size_t e = 0; e < row.nodes.size(); ++e) {
            const Node j = row.nodes[e], other = clustering_.label(j);
            const double weight = row.weights[e];
            if (other == a) {
                unary -= weight;
            } else if (other == label) {
                if (j > nodes[k]) flow_.add_edge(static_cast<Node>(k), place_[j], weight);
            } else {
                unary -= 0.5 * weight;
                if (j > nodes[k]) flow_.add_edge(static_cast<Node>(k), place_[j], 0.5 * weight);
            }
        }
        flow_.add_edge(static_cast<Node>(k), fixed, unary);
    }
    const auto joins = [&](Node i) {
        return clustering_.label(i) != a && x_[static_cast<std::size_t>(place_[i])] != 0;
    };
    const bool has_gain = find_gain(fixed, run, [&] {
        Change change;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            const Node i = nodes[k];
            if (!x_[k]) continue;
            const auto row = graph.neighbors(i);
            for (std::size_t e = 0; e < row.nodes.size(); ++e) {
                const Node j = row.nodes[e];
                const bool other_joins = joins(j);
                if (other_joins && j < i) continue;  // both join: counted at the other end
                const bool is_together = other_joins || clustering_.label(j) == a;
                change.add(row.weights[e], clustering_.label(i) != clustering_.label(j), !is_together);
            }
        }
        return change;
    });
    if (!has_gain) return false;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (x_[k]) clustering_.move(nodes[k], a, 0.0);
    }
    return true;
}

}  // namespace frenemy
