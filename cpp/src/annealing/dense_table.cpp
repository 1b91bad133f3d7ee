#include "frenemy/annealing/dense_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "frenemy/annealing/annealing_rows.hpp"

namespace frenemy {

namespace {

constexpr double largest_sum = 1 << 29;    // of a row: a difference of two sums fits in 32 bits
constexpr double smallest_sum = 16.0;      // in units: no draw reaches `far`
constexpr double largest_weight = 4096.0;  // in units; no temperature overcomes it
constexpr double largest_short = 64.0;     // in units: then 2 bytes hold the 500th part of a unit
constexpr std::int64_t work_between_checks = 1 << 20;

/// Calls `take(i, weights)` with each row of the matrix, no weight above the limit.
template <class Take>
void each_row(const Graph& graph, double limit, Take&& take) {
    std::vector<double> weights(static_cast<std::size_t>(graph.n_nodes()));
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        for (Node j = 0; j < graph.n_nodes(); ++j) weights[j] = graph.missing() * (graph.size(i) * graph.size(j));
        const auto listed = graph.neighbors(i);
        for (std::size_t a = 0; a < listed.nodes.size(); ++a) weights[listed.nodes[a]] += listed.weights[a];
        weights[i] = 0.0;
        for (double& w : weights) w = std::clamp(w, -limit, limit);
        take(i, weights);
    }
}

}  // namespace

DenseTable::DenseTable(const Graph& graph, double unit)
    : rows_(dense_rows()),
      n_(static_cast<std::size_t>(graph.n_nodes())),
      width_((n_ + DenseRows::block - 1) / DenseRows::block * DenseRows::block),
      own_(width_),
      labels_(width_),
      n_members_(n_ + 1),
      draws_(n_draws + width_) {
    double largest = 0.0, largest_row = smallest_sum;  // in units
    each_row(graph, largest_weight * unit, [&](Node, const std::vector<double>& weights) {
        double sum = 0.0;
        for (const double w : weights) {
            largest = std::max(largest, std::abs(w) / unit);
            sum += std::abs(w) / unit;
        }
        largest_row = std::max(largest_row, sum);
    });
    const bool is_short = largest <= largest_short;
    scale_unit_ = largest_sum / largest_row;
    if (is_short) scale_unit_ = std::min(scale_unit_, std::numeric_limits<std::int16_t>::max() / largest);
    // A power of two for each weight, so that whole numbers stay exact.
    int exponent = 0;
    const double mantissa = std::frexp(unit, &exponent);
    const int shift = std::ilogb(scale_unit_ / mantissa);
    scale_unit_ = std::ldexp(mantissa, shift);
    const auto store = [&]<class Weight>(AlignedVector<Weight>& stored) {
        stored.assign(n_ * width_, 0);
        each_row(graph, largest_weight * unit, [&](Node i, const std::vector<double>& weights) {
            Weight* const to = stored.data() + static_cast<std::size_t>(i) * width_;
            for (std::size_t j = 0; j < n_; ++j)
                to[j] = static_cast<Weight>(std::round(std::ldexp(weights[j], shift - exponent)));
        });
    };
    is_short ? store(short_weights_) : store(weights_);
    std::array<float, n_draws> order = exponential_table;
    Rng(0).shuffle(std::span<float>(order));
    for (std::size_t k = 0; k < draws_.size(); ++k) draws_[k] = order[k % n_draws];
}

void DenseTable::assign(std::span<const Node> labels) {
    std::vector<Node> name(n_, -1);
    n_clusters_ = 0;
    std::ranges::fill(n_members_, 0);
    std::ranges::fill(labels_, -1);
    for (std::size_t i = 0; i < n_; ++i) {
        Node& c = name[labels[i]];
        if (c < 0) c = n_clusters_++;
        labels_[i] = c;
        ++n_members_[c];
    }
    table_.assign(static_cast<std::size_t>(n_clusters_ + 1) * width_, 0);
    short_weights_.empty() ? sum_rows(weights_) : sum_rows(short_weights_);
    std::ranges::fill(own_, std::numeric_limits<std::int32_t>::max());  // the padding never moves
    for (std::size_t i = 0; i < n_; ++i) {
        own_[i] = row(labels_[i])[i];
        row(labels_[i])[i] -= far;
    }
    work_ += static_cast<std::int64_t>(n_ * width_);
}

template <class Weight>
void DenseTable::sum_rows(const AlignedVector<Weight>& weights) {
    for (std::size_t i = 0; i < n_; ++i) {
        std::int32_t* const to = row(labels_[i]);
        const Weight* const w = weights.data() + i * width_;
        for (std::size_t j = 0; j < width_; ++j) to[j] += w[j];
    }
}

bool DenseTable::sweep(double temperature, Rng& rng, Run& run) {
    const auto limit = static_cast<float>(temperature * scale_unit_);
    for (Node c = 0; c <= n_clusters_ && c < static_cast<Node>(n_); ++c) {
        if (is_over(run)) return false;
        visit(c, limit, draws_.data() + (rng.next() >> 52));
    }
    return true;
}

bool DenseTable::descend(Run& run) {
    for (bool has_moved = true; has_moved;) {
        has_moved = false;
        for (Node c = 0; c <= n_clusters_ && c < static_cast<Node>(n_); ++c) {
            if (is_over(run)) return false;
            has_moved |= visit(c, 0.0f, draws_.data());
        }
    }
    return true;
}

/// Proposes one cluster to all nodes; true if one moved.
bool DenseTable::visit(Node cluster, float limit, const float* draws) {
    bool has_moved = false;
    const auto next = [&](std::size_t from) {
        return rows_.first_willing({own_.data(), row(cluster), draws, width_, limit}, from);
    };
    for (std::size_t i = next(0); i < width_; i = next(i + 1)) {
        const Node home = labels_[i];
        if (n_members_[home] == 1 && cluster == n_clusters_) continue;
        const Node last = n_clusters_ - 1;
        const bool is_new = cluster == n_clusters_;
        move(static_cast<Node>(i), cluster);
        has_moved = true;
        if (is_new) {
            if (n_clusters_ >= static_cast<Node>(n_)) return true;
            ++cluster;  // goes on with the next empty cluster
        } else if (n_members_[home] == 0) {
            close(home);
            if (cluster == last) cluster = home;
        }
    }
    work_ += static_cast<std::int64_t>(width_);
    return has_moved;
}

void DenseTable::move(Node i, Node to) {
    const Node home = labels_[i];
    const std::size_t begin = static_cast<std::size_t>(i) * width_;
    std::int32_t *const left = row(home), *const joined = row(to);
    if (short_weights_.empty()) {
        rows_.shift({weights_.data() + begin, left, joined, own_.data(), labels_.data(), width_, home, to});
    } else {
        rows_.shift_short({short_weights_.data() + begin, left, joined, own_.data(), labels_.data(), width_, home, to});
    }
    labels_[i] = to;
    own_[i] = joined[i];
    left[i] += far;
    joined[i] -= far;
    --n_members_[home];
    if (n_members_[to]++ == 0) {
        ++n_clusters_;
        table_.resize(static_cast<std::size_t>(n_clusters_ + 1) * width_);
        std::fill_n(row(n_clusters_), width_, 0);
    }
    work_ += static_cast<std::int64_t>(2 * width_);
}

/// Gives the row of an emptied cluster to the last one.
void DenseTable::close(Node cluster) {
    const Node last = --n_clusters_;
    if (cluster != last) {
        std::copy_n(row(last), width_, row(cluster));
        for (Node& label : labels_) label = label == last ? cluster : label;
        n_members_[cluster] = n_members_[last];
        n_members_[last] = 0;
    }
    std::fill_n(row(last), width_, 0);
    work_ += static_cast<std::int64_t>(width_);
}

bool DenseTable::is_over(Run& run) {
    if (work_ < next_check_) return run.is_stopped();
    next_check_ = work_ + work_between_checks;
    return run.expired();
}

std::int64_t DenseTable::inside() const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += own_[i];
    return sum;
}

}  // namespace frenemy
