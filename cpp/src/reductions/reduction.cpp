#include "frenemy/reductions/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/rng.hpp"

namespace frenemy {

namespace {

constexpr double share_worth_a_round = 0.05;

}  // namespace

Reduction reduce(const Graph& graph, const Rules& rules, const Poll& poll) {
    Reduction reduction;
    const auto current = [&]() -> const Graph& { return reduction.kernel_ ? *reduction.kernel_ : graph; };
    const auto size = [&] {
        return static_cast<double>(current().n_nodes()) + static_cast<double>(current().n_edges());
    };
    const auto take = [&](auto&& step) {
        if (!step) return false;
        reduction.steps_.emplace_back(std::move(step->step));
        reduction.kernel_.emplace(std::move(step->graph));
        reduction.offset_ += step->offset;
        return true;
    };
    take(split(current(), rules, reduction.counts_, poll));
    while (take(merge(current(), rules, reduction.counts_, poll))) {
        // Merging is exhausted; only a further split enables more.
        const double before = size();
        take(split(current(), rules, reduction.counts_, poll));
        if (size() > (1.0 - share_worth_a_round) * before) break;
    }
    take(solve_small_parts(current(), rules, reduction.counts_, poll));
    return reduction;
}

Reduction::Lifted Reduction::lift(std::span<const Node> labels) const {
    Lifted lifted{Labels(labels.begin(), labels.end()), true};
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
        const auto back = [&](const auto& step) { return step.lift(lifted.labels, lifted.is_exact); };
        lifted.labels = std::visit(back, *step);
    }
    make_contiguous(lifted.labels);
    return lifted;
}

Labels Reduction::project(std::span<const Node> labels) const {
    Labels projected(labels.begin(), labels.end());
    for (const auto& step : steps_) {
        projected = std::visit([&](const auto& step) { return step.project(projected); }, step);
    }
    make_contiguous(projected);
    return projected;
}

double dominated_share(const Graph& graph) {
    constexpr Node max_sampled = 1024;
    const auto attraction = [&](Node i) {
        double sum = 0.0;
        for (const double w : graph.neighbors(i).weights) sum += std::max(w, 0.0);
        return sum;
    };
    Rng rng(0);
    std::int64_t n_ends = 0, n_bound = 0;
    const bool are_all = graph.n_nodes() <= max_sampled;
    for (Node k = 0; k < std::min(graph.n_nodes(), max_sampled); ++k) {
        const auto i = are_all ? k : static_cast<Node>(rng.below(static_cast<std::uint64_t>(graph.n_nodes())));
        const auto row = graph.neighbors(i);
        if (row.nodes.empty()) continue;
        double attracts = 0.0, all = 0.0;
        std::size_t best = 0;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            attracts += std::max(row.weights[a], 0.0);
            all += std::abs(row.weights[a]);
            if (row.weights[a] > row.weights[best]) best = a;
        }
        const double w = row.weights[best];
        const bool is_bound = attracts == 0.0 || 2.0 * w >= all || 3.0 * w >= attracts + attraction(row.nodes[best]) ||
                              is_in_small_part(graph, i);
        n_ends += static_cast<std::int64_t>(row.nodes.size());
        if (is_bound) n_bound += static_cast<std::int64_t>(row.nodes.size());
    }
    return static_cast<double>(n_bound) / static_cast<double>(std::max<std::int64_t>(1, n_ends));
}

}  // namespace frenemy
