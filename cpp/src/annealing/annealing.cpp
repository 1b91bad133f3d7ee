#include "frenemy/annealing/annealing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "frenemy/annealing/annealing_rows.hpp"
#include "frenemy/annealing/parallel_annealing.hpp"
#include "frenemy/core/parallel_nodes.hpp"

namespace frenemy {

namespace {

constexpr Node nodes_sampled = 1024;
// Of the time: annealing that ends within it is the same as without a limit.
constexpr double share_unhurried = 0.25;

/// With `missing`, every node keeps its attraction to its own cluster, so that a proposal to leave for a new cluster, or
/// for one too small to outweigh that, takes no pass over the node's pairs; in cluster editing these are most.
class Annealing {
  public:
    Annealing(const Graph& graph, Labels& labels, double unit, Rng& rng, Run& run)
        : graph_(graph), rows_(graph, unit, run), labels_(labels), rng_(rng), n_members_(labels.size(), 0) {
        for (const Node c : labels) ++n_members_[c];
        for (std::size_t c = labels.size(); c-- > 0;) {
            if (n_members_[c] == 0) empty_.push_back(static_cast<Node>(c));
        }
        if (graph.missing() == 0.0) return;
        missing_ = AnnealingRows::one * graph.missing() / unit;
        sizes_.assign(labels.size(), 0.0);
        own_.assign(labels.size(), 0);
        heaviest_.assign(labels.size(), 0.0);
        for (Node i = 0; i < graph.n_nodes(); ++i) {
            sizes_[labels[i]] += graph.size(i);
            for (const auto [j, weight] : rows_.row(i).entries) {
                if (labels[j] == labels[i]) own_[i] += weight;
                heaviest_[i] = std::max(heaviest_[i], weight + missing_ * graph.size(i) * graph.size(j));
            }
        }
        // Then unlisted pairs may be the heaviest ones.
        if (missing_ > 0.0) heaviest_.assign(labels.size(), std::numeric_limits<double>::infinity());
    }

    /// False if the run expired.
    bool sweep(double temperature, Run& run) {
        return sizes_.empty() ? visit_all<false>(temperature, run) : visit_all<true>(temperature, run);
    }

  private:
    static constexpr std::int64_t edges_between_checks = 1 << 16;

    template <bool has_sizes>
    bool visit_all(double temperature, Run& run) {
        std::int64_t until_check = until_check_;
        const Node n = static_cast<Node>(labels_.size());
        const Node* const labels = labels_.data();
        const auto label = [labels](Node j) { return labels[j]; };
        const double limit = AnnealingRows::one * temperature;
        Rng rng = rng_;  // in registers
        bool is_whole = true;
        for (Node i = 0; i < n; ++i) {
            const auto row = rows_.row(i);
            until_check -= static_cast<std::int64_t>(row.entries.size()) + 1;
            if (until_check < 0) {
                until_check = edges_between_checks;
                if (run.expired()) {
                    is_whole = false;
                    break;
                }
            }
            const std::uint64_t draw = rng.next();
            const Node home = labels[i], neighbor = AnnealingRows::proposal(row, draw);
            const Node to = neighbor < 0 ? -1 : labels[neighbor];
            if (to == home || (to < 0 && n_members_[home] == 1)) continue;
            const double most = limit * exponential_draw(draw);
            if constexpr (has_sizes) {
                propose(i, row, home, to, most);
            } else if (!(static_cast<double>(AnnealingRows::cost(row, home, to, label)) > most)) {
                move(i, home, to >= 0 ? to : empty_cluster());
            }
        }
        rng_ = rng;
        until_check_ = until_check;
        return is_whole;
    }

    /// Moves a node if that costs at most `most`.
    void propose(Node i, const AnnealingRows::Row& row, Node home, Node to, double most) {
        const double size = graph_.size(i);
        const double leaving = static_cast<double>(own_[i]) + missing_ * size * (sizes_[home] - size);
        if (leaving - (to >= 0 ? heaviest_[i] * n_members_[to] : 0.0) > most) return;
        std::int64_t there = 0;
        if (to >= 0) {
            for (const auto [j, weight] : row.entries) there += labels_[j] == to ? weight : 0;
            if (leaving - static_cast<double>(there) - missing_ * size * sizes_[to] > most) return;
        } else {
            to = empty_cluster();
        }
        for (const auto [j, weight] : row.entries) {
            if (labels_[j] == home) own_[j] -= weight;
            if (labels_[j] == to) own_[j] += weight;
        }
        own_[i] = there;
        move(i, home, to);
    }

    Node empty_cluster() {
        while (n_members_[empty_.back()] != 0) empty_.pop_back();
        return empty_.back();
    }

    void move(Node i, Node home, Node to) {
        labels_[i] = to;
        if (--n_members_[home] == 0) empty_.push_back(home);
        ++n_members_[to];
        if (!sizes_.empty()) {
            sizes_[home] -= graph_.size(i);
            sizes_[to] += graph_.size(i);
        }
    }

    const Graph& graph_;
    const AnnealingRows rows_;
    Labels& labels_;
    Rng& rng_;
    std::vector<Node> n_members_;
    std::vector<Node> empty_;                          // ids of empty clusters, and stale ids that have members again
    std::vector<double> sizes_;                        // of clusters, if missing is not 0
    double missing_ = 0.0;                             // in the units of the rows, as the next two
    std::vector<std::int64_t> own_;                    // listed pairs of each node with its own cluster
    std::vector<double> heaviest_;                     // pair of each node: an upper bound
    std::int64_t until_check_ = edges_between_checks;  // kept between sweeps, which may be shorter
};

}  // namespace

double temperature_unit(const Graph& graph) {
    std::vector<double> pulls;
    const auto look_at = [&](Node i) {
        const auto row = graph.neighbors(i);
        const auto pull = [&](std::size_t a) {
            return row.weights[a] + graph.missing() * graph.size(i) * graph.size(row.nodes[a]);
        };
        double heaviest = 0.0, squares = 0.0;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) heaviest = std::max(heaviest, pull(a));
        if (heaviest == 0.0) return;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const double share = std::max(0.0, pull(a)) / heaviest;  // no overflow
            squares += share * share;
        }
        pulls.push_back(heaviest * std::sqrt(squares));
    };
    // For large problems, the median of a sample, unless most nodes have no attracting pair.
    if (graph.n_nodes() > nodes_sampled) {
        Rng rng(0);
        for (Node k = 0; k < nodes_sampled; ++k) {
            look_at(static_cast<Node>(rng.below(static_cast<std::uint64_t>(graph.n_nodes()))));
        }
    }
    if (pulls.size() < nodes_sampled / 16) {
        pulls.clear();
        for (Node i = 0; i < graph.n_nodes(); ++i) look_at(i);
    }
    if (pulls.empty()) return 0.0;
    const auto middle = pulls.begin() + static_cast<std::ptrdiff_t>(pulls.size() / 2);
    std::nth_element(pulls.begin(), middle, pulls.end());
    return *middle / std::sqrt(10.0);
}

namespace {

template <class Sweeper>
void cool(Sweeper&& sweeper, const Cooling& cooling, double at_most_seconds, Run& run) {
    const double begin = run.seconds();
    const auto last = static_cast<double>(std::max<std::int64_t>(1, cooling.n_sweeps - 1));
    for (std::int64_t sweep = 0; sweep < cooling.n_sweeps && !run.is_stopped(); ++sweep) {
        double progress = static_cast<double>(sweep) / last;
        if (std::isfinite(at_most_seconds)) {
            const double spent = (run.seconds() - begin) / at_most_seconds;
            if (spent >= 1.0) break;
            progress = std::max(progress, (spent - share_unhurried) / (1.0 - share_unhurried));
        }
        const double temperature = cooling.hot * std::pow(cooling.cold / cooling.hot, progress);
        if (!sweeper.sweep(temperature, run)) break;
    }
}

}  // namespace

void anneal_sweeps(const Graph& graph, Labels& labels, const Cooling& cooling, double unit, double at_most_seconds,
                   Rng& rng, Run& run) {
    if (cooling.n_sweeps == 0 || graph.n_edges() == 0) return;  // no sweeps, or no pairs
    if (unit == 0.0) unit = 1.0;  // nothing attracts: all nodes separate at any temperature
    if (is_worth_parallelizing(graph)) {
        cool(ParallelAnnealing(graph, labels, unit, rng, run), cooling, at_most_seconds, run);
    } else {
        cool(Annealing(graph, labels, unit, rng, run), cooling, at_most_seconds, run);
    }
}

}  // namespace frenemy
