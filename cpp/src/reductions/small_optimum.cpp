#include "frenemy/reductions/small_optimum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "frenemy/core/clustering.hpp"

namespace frenemy {

namespace {

constexpr int max_steps = 20000;  // milliseconds; parts of 12 nodes take some hundred steps

class RussianDolls {
  public:
    RussianDolls(std::span<const double> weights, Node n) : n_(n), order_(size()), weights_(size() * size()) {
        // The heaviest node first: later nodes are then bounded well.
        std::vector<double> heaviness(size(), 0.0);
        double all = 0.0;
        for (std::size_t i = 0; i < size(); ++i) {
            for (std::size_t j = 0; j < size(); ++j) heaviness[i] += i == j ? 0.0 : std::abs(weights[i * size() + j]);
            all += heaviness[i];
        }
        noise_ = 1e-13 * all;
        std::iota(order_.begin(), order_.end(), 0);
        std::ranges::stable_sort(order_, [&](Node a, Node b) { return heaviness[a] > heaviness[b]; });
        for (std::size_t i = 0; i < size(); ++i) {
            for (std::size_t j = 0; j < size(); ++j) at(i, j) = weights[order_[i] * size() + order_[j]];
        }
    }

    std::optional<Labels> solve() {
        optimum_of_rest_.assign(size() + 1, 0.0);
        for (Node first = n_ - 1; first >= 0; --first) {
            begin(first);
            visit(first, 0.0);
            if (n_steps_ > max_steps) return std::nullopt;
            optimum_of_rest_[first] = best_energy_;
        }
        Labels labels(size());
        for (std::size_t k = 0; k < size(); ++k) labels[order_[k]] = best_[k];
        return contiguous(std::move(labels));
    }

  private:
    std::size_t size() const { return static_cast<std::size_t>(n_); }
    double& at(std::size_t i, std::size_t j) { return weights_[i * size() + j]; }

    /// The nodes from `first` on: the known optimum without `first`, which joins its best cluster or none.
    void begin(Node first) {
        labels_.assign(size(), -1);
        attraction_.assign(size() * size(), 0.0);
        total_.assign(size(), 0.0);
        n_clusters_ = 0;
        if (first == n_ - 1) {
            best_.assign(size(), 0);
            best_energy_ = 0.0;
            return;
        }
        const Node n_known = 1 + *std::max_element(best_.begin() + first + 1, best_.end());
        std::vector<double> of_cluster(size() + 1, 0.0);
        double all = 0.0;
        for (Node j = first + 1; j < n_; ++j) {
            of_cluster[best_[j]] += at(first, j);
            all += at(first, j);
        }
        const auto most = std::max_element(of_cluster.begin(), of_cluster.begin() + n_known + 1);
        best_[first] = static_cast<Node>(most - of_cluster.begin());
        best_energy_ = optimum_of_rest_[first + 1] + all - *most;
    }

    /// The least that the pairs between the nodes from `k` on and the clusters so far cost, and the pairs among them.
    double bound_of_rest(Node k) const {
        double bound = optimum_of_rest_[k];
        for (Node j = k; j < n_; ++j) {
            double most = 0.0;
            for (Node c = 0; c < n_clusters_; ++c) most = std::max(most, attraction_[j * size() + c]);
            bound += total_[j] - most;
        }
        return bound;
    }

    void visit(Node k, double cost) {
        if (++n_steps_ > max_steps) return;
        if (k == n_) {
            best_energy_ = cost;
            best_ = labels_;  // -1 before the first node of this doll
            return;
        }
        // The cheapest choice first.
        std::array<Node, max_nodes + 1> choices;
        const Node n_choices = n_clusters_ + 1;
        std::iota(choices.begin(), choices.begin() + n_choices, 0);
        const auto pull = [&](Node c) { return c == n_clusters_ ? 0.0 : attraction_[k * size() + c]; };
        std::stable_sort(choices.begin(), choices.begin() + n_choices,
                         [&](Node a, Node b) { return pull(a) > pull(b); });
        for (Node choice = 0; choice < n_choices; ++choice) {
            const Node c = choices[choice];
            const double now = cost + total_[k] - pull(c);
            put(k, c, 1.0);
            if (now + bound_of_rest(k + 1) < best_energy_ - noise_) visit(k + 1, now);
            put(k, c, -1.0);
        }
    }

    /// Adds a node to a cluster, or takes it out.
    void put(Node k, Node c, double sign) {
        if (sign > 0.0 && c == n_clusters_) ++n_clusters_;
        labels_[k] = c;
        // Labels beyond k are those of an earlier branch.
        const bool is_empty = sign < 0.0 && std::find(labels_.begin(), labels_.begin() + k, c) == labels_.begin() + k;
        for (Node j = k + 1; j < n_; ++j) {
            total_[j] += sign * at(k, j);
            double& pull = attraction_[j * size() + c];
            pull = is_empty ? 0.0 : pull + sign * at(k, j);
        }
        if (is_empty) --n_clusters_;
    }

    static constexpr std::size_t max_nodes = 64;

    Node n_;
    std::vector<Node> order_;
    std::vector<double> weights_;          // in that order
    std::vector<double> optimum_of_rest_;  // of the nodes from each on
    std::vector<double> attraction_;       // of each node to each cluster
    std::vector<double> total_;            // weight of each node to all nodes with a cluster
    Labels labels_, best_;
    double best_energy_ = 0.0, noise_ = 0.0;
    Node n_clusters_ = 0;
    int n_steps_ = 0;
};

}  // namespace

std::optional<Labels> small_optimum(std::span<const double> weights, Node n_nodes) {
    if (n_nodes == 0) return Labels{};
    return RussianDolls(weights, n_nodes).solve();
}

}  // namespace frenemy
