#include "frenemy/annealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace frenemy {

namespace {

constexpr std::size_t entries_ahead = 128;
constexpr std::size_t labels_in_cache = std::size_t{1} << 18;

void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/// -log of the midpoints of equal intervals of (0, 1): how many temperatures a change may cost. A table, because a draw
/// from it is quick, and in floats, because logarithms differ in their last bits between platforms.
const std::array<float, 4096>& patience() {
    static const auto table = [] {
        std::array<float, 4096> values;
        for (std::size_t k = 0; k < values.size(); ++k) {
            values[k] = static_cast<float>(-std::log((static_cast<double>(k) + 0.5) / 4096.0));
        }
        return values;
    }();
    return table;
}

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
        const auto offsets = graph_.offsets();
        const auto neighbors = graph_.neighbors();
        const bool is_large = labels_.size() > labels_in_cache;
        for (Node i = 0; i < graph_.n_nodes(); ++i) {
            const auto row = graph_.neighbors(i);
            until_check -= static_cast<std::int64_t>(row.nodes.size()) + 1;
            if (until_check < 0) {
                until_check = edges_between_checks;
                if (run.expired()) return false;
            }
            // The rows come in order, the labels of the neighbours do not: those are asked for some nodes ahead.
            if (is_large) {
                const std::size_t ahead = static_cast<std::size_t>(offsets[i]) + entries_ahead;
                for (std::size_t a = ahead; a < std::min(ahead + row.nodes.size(), neighbors.size()); ++a) {
                    prefetch(&labels_[neighbors[a]]);
                }
            }
            if (!row.nodes.empty()) visit(i, row, temperature);
        }
        return true;
    }

  private:
    void visit(Node i, const Graph::Neighbors& row, double temperature) {
        const Node home = labels_[i];
        const std::uint64_t draw = rng_.next();
        const Node to = proposal(row, draw);
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
        if (!(cost > temperature * patience()[draw & 0xfff])) move(i, home, to, cost);
    }

    /// The cluster of an attracting neighbour; -1, to stand alone, if three draws find none.
    Node proposal(const Graph::Neighbors& row, std::uint64_t draw) {
        const std::uint64_t degree = row.nodes.size();
        auto a = static_cast<std::size_t>(((draw >> 32) * degree) >> 32);
        if (row.weights[a] > 0.0) return labels_[row.nodes[a]];
        const std::uint64_t again = rng_.next();
        a = static_cast<std::size_t>(((again >> 32) * degree) >> 32);
        if (row.weights[a] > 0.0) return labels_[row.nodes[a]];
        a = static_cast<std::size_t>(((again & 0xffffffff) * degree) >> 32);
        return row.weights[a] > 0.0 ? labels_[row.nodes[a]] : -1;
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
    double sum = 0.0;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        double squares = 0.0;
        for (const double w : graph.neighbors(i).weights) squares += w * w;
        sum += std::sqrt(squares);
    }
    return sum / (std::sqrt(20.0) * std::max(1, graph.n_nodes()));
}

double anneal_sweeps(const Graph& graph, Labels& labels, const Cooling& cooling, double unit, double at_most_seconds,
                     Rng& rng, Run& run) {
    Annealing annealing(graph, labels, rng);
    const double begin = run.seconds();
    for (std::int64_t sweep = 0; sweep < cooling.n_sweeps; ++sweep) {
        double progress =
            static_cast<double>(sweep) / static_cast<double>(std::max<std::int64_t>(1, cooling.n_sweeps - 1));
        if (std::isfinite(at_most_seconds)) {
            const double spent = (run.seconds() - begin) / at_most_seconds;
            if (spent >= 1.0) break;
            progress = std::max(progress, spent);
        }
        const double temperature = unit * cooling.hot * std::pow(cooling.cold / cooling.hot, progress);
        if (!annealing.sweep(temperature, run)) break;
    }
    return annealing.gain();
}

}  // namespace frenemy
