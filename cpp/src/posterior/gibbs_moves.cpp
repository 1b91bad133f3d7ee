#include "frenemy/posterior/gibbs_moves.hpp"

#include <algorithm>
#include <cmath>

#include "frenemy/core/rng.hpp"

namespace frenemy {

GibbsMoves::GibbsMoves(SampledPartition& partition)
    : partition_(partition),
      smallest_(partition.graph().has_sizes() ? 0.0 : 1.0),
      attraction_(static_cast<std::size_t>(partition.graph().n_nodes()), 0.0),
      is_met_(attraction_.size(), 0) {
    const auto sizes = partition.graph().sizes();
    if (!sizes.empty()) smallest_ = *std::min_element(sizes.begin(), sizes.end());
}

double GibbsMoves::unlisted_pull(Node i, Node cluster) const {
    const Graph& graph = partition_.graph();
    if (graph.missing() == 0.0) return 0.0;
    const double size = graph.size(i), all = partition_.clustering().size(cluster);
    return graph.missing() * size * (cluster == partition_.label(i) ? all - size : all);
}

/// The clusters with listed pairs to the node, or all clusters if unlisted pairs attract.
void GibbsMoves::find_places(Node i) {
    const auto row = partition_.graph().neighbors(i);
    const Node home = partition_.label(i);
    const bool is_alone = partition_.clustering().n_members(home) == 1;
    const auto meet = [&](Node cluster) {
        if (is_met_[cluster]) return;
        is_met_[cluster] = 1;
        places_.push_back({cluster, 0.0, 0.0, true});
    };
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
        const Node cluster = partition_.label(row.nodes[a]);
        attraction_[cluster] += row.weights[a];
        meet(cluster);
    }
    if (partition_.graph().missing() > 0.0) {
        for (const Node cluster : partition_.clusters()) {
            if (!(is_alone && cluster == home)) meet(cluster);
        }
    }
    for (Place& place : places_) place.pull = attraction_[place.cluster] + unlisted_pull(i, place.cluster);
}

void GibbsMoves::forget_places() {
    for (const Place& place : places_) {
        attraction_[place.cluster] = 0.0;
        is_met_[place.cluster] = 0;
    }
    places_.clear();
}

/// Closes the clusters that the node may not join, so that attraction to one of them does not waste draws, however
/// strong. False if time is up.
bool GibbsMoves::close_places(Node i, const IsOver& is_over) {
    if (!partition_.has_apart()) return true;
    const std::int64_t n_steps = partition_.steps_to_join(i);
    for (Place& place : places_) {
        if (is_over(n_steps)) return false;
        place.is_open = place.cluster == partition_.label(i) || partition_.may_join(i, place.cluster);
    }
    return true;
}

std::optional<GibbsMoves::Draw> GibbsMoves::draw(Node i, Rng& rng, const IsOver& is_over) {
    const Graph& graph = partition_.graph();
    const Clustering& clustering = partition_.clustering();
    const Node home = clustering.label(i);
    const bool is_alone = clustering.n_members(home) == 1;
    const auto n_others = static_cast<std::size_t>(clustering.n_clusters()) - (is_alone ? 1 : 0) - places_.size();
    const double bound = std::min(0.0, graph.missing()) * graph.size(i) * smallest_;
    double highest = 0.0;  // pull of its own cluster; no other is higher
    for (const Place& place : places_) {
        if (place.is_open) highest = std::max(highest, place.pull);
    }
    double total = 0.0;
    for (Place& place : places_) {
        if (place.is_open) total += std::exp(beta_ * (place.pull - highest));
        place.up_to = total;
    }
    const double up_to_alone = total + std::exp(-beta_ * highest);
    total = up_to_alone;
    if (n_others > 0) total += static_cast<double>(n_others) * std::exp(beta_ * (bound - highest));

    std::int64_t n_steps = 0;
    for (;;) {
        ++n_steps;
        const double draw = uniform(rng) * total;
        if (!places_.empty() && draw < places_.back().up_to) {
            const auto place =
                std::find_if(places_.begin(), places_.end(), [&](const Place& p) { return draw < p.up_to; });
            return Draw{place->cluster, place->pull, n_steps};
        }
        if (draw < up_to_alone) return Draw{is_alone ? home : -1, 0.0, n_steps};
        Node to;
        do {
            if (is_over(1)) return std::nullopt;
            to = partition_.random_cluster(rng);
            ++n_steps;
        } while (is_met_[to] || (is_alone && to == home));
        const double pull = unlisted_pull(i, to);
        if (graph.missing() < 0.0 && !(uniform(rng) < std::exp(beta_ * (pull - bound)))) continue;
        if (to == home || !partition_.has_apart()) return Draw{to, pull, n_steps};
        if (is_over(partition_.steps_to_join(i))) return std::nullopt;
        if (partition_.may_join(i, to)) return Draw{to, pull, n_steps};
    }
}

std::optional<std::int64_t> GibbsMoves::visit(Node i, Rng& rng, const IsOver& is_over) {
    find_places(i);
    const std::int64_t n_steps = std::ssize(partition_.graph().neighbors(i).nodes) + std::ssize(places_) + 1;
    std::optional<Draw> drawn;
    if (!is_over(n_steps) && close_places(i, is_over)) drawn = draw(i, rng, is_over);
    if (drawn) {
        const Node home = partition_.label(i);
        if (drawn->to != home) {
            const bool is_alone = partition_.clustering().n_members(home) == 1;
            const double own = is_alone ? 0.0 : attraction_[home] + unlisted_pull(i, home);
            partition_.move(i, drawn->to < 0 ? partition_.empty_cluster() : drawn->to, own - drawn->pull);
        }
    }
    forget_places();
    if (!drawn) return std::nullopt;
    return n_steps + drawn->n_steps;
}

}  // namespace frenemy
