#include "frenemy/reductions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "frenemy/clustering.hpp"

namespace frenemy {

Reduction reduce(const Graph& graph, const Rules& rules, const Poll& poll) {
    Reduction reduction;
    const auto current = [&]() -> const Graph& { return reduction.kernel_ ? *reduction.kernel_ : graph; };
    const auto size = [&] {
        return static_cast<double>(current().n_nodes()) + static_cast<double>(current().n_edges());
    };
    const auto take = [&](auto&& step) {
        if (!step) return false;
        reduction.steps_.emplace_back(std::move(step->way));
        reduction.kernel_.emplace(std::move(step->graph));
        reduction.offset_ += step->offset;
        return true;
    };
    bool pays = true;
    while (pays) {
        const double before = size();
        take(split(current(), rules, reduction.counts_, poll));
        if (!take(merge(current(), rules, reduction.counts_, poll))) return reduction;
        pays = size() < 0.99 * before;
    }
    take(split(current(), rules, reduction.counts_, poll));
    return reduction;
}

Reduction::Lifted Reduction::lift(std::span<const Node> labels) const {
    Lifted lifted{Labels(labels.begin(), labels.end()), true};
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
        const auto back = [&](const auto& way) { return way.lift(lifted.labels, lifted.is_exact); };
        lifted.labels = std::visit(back, *step);
    }
    make_contiguous(lifted.labels);
    return lifted;
}

Labels Reduction::project(std::span<const Node> labels) const {
    Labels projected(labels.begin(), labels.end());
    for (const auto& step : steps_) {
        projected = std::visit([&](const auto& way) { return way.project(projected); }, step);
    }
    make_contiguous(projected);
    return projected;
}

double dominated_share(const Graph& graph) {
    const auto n = static_cast<std::size_t>(graph.n_nodes());
    std::vector<double> attraction(n, 0.0), all(n, 0.0);
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        for (const double w : graph.neighbors(i).weights) {
            attraction[i] += std::max(w, 0.0);
            all[i] += std::abs(w);
        }
    }
    std::int64_t n_ends = 0;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const auto row = graph.neighbors(i);
        bool is_bound = attraction[i] == 0.0;
        for (std::size_t a = 0; a < row.nodes.size() && !is_bound; ++a) {
            const double w = row.weights[a];
            is_bound = w > 0.0 && (2.0 * w >= all[i] || 3.0 * w >= attraction[i] + attraction[row.nodes[a]]);
        }
        if (is_bound) n_ends += static_cast<std::int64_t>(row.nodes.size());
    }
    return static_cast<double>(n_ends) / static_cast<double>(std::max<std::int64_t>(1, 2 * graph.n_edges()));
}

}  // namespace frenemy
