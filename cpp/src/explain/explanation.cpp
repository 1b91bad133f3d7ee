#include "frenemy/explain/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "frenemy/explain/allowed_clusters.hpp"
#include "frenemy/explain/attractions.hpp"
#include "frenemy/lifted/removability.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t steps_between_polls = 1 << 16;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Node nowhere = Explanation::nowhere;

/// Counting sort of 0..n-1 by cluster, then by must-link group.
void sort_members(const ClusteringInput& input, Explanation& result) {
    const std::size_t n = input.labels.size();
    std::vector<Node> order(n);
    std::iota(order.begin(), order.end(), Node{0});
    const auto sort_by = [&](std::span<const Node> key, std::size_t n_keys) {
        std::vector<std::int64_t> begin(n_keys + 1, 0);
        for (const Node k : key) ++begin[static_cast<std::size_t>(k) + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        std::vector<std::int64_t> next(begin.begin(), begin.end() - 1);
        std::vector<Node> sorted(n);
        for (const Node i : order) sorted[static_cast<std::size_t>(next[key[i]]++)] = i;
        order.swap(sorted);
        return begin;
    };
    if (!input.linked.empty()) sort_by(input.linked, n);
    result.begin = sort_by(input.labels, static_cast<std::size_t>(input.n_clusters));
    result.members = std::move(order);
}

struct Place {
    Node cluster = nowhere;
    double pull = -infinity;
};

class Explainer {
  public:
    Explainer(const Graph& graph, const ClusteringInput& input, const Poll& poll)
        : graph_(graph),
          input_(input),
          labels_(input.labels),
          poll_(poll),
          missing_(graph.missing()),
          allowed_(input, graph.n_nodes()),
          node_pulls_(input.n_clusters),
          cluster_pulls_(input.n_clusters) {
        if (input.base != nullptr) removability_.emplace(*input.base);
        const auto n = static_cast<std::size_t>(graph.n_nodes());
        const auto k = static_cast<std::size_t>(input.n_clusters);
        sort_members(input, result_);
        poll_();
        result_.margin.resize(n);
        result_.runner_up.resize(n);
        for (auto* column : {&result_.inside_attraction, &result_.inside_repulsion, &result_.cut_attraction,
                             &result_.cut_repulsion, &result_.merge_cost}) {
            column->assign(k, 0.0);
        }
        result_.weakest_node.assign(k, nowhere);
        result_.nearest.assign(k, nowhere);
        size_.assign(k, 0.0);
        squares_.assign(k, 0.0);
        n_sized_.assign(k, 0);
        for (std::size_t i = 0; i < n; ++i) {
            const double s = graph.size(static_cast<Node>(i));
            size_[labels_[i]] += s;
            squares_[labels_[i]] += s * s;
            n_sized_[labels_[i]] += s > 0.0;
        }
        total_size_ = std::accumulate(size_.begin(), size_.end(), 0.0);
        n_sized_in_all_ = std::accumulate(n_sized_.begin(), n_sized_.end(), std::int64_t{0});
        // Clusters without listed pairs, those with the strongest attraction first.
        order_.resize(k);
        std::iota(order_.begin(), order_.end(), Node{0});
        if (missing_ != 0.0) {
            std::stable_sort(order_.begin(), order_.end(),
                             [&](Node a, Node b) { return missing_ * size_[a] > missing_ * size_[b]; });
        }
    }

    Explanation operator()() {
        for (Node c = 0; c < input_.n_clusters; ++c) look_at_cluster(c);
        add_unlisted_apart();
        return std::move(result_);
    }

  private:
    std::span<const Node> members(Node c) const {
        const auto first = static_cast<std::size_t>(result_.begin[c]),
                   last = static_cast<std::size_t>(result_.begin[c + 1]);
        return std::span(result_.members).subspan(first, last - first);
    }

    bool is_linked(Node i, Node j) const {
        return input_.linked.empty() ? i == j : input_.linked[i] == input_.linked[j];
    }

    void look_at_cluster(Node c) {
        const auto nodes = members(c);
        cluster_pulls_.start();
        listed_ = {};
        for (std::size_t first = 0, last = 0; first < nodes.size(); first = last) {
            while (last < nodes.size() && is_linked(nodes[first], nodes[last])) ++last;
            look_at_unit(c, nodes.subspan(first, last - first), nodes.size());
        }
        add_unlisted(c);
        find_nearest(c, nodes);
    }

    /// Nodes that move together: mostly one.
    void look_at_unit(Node c, std::span<const Node> unit, std::size_t n_members) {
        node_pulls_.start();
        double unit_size = 0.0;
        for (const Node i : unit) {
            unit_size += graph_.size(i);
            if (missing_ == 0.0) {
                look_at_row<false>(c, i);
            } else {
                look_at_row<true>(c, i);
            }
        }
        if (input_.base != nullptr) {  // a base edge without a weight is a way to another cluster, too
            for (const Node j : input_.base->neighbors(unit.front()).nodes) node_pulls_.add(labels_[j], 0.0);
        }
        const bool is_whole = unit.size() == n_members;
        const double own = is_whole ? 0.0 : node_pulls_[c] + missing_ * unit_size * (size_[c] - unit_size);
        allowed_.start(unit);
        const bool may_leave = !removability_ || is_whole || removability_->is_removable(labels_, unit.front());
        const Place best = may_leave ? best_place(c, unit_size, is_whole) : Place{};
        const double margin = own - best.pull;
        for (const Node i : unit) {
            result_.margin[i] = margin;
            result_.runner_up[i] = best.cluster;
            Node& weakest = result_.weakest_node[c];
            if (weakest == nowhere || margin < result_.margin[weakest] ||
                (margin == result_.margin[weakest] && i < weakest)) {
                weakest = i;
            }
        }
        for (const Node d : node_pulls_.clusters()) {
            if (d != c) cluster_pulls_.add(d, node_pulls_[d]);
        }
    }

    template <bool has_missing>
    void look_at_row(Node c, Node i) {
        const auto row = graph_.neighbors(i);
        double cut_attraction = 0.0, cut_repulsion = 0.0, inside_attraction = 0.0, inside_repulsion = 0.0;
        std::int64_t n_apart = 0, n_together = 0;
        const bool has_links = !input_.linked.empty();
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            const Node d = labels_[j];
            const bool is_inside = d == c;
            double weight = row.weights[a];
            if (!(has_links && is_inside && is_linked(i, j))) node_pulls_.add(d, weight);
            if constexpr (has_missing) {
                const double unlisted = missing_ * (graph_.size(i) * graph_.size(j));
                weight += unlisted;
                if (unlisted != 0.0) {
                    listed_.unlisted_part[is_inside] += unlisted;
                    ++listed_.n_sized[is_inside];
                }
            }
            const double above = std::max(weight, 0.0), below = std::min(weight, 0.0);
            cut_attraction += is_inside ? 0.0 : above;
            cut_repulsion += is_inside ? 0.0 : below;
            inside_attraction += is_inside ? above : 0.0;
            inside_repulsion += is_inside ? below : 0.0;
            n_apart += !is_inside & (weight > 0.0);
            n_together += is_inside & (weight < 0.0);
        }
        // Each inner pair is met at both ends, and each cut pair once here and once at the other cluster.
        result_.cut_attraction[c] += cut_attraction;
        result_.cut_repulsion[c] += cut_repulsion;
        result_.inside_attraction[c] += 0.5 * inside_attraction;
        result_.inside_repulsion[c] += 0.5 * inside_repulsion;
        violations().weight_apart += 0.5 * cut_attraction;
        violations().weight_together += 0.5 * inside_repulsion;
        twice_apart_ += n_apart;
        twice_together_ += n_together;
        steps_ += static_cast<std::int64_t>(row.nodes.size()) + 1;
        if (steps_ >= steps_between_polls) {
            steps_ = 0;
            poll_();
        }
    }

    Place best_place(Node c, double unit_size, bool is_whole) {
        Place best = best_known(c, unit_size, node_pulls_);
        if ((is_whole && input_.base == nullptr) || missing_ > 0.0) {
            const Place other = best_unknown(c, unit_size, node_pulls_);
            if (other.pull > best.pull) best = missing_ == 0.0 ? Place{nowhere, other.pull} : other;
        }
        if (!is_whole && best.pull < 0.0) best = {nowhere, 0.0};
        return best;
    }

    /// The allowed cluster with the strongest attraction, among those that share a listed pair. Clusters are sorted
    /// only if the best one is forbidden.
    Place best_known(Node c, double size, const Attractions& pulls) {
        const auto pull_of = [&](Node d) { return pulls[d] + missing_ * size * size_[d]; };
        Place best;
        for (const Node d : pulls.clusters()) {
            if (d == c) continue;
            const double pull = pull_of(d);
            if (pull > best.pull || (pull == best.pull && d < best.cluster)) best = {d, pull};
        }
        if (best.cluster == nowhere || allowed_.is_allowed(best.cluster)) return best;
        ranked_.clear();
        for (const Node d : pulls.clusters()) {
            if (d != c) ranked_.push_back({d, pull_of(d)});
        }
        const auto is_later = [](const Place& a, const Place& b) {
            return a.pull < b.pull || (a.pull == b.pull && a.cluster > b.cluster);
        };
        std::make_heap(ranked_.begin(), ranked_.end(), is_later);
        while (!ranked_.empty()) {
            if (allowed_.is_allowed(ranked_.front().cluster)) return ranked_.front();
            std::pop_heap(ranked_.begin(), ranked_.end(), is_later);
            ranked_.pop_back();
        }
        return {};
    }

    /// The same for all other clusters: the first in the order without a listed pair that is not forbidden.
    Place best_unknown(Node c, double size, const Attractions& pulls) {
        for (std::size_t at = allowed_.first_possible(order_); at < order_.size(); ++at) {
            const Node d = order_[at];
            if (d != c && !pulls.has(d) && allowed_.is_allowed(d)) return {d, missing_ * size * size_[d]};
            if (++steps_ >= steps_between_polls) {
                steps_ = 0;
                poll_();
            }
        }
        return {};
    }

    void find_nearest(Node c, std::span<const Node> nodes) {
        allowed_.start(nodes);
        Place best = best_known(c, size_[c], cluster_pulls_);
        if (missing_ > 0.0 || (best.cluster == nowhere && input_.base == nullptr)) {
            const Place other = best_unknown(c, size_[c], cluster_pulls_);
            if (other.pull > best.pull) best = missing_ == 0.0 ? Place{nowhere, 0.0} : other;
        }
        result_.nearest[c] = best.cluster;
        result_.merge_cost[c] = 0.0 - best.pull;  // not -0.0
    }

    /// The weights of the unlisted pairs inside a cluster and of those that leave it.
    void add_unlisted(Node c) {
        if (missing_ == 0.0) return;
        const double inside = missing_ * 0.5 * (size_[c] * size_[c] - squares_[c]) - 0.5 * listed_.unlisted_part[1];
        const double cut = missing_ * size_[c] * (total_size_ - size_[c]) - listed_.unlisted_part[0];
        const std::int64_t n_inside = n_sized_[c] * (n_sized_[c] - 1) / 2 - listed_.n_sized[1] / 2;
        const std::int64_t n_cut = n_sized_[c] * (n_sized_in_all_ - n_sized_[c]) - listed_.n_sized[0];
        (missing_ > 0.0 ? result_.inside_attraction : result_.inside_repulsion)[c] += n_inside == 0 ? 0.0 : inside;
        (missing_ > 0.0 ? result_.cut_attraction : result_.cut_repulsion)[c] += n_cut == 0 ? 0.0 : cut;
        if (missing_ < 0.0) {
            violations().n_unlisted += n_inside;
            violations().weight_unlisted += n_inside == 0 ? 0.0 : inside;
        } else {
            twice_unlisted_apart_ += n_cut;
            violations().weight_unlisted += n_cut == 0 ? 0.0 : 0.5 * cut;
        }
    }

    void add_unlisted_apart() {
        Violations& all = violations();
        all.n_unlisted += twice_unlisted_apart_ / 2;
        all.n_apart = twice_apart_ / 2;
        all.n_together = twice_together_ / 2;
        (missing_ > 0.0 ? all.n_apart : all.n_together) += all.n_unlisted;
        (missing_ > 0.0 ? all.weight_apart : all.weight_together) += all.weight_unlisted;
    }

    Violations& violations() { return result_.violations; }

    const Graph& graph_;
    const ClusteringInput& input_;
    std::span<const Node> labels_;
    const Poll& poll_;
    double missing_;
    AllowedClusters allowed_;
    std::optional<Removability> removability_;  // of a lifted problem
    Attractions node_pulls_, cluster_pulls_;
    std::vector<double> size_, squares_;
    std::vector<std::int64_t> n_sized_;  // nodes of a cluster with nonzero size: only they have unlisted pairs
    double total_size_ = 0.0;
    std::int64_t n_sized_in_all_ = 0;
    std::vector<Node> order_;
    std::vector<Place> ranked_;
    struct {
        double unlisted_part[2] = {0.0, 0.0};  // weights of listed pairs if they were unlisted: cut, inside
        std::int64_t n_sized[2] = {0, 0};
    } listed_;
    std::int64_t twice_apart_ = 0, twice_together_ = 0, twice_unlisted_apart_ = 0;
    std::int64_t steps_ = 0;
    Explanation result_;
};

}  // namespace

Explanation explain(const Graph& graph, const ClusteringInput& input, const Poll& poll) {
    return Explainer(graph, input, poll)();
}

}  // namespace frenemy
