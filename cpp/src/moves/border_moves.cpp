#include "frenemy/moves/border_moves.hpp"

#include <algorithm>
#include <cmath>

#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

BorderMoves::BorderMoves(Clustering& clustering)
    : graph_(clustering.graph()),
      clustering_(clustering),
      missing_(graph_.missing()),
      own_(static_cast<std::size_t>(graph_.n_nodes())),
      states_(own_.size(), State{0.0, 0, -1}),
      first_(own_.size()),
      links_(own_.size()) {
    for (Node i = 0; i < graph_.n_nodes(); ++i) usual_size_ += graph_.size(i);
    if (graph_.n_nodes() > 0) usual_size_ /= static_cast<double>(graph_.n_nodes());
    refresh();
}

void BorderMoves::refresh() {
    std::fill(first_.begin(), first_.end(), -1);
    for (Node i = graph_.n_nodes(); i-- > 0;) {
        link(i);
        const auto [nodes, weights] = graph_.neighbors(i);
        const Node label = clustering_.label(i);
        double own = 0.0;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            if (clustering_.label(nodes[k]) == label) own += weights[k];
        }
        own_[i] = own;
    }
}

void BorderMoves::link(Node i) {
    Node& first = first_[clustering_.label(i)];
    links_[i] = {first, -1};
    if (first >= 0) links_[first].previous = i;
    first = i;
}

void BorderMoves::unlink(Node i) {
    const auto [next, previous] = links_[i];
    if (previous >= 0) {
        links_[previous].next = next;
    } else {
        first_[clustering_.label(i)] = next;
    }
    if (next >= 0) links_[next].previous = previous;
}

void BorderMoves::move(Node i, Node to) {
    const Node from = clustering_.label(i);
    const auto [nodes, weights] = graph_.neighbors(i);
    double own = 0.0;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const Node label = clustering_.label(nodes[k]);
        if (label == from) {
            own_[nodes[k]] -= weights[k];
        } else if (label == to) {
            own_[nodes[k]] += weights[k];
            own += weights[k];
        }
    }
    own_[i] = own;
    unlink(i);
    clustering_.move(i, to, 0.0);
    link(i);
}

/// The gain of a node that changes sides, minus the part that is equal for all nodes of the usual size on its side. If
/// sizes differ and `missing` is not 0, keys drift as the sides change. They are updated when they reach the top, which
/// finds the best node if keys have fallen and a good one if they have risen. Gains are always exact.
double BorderMoves::key(Node i, int side) const {
    const double change = states_[i].change;
    if (missing_ == 0.0) return change;
    const double size = graph_.size(i);
    const double difference = side == 0 ? difference_ : -difference_;
    return change + missing_ * (size * size + (size - usual_size_) * difference);
}

void BorderMoves::enter(Node i, int side) {
    states_[i].place = sides_[side].keys.push(key(i, side));
    sides_[side].nodes.push_back(i);
}

/// The node of a side with the largest gain, or -1.
Node BorderMoves::best(int side) {
    auto& [keys, nodes] = sides_[side];
    while (keys.top() != MaxTree::none) {
        const std::int32_t place = keys.top_place();
        const Node i = nodes[place];
        if (missing_ == 0.0) return i;
        const double now = key(i, side);
        if (now >= keys.top()) return i;
        keys.set(place, now);
    }
    return -1;
}

double BorderMoves::gain(Node i, int side) const {
    if (missing_ == 0.0) return states_[i].change;
    const double size = graph_.size(i);
    return states_[i].change + missing_ * size * ((side == 0 ? difference_ : -difference_) + size);
}

/// Changes the side of a node and updates its neighbours in the two clusters.
void BorderMoves::flip(Node i, Node a, Node b) {
    const int from = clustering_.label(i) == b;
    sides_[from].keys.set(states_[i].place, MaxTree::none);
    states_[i].place = -1;
    if (missing_ != 0.0) difference_ += (from == 0 ? 2.0 : -2.0) * graph_.size(i);
    const Node* labels = clustering_.labels().data();
    const auto [nodes, weights] = graph_.neighbors(i);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const Node j = nodes[k];
        const Node label = labels[j];
        if (label != a && label != b) continue;
        const int side = label == b;
        const double change = (side == from ? 2.0 : -2.0) * weights[k];
        if (meet(j)) {
            states_[j].change += change;
            enter(j, side);
        } else if (states_[j].place >= 0) {
            states_[j].change += change;
            sides_[side].keys.set(states_[j].place, key(j, side));
        }
    }
}

double BorderMoves::find(Node a, Node b, std::span<const Crossing> crossing, Begin begin, double max_loss, Run& run) {
    if (sequence_ == std::numeric_limits<std::int32_t>::max()) {
        for (State& state : states_) state.sequence = 0;
        sequence_ = 0;
    }
    ++sequence_;
    path_.clear();
    met_.clear();
    const auto note = [&](Node i) {
        if (meet(i)) met_.push_back(i);
    };
    if (begin == Begin::all) {
        for (Node i = first_[a]; i >= 0; i = links_[i].next) note(i);
        for (Node j = first_[b]; j >= 0; j = links_[j].next) note(j);
    }
    for (const auto& [i, j, weight] : crossing) {
        note(i);
        note(j);
        states_[i].change += weight;
        states_[j].change += weight;
    }
    difference_ = missing_ == 0.0 ? 0.0 : clustering_.size(b) - clustering_.size(a);
    const double both_sizes = missing_ == 0.0 ? 0.0 : clustering_.size(b) + clustering_.size(a);
    for (auto& [keys, nodes] : sides_) {
        keys.clear();
        nodes.clear();
    }
    for (const Node i : met_) enter(i, clustering_.label(i) == b);

    double gained = 0.0, best_gained = 0.0, magnitude = 0.0;
    std::size_t best_length = 0;
    ExpiryCheck expiry(run);
    for (;;) {
        const Node of_a = best(0), of_b = best(1);
        if (of_a < 0 && of_b < 0) break;
        const int side = of_a < 0 || (of_b >= 0 && gain(of_b, 1) > gain(of_a, 0));
        const Node i = side == 0 ? of_a : of_b;
        gained += gain(i, side);
        if (gained < best_gained - max_loss || expiry.is_over(graph_.offsets()[i + 1] - graph_.offsets()[i] + 1)) break;
        path_.push_back(i);
        const double by_size = missing_ == 0.0 ? 0.0 : std::abs(missing_) * graph_.size(i) * both_sizes;
        magnitude = std::max(magnitude, std::abs(own_[i]) + std::abs(states_[i].change) + by_size);
        if (gained > best_gained && gained > noise * magnitude) {
            best_gained = gained;
            best_length = path_.size();
        }
        flip(i, a, b);
    }
    path_.resize(best_length);
    return best_gained;
}

}  // namespace frenemy
