#include "frenemy/reductions.hpp"

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

}  // namespace frenemy
