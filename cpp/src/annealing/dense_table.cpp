#include "frenemy/annealing/dense_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "frenemy/annealing/annealing_rows.hpp"

namespace frenemy {

namespace {

constexpr double largest_sum = 1 << 29;    // of a row: a difference of two sums fits in 32 bits
constexpr double smallest_sum = 16.0;      // in units: no draw reaches the value that keeps the padding in place
constexpr double largest_weight = 4096.0;  // in units; no temperature overcomes it
constexpr std::int64_t work_between_checks = 1 << 20;

}  // namespace

DenseTable::DenseTable(const Graph& graph, double unit)
    : rows_(dense_rows()),
      n_(static_cast<std::size_t>(graph.n_nodes())),
      width_((n_ + DenseRows::block - 1) / DenseRows::block * DenseRows::block),
      weights_(n_ * width_, 0),
      own_(width_),
      labels_(width_),
      n_members_(n_ + 1),
      draws_(n_draws + width_) {
    std::vector<double> weights(n_);
    const double limit = largest_weight * unit;
    const auto read = [&](Node i) {
        const auto listed = graph.neighbors(i);
        for (std::size_t j = 0; j < n_; ++j)
            weights[j] = graph.missing() * (graph.size(i) * graph.size(static_cast<Node>(j)));
        for (std::size_t a = 0; a < listed.nodes.size(); ++a) weights[listed.nodes[a]] += listed.weights[a];
        weights[i] = 0.0;
        for (double& w : weights) w = std::clamp(w, -limit, limit);
    };
    double largest = 0.0;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        read(i);
        double sum = 0.0;
        for (const double w : weights) sum += std::abs(w) / unit;
        largest = std::max(largest, sum);
    }
    scale_unit_ = largest_sum / std::max(largest, smallest_sum);
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        read(i);
        std::int32_t* const to = weights_.data() + static_cast<std::size_t>(i) * width_;
        for (std::size_t j = 0; j < n_; ++j) to[j] = static_cast<std::int32_t>(weights[j] / unit * scale_unit_);
    }
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
    for (std::size_t i = 0; i < n_; ++i) {
        std::int32_t* const to = row(labels_[i]);
        const std::int32_t* const w = weights_.data() + i * width_;
        for (std::size_t j = 0; j < width_; ++j) to[j] += w[j];
    }
    std::ranges::fill(own_, std::numeric_limits<std::int32_t>::max());  // the padding never moves
    for (std::size_t i = 0; i < n_; ++i) own_[i] = row(labels_[i])[i];
    work_ += static_cast<std::int64_t>(n_ * width_);
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
        return rows_.first_willing({own_.data(), row(cluster), labels_.data(), draws, width_, cluster, limit}, from);
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
    const std::int32_t* const weights = weights_.data() + static_cast<std::size_t>(i) * width_;
    rows_.shift({weights, row(home), row(to), own_.data(), labels_.data(), width_, home, to});
    labels_[i] = to;
    own_[i] = row(to)[i];
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
