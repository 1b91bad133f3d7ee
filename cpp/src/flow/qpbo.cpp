#include "frenemy/flow/qpbo.hpp"

namespace frenemy {

namespace {

// A search that visits this many nodes for each node it decides is better shared by more roots.
constexpr std::size_t wasted_looks = 64;

/// Builds `energy` as a signed graph. A unary cost is a pair with one additional node, the last, which is fixed at 0.
void add_edges(const BinaryEnergy& energy, SignedFlow& flow) {
    const Node n = energy.n_nodes();
    flow.clear(n + 1);
    for (Node p = 0; p < n; ++p) flow.add_edge(p, n, energy.unary()[p]);
    for (std::size_t e = 0; e < energy.n_pairs(); ++e) flow.add_edge(energy.u()[e], energy.v()[e], energy.weight()[e]);
}

/// The energy if no term is violated: attracting pairs joined, repelling pairs apart.
double lowest_conceivable(const BinaryEnergy& energy) {
    double sum = energy.constant();
    for (const double cost : energy.unary()) sum += std::min(cost, 0.0);
    for (const double weight : energy.weight()) sum += std::min(weight, 0.0);
    return sum;
}

}  // namespace

PartialLabels roof_duality(const BinaryEnergy& energy, bool is_weak, Run& run) {
    const Node n = energy.n_nodes();
    SignedFlow flow;
    add_edges(energy, flow);
    const std::vector<std::uint8_t> all_0(static_cast<std::size_t>(n) + 1, 0);

    PartialLabels result;
    result.labels.assign(static_cast<std::size_t>(n), PartialLabels::unlabelled);
    const auto take_over = [&] {
        for (const Node p : flow.reached()) {
            if (p < n) result.labels[p] = flow.copy(p);
        }
    };
    if (flow.build(all_0, run) && flow.search({&n, 1}, run)) {
        take_over();
        if (is_weak) {
            flow.decide_by_components(run);
            take_over();
        }
    }
    result.lower_bound = lowest_conceivable(energy) + flow.packed();
    return result;
}

bool decide_in_order(SignedFlow& flow, Node fixed, std::span<const Node> order, Fixing fixing, Run& run) {
    if (fixed >= 0 && !flow.search({&fixed, 1}, run)) return false;
    std::vector<Node> roots;
    std::size_t max_roots = 1;
    for (std::size_t next = 0; next < order.size();) {
        roots.clear();
        for (; next < order.size() && roots.size() < max_roots; ++next) {
            if (!flow.is_decided(order[next])) roots.push_back(order[next]);
        }
        if (roots.empty()) break;
        if (!flow.search(roots, run)) return false;
        if (fixing == Fixing::one_by_one) continue;
        if (flow.reached().size() > roots.size()) {
            max_roots = 1;
        } else if (flow.n_touched() > wasted_looks * roots.size()) {
            max_roots *= 2;
        }
    }
    return true;
}

void take_over_labels(const SignedFlow& flow, std::span<const std::uint8_t> start, std::span<std::uint8_t> x) {
    for (std::size_t p = 0; p < x.size(); ++p) {
        const auto node = static_cast<Node>(p);
        x[p] = start[p] ^ static_cast<std::uint8_t>(flow.is_decided(node) && flow.copy(node));
    }
}

std::vector<std::uint8_t> improve(const BinaryEnergy& energy, std::vector<std::uint8_t> start,
                                  std::span<const Node> order, Run& run) {
    SignedFlow flow;
    add_edges(energy, flow);
    start.push_back(0);
    if (flow.build(start, run) && decide_in_order(flow, energy.n_nodes(), order, Fixing::one_by_one, run)) {
        flow.flip_single_nodes(energy.n_nodes(), run);
    }
    std::vector<std::uint8_t> x(start.size());
    take_over_labels(flow, start, x);
    x.pop_back();
    start.pop_back();
    // Rounding can raise the cost slightly above that of the start.
    return energy(x) <= energy(start) ? x : start;
}

}  // namespace frenemy
