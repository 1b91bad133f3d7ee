#include "frenemy/annealing.hpp"

#include <algorithm>
#include <cmath>

#include "frenemy/dense_annealing.hpp"
#include "frenemy/shared_annealing.hpp"

namespace frenemy {

// In floats, because logarithms differ in their last bits between platforms.
const std::array<float, 4096> patience_table = [] {
    std::array<float, 4096> values;
    for (std::size_t k = 0; k < values.size(); ++k) {
        values[k] = static_cast<float>(-std::log((static_cast<double>(k) + 0.5) / 4096.0));
    }
    return values;
}();

namespace {

constexpr std::int64_t sweeps_worth_a_table = 64;

class Annealing {
  public:
    Annealing(const Graph& graph, Labels& labels, Rng& rng)
        : graph_(graph), labels_(labels), rng_(rng), n_members_(labels.size(), 0) {
        for (const Node c : labels) ++n_members_[c];
        for (std::size_t c = labels.size(); c-- > 0;) {
            if (n_members_[c] == 0) empty_.push_back(static_cast<Node>(c));
        }
        if (graph.missing() == 0.0) return;
        sizes_.assign(labels.size(), 0.0);
        for (std::size_t i = 0; i < labels.size(); ++i) sizes_[labels[i]] += graph.size(static_cast<Node>(i));
    }

    double gain() const { return gain_; }

    /// False if the run expired.
    bool sweep(double temperature, Run& run) {
        constexpr std::int64_t edges_between_checks = 1 << 16;
        std::int64_t until_check = edges_between_checks;
        for (Node i = 0; i < graph_.n_nodes(); ++i) {
            const auto row = graph_.neighbors(i);
            until_check -= static_cast<std::int64_t>(row.nodes.size()) + 1;
            if (until_check < 0) {
                until_check = edges_between_checks;
                if (run.expired()) return false;
            }
            if (!row.nodes.empty()) visit(i, row, temperature);
        }
        return true;
    }

  private:
    void visit(Node i, const Graph::Neighbors& row, double temperature) {
        const Node home = labels_[i];
        const std::uint64_t draw = rng_.next();
        const Node neighbor = attracting_neighbor(row, draw, rng_);
        const Node to = neighbor < 0 ? -1 : labels_[neighbor];
        if (to == home || (to < 0 && n_members_[home] == 1)) return;
        double own = 0.0, there = 0.0;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node c = labels_[row.nodes[a]];
            const double w = row.weights[a];
            own += c == home ? w : 0.0;
            there += c == to ? w : 0.0;
        }
        if (!sizes_.empty()) {
            const double pull = graph_.missing() * graph_.size(i);
            own += pull * (sizes_[home] - graph_.size(i));
            if (to >= 0) there += pull * sizes_[to];
        }
        const double cost = own - there;
        if (!(cost > temperature * patience(draw))) move(i, home, to, cost);
    }

    void move(Node i, Node home, Node to, double cost) {
        if (to < 0) {
            while (n_members_[empty_.back()] != 0) empty_.pop_back();
            to = empty_.back();
        }
        gain_ -= cost;
        labels_[i] = to;
        if (--n_members_[home] == 0) empty_.push_back(home);
        ++n_members_[to];
        if (!sizes_.empty()) {
            sizes_[home] -= graph_.size(i);
            sizes_[to] += graph_.size(i);
        }
    }

    const Graph& graph_;
    Labels& labels_;
    Rng& rng_;
    std::vector<Node> n_members_;
    std::vector<Node> empty_;    // ids without members, and stale entries that got one since
    std::vector<double> sizes_;  // of clusters, if missing is not 0
    double gain_ = 0.0;
};

}  // namespace

double temperature_unit(const Graph& graph) {
    std::vector<double> pulls;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const auto weights = graph.neighbors(i).weights;
        double most = 0.0, squares = 0.0;
        for (const double w : weights) most = std::max(most, w);
        if (most == 0.0) continue;
        for (const double w : weights) squares += w > 0.0 ? (w / most) * (w / most) : 0.0;  // no overflow
        pulls.push_back(most * std::sqrt(squares));
    }
    if (pulls.empty()) return 0.0;
    const auto middle = pulls.begin() + static_cast<std::ptrdiff_t>(pulls.size() / 2);
    std::nth_element(pulls.begin(), middle, pulls.end());
    return *middle / std::sqrt(10.0);
}

namespace {

template <class Sweeper>
double cool(Sweeper&& sweeper, const Cooling& cooling, double unit, double at_most_seconds, Run& run) {
    const double begin = run.seconds();
    const auto last = static_cast<double>(std::max<std::int64_t>(1, cooling.n_sweeps - 1));
    for (std::int64_t sweep = 0; sweep < cooling.n_sweeps; ++sweep) {
        double progress = static_cast<double>(sweep) / last;
        if (std::isfinite(at_most_seconds)) {
            const double spent = (run.seconds() - begin) / at_most_seconds;
            if (spent >= 1.0) break;
            progress = std::max(progress, spent);
        }
        const double temperature = unit * cooling.hot * std::pow(cooling.cold / cooling.hot, progress);
        if (!sweeper.sweep(temperature, run)) break;
    }
    return sweeper.gain();
}

}  // namespace

double anneal_sweeps(const Graph& graph, Labels& labels, const Cooling& cooling, double unit, double at_most_seconds,
                     Rng& rng, Run& run) {
    if (graph.n_edges() == 0) return 0.0;  // nobody has a neighbour to join
    if (is_dense(graph) && cooling.n_sweeps >= sweeps_worth_a_table)
        return cool(DenseAnnealing(graph, labels, rng), cooling, unit, at_most_seconds, run);
    if (is_worth_sharing(graph)) return cool(SharedAnnealing(graph, labels, rng), cooling, unit, at_most_seconds, run);
    return cool(Annealing(graph, labels, rng), cooling, unit, at_most_seconds, run);
}

}  // namespace frenemy
