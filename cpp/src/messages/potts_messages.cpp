#include "frenemy/messages/potts_messages.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "frenemy/system/huge_pages.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::size_t quarters = 4;
constexpr double unchanged = 1e-13;      // relative change of beliefs within rounding error
constexpr std::size_t zeroed = 1 << 20;  // numbers at a time

// Prefetch distance in messages, which are spread over memory.
constexpr std::size_t ahead = 2, peaks_ahead = 12;

void prefetch_row(const double* row, std::size_t count) {
    constexpr std::size_t line = 64 / sizeof(double);
    for (std::size_t l = 0; l < count; l += line) prefetch(row + l);
}

double lesser(double a, double b) { return a < b ? a : b; }

void add(double* __restrict sums, const double* __restrict message, std::size_t count) {
    for (std::size_t l = 0; l < count; ++l) sums[l] += message[l];
}

/// Replaces the message received over an attracting pair by the one sent back. Returns the constant subtracted from it.
double update_attracting(double* __restrict message, const double* __restrict belief, double* __restrict room,
                         double share, double weight, std::size_t count) {
    for (std::size_t l = 0; l < count; ++l) message[l] = share * belief[l] - message[l];
    // A minimum over one array does not vectorize, since NaNs make the order matter. An elementwise minimum does, so it
    // is taken over the quarters first.
    const std::size_t quarter = count / quarters;
    for (std::size_t l = 0; l < quarter; ++l) {
        const double a = lesser(message[l], message[l + quarter]);
        const double b = lesser(message[l + 2 * quarter], message[l + 3 * quarter]);
        room[l] = lesser(a, b);
    }
    double m = infinite;
    for (std::size_t l = 0; l < quarter; ++l) m = lesser(m, room[l]);
    for (std::size_t l = 0; l < count; ++l) message[l] = lesser(message[l] - m, weight);
    return m;
}

void check(const Graph& graph, Node n_labels, std::span<const double> unary) {
    if (graph.missing() != 0.0) {
        throw std::invalid_argument("messages go over listed pairs only; missing must be 0, got " +
                                    std::to_string(graph.missing()));
    }
    if (n_labels < 1) throw std::invalid_argument("n_labels must be at least 1, got " + std::to_string(n_labels));
    const std::size_t wanted = static_cast<std::size_t>(graph.n_nodes()) * static_cast<std::size_t>(n_labels);
    if (!unary.empty() && unary.size() != wanted) {
        throw std::invalid_argument("unary must have " + std::to_string(wanted) + " costs, got " +
                                    std::to_string(unary.size()));
    }
}

}  // namespace

PottsMessages::PottsMessages(const Graph& graph, Node n_labels, std::vector<double> unary, bool is_reweighted)
    : graph_(graph),
      n_labels_(n_labels),
      stride_((static_cast<std::size_t>(std::max<Node>(n_labels, 1)) + quarters - 1) / quarters * quarters),
      unary_(std::move(unary)),
      is_reweighted_(is_reweighted),
      labels_(static_cast<std::size_t>(graph.n_nodes())),
      bound_(-infinite) {
    check(graph, n_labels, unary_);
}

bool PottsMessages::begin(Run& run) {
    if (order_) return true;
    MessageOrder order(graph_, run);
    if (order.is_over()) return false;
    // With one label no two nodes differ: no messages.
    const std::size_t n_attracting = n_labels_ == 1 ? 0 : order.attracting().n_messages() * stride_;
    reserve_huge(messages_, n_attracting);
    while (messages_.size() < n_attracting) {
        if (run.expired()) return false;
        messages_.resize(std::min(n_attracting, messages_.size() + zeroed));
    }
    if (n_labels_ > 1) peaks_.resize(order.repelling().n_messages());
    const auto n = static_cast<std::size_t>(graph_.n_nodes());
    shares_.assign(n, 1.0);
    for (Node p = 0; is_reweighted_ && p < graph_.n_nodes(); ++p) {
        if (order.is_in_tree(p)) continue;
        const std::size_t n_earlier = order.attracting().earlier(p).size() + order.repelling().earlier(p).size();
        const std::size_t n_later = order.attracting().later(p).size() + order.repelling().later(p).size();
        shares_[p] = 1.0 / static_cast<double>(std::max(n_earlier, n_later));
    }
    // Beyond the last label, costs are infinite and messages finite: no minimum is affected.
    beliefs_.assign(stride_, infinite);
    costs_.assign(stride_, infinite);
    chosen_.assign(n, 0);
    for (auto& traces : traces_) traces.assign(n, 0.0);
    order_.emplace(std::move(order));
    return true;
}

bool PottsMessages::round(Run& run) {
    if (run.expired() || !begin(run)) return false;
    changed_ = size_ = passed_ = 0.0;
    if (!pass(false, run)) return false;
    // Only here: in a tree a node has one earlier neighbour but many later ones.
    const double bound = passed_;
    if (!pass(true, run)) return false;
    bound_ = bound;
    is_fixed_ = changed_ <= unchanged * size_;
    for (std::size_t p = 0; p < chosen_.size(); ++p) labels_[order_->nodes()[p]] = chosen_[p];
    return true;
}

/// Every node in turn gathers the messages of all neighbours and sends messages to those after it in this direction.
bool PottsMessages::pass(bool is_forward, Run& run) {
    ExpiryCheck expiry(run);
    const Node n = graph_.n_nodes();
    const bool has_pairs = n_labels_ > 1;
    for (Node step = 0; step < n; ++step) {
        const Node p = is_forward ? step : n - 1 - step;
        if (expiry.is_over(n_labels_)) return false;
        if (unary_.empty()) {
            std::fill_n(beliefs_.begin(), n_labels_, 0.0);
        } else {
            const auto row = static_cast<std::ptrdiff_t>(order_->nodes()[p]) * n_labels_;
            std::copy_n(unary_.begin() + row, n_labels_, beliefs_.begin());
        }
        if (has_pairs && !gather(order_->attracting().later(p), order_->repelling().later(p), expiry)) return false;
        if (is_forward && !choose_label(p, expiry)) return false;
        if (has_pairs && !gather(order_->attracting().earlier(p), order_->repelling().earlier(p), expiry)) return false;
        passed_ += normalize();
        note_change(traces_[is_forward][p]);
        if (has_pairs && !send(p, is_forward, expiry)) return false;
    }
    return true;
}

bool PottsMessages::gather(std::span<const MessageLink> attracting, std::span<const MessageLink> repelling,
                           ExpiryCheck& expiry) {
    for (std::size_t e = 0; e < attracting.size(); ++e) {
        if (expiry.is_over(n_labels_)) return false;
        if (e + ahead < attracting.size()) prefetch_row(message(attracting[e + ahead]), stride_);
        add(beliefs_.data(), message(attracting[e]), stride_);
    }
    for (std::size_t e = 0; e < repelling.size(); ++e) {
        if (expiry.is_over(1)) return false;
        if (e + peaks_ahead < repelling.size()) prefetch(&peaks_[repelling[e + peaks_ahead].message]);
        const Peak& peak = peaks_[repelling[e].message];
        beliefs_[peak.label] += peak.height;
    }
    return true;
}

/// Given the labels of earlier nodes, a pair costs its weight except for one label. Takes the first cheapest label.
bool PottsMessages::choose_label(Node place, ExpiryCheck& expiry) {
    std::copy_n(beliefs_.begin(), n_labels_, costs_.begin());
    if (n_labels_ > 1) {
        for (const MessageLinks* links : {&order_->attracting(), &order_->repelling()}) {
            for (const MessageLink& link : links->earlier(place)) {
                if (expiry.is_over(1)) return false;
                costs_[chosen_[link.place]] -= link.weight;
            }
        }
    }
    chosen_[place] = static_cast<Node>(std::min_element(costs_.begin(), costs_.begin() + n_labels_) - costs_.begin());
    return true;
}

/// Subtracts the minimum from the belief, so that numbers do not grow from round to round, and returns it.
double PottsMessages::normalize() {
    const double smallest = *std::min_element(beliefs_.begin(), beliefs_.begin() + n_labels_);
    for (Node l = 0; l < n_labels_; ++l) beliefs_[l] -= smallest;
    return smallest;
}

bool PottsMessages::send(Node place, bool is_forward, ExpiryCheck& expiry) {
    const double share = shares_[place];
    const auto to = [&](const MessageLinks& links) { return is_forward ? links.later(place) : links.earlier(place); };
    for (const MessageLink& link : to(order_->attracting())) {
        if (expiry.is_over(2 * n_labels_)) return false;
        passed_ += update_attracting(message(link), beliefs_.data(), costs_.data(), share, link.weight, stride_);
    }
    const SmallestCosts smallest = smallest_beliefs(share);
    for (const MessageLink& link : to(order_->repelling())) {
        if (expiry.is_over(1)) return false;
        Peak& peak = peaks_[link.message];
        passed_ += update(peak, smallest, share * beliefs_[peak.label], link.weight);
    }
    return true;
}

PottsMessages::SmallestCosts PottsMessages::smallest_beliefs(double share) const {
    SmallestCosts smallest{{infinite, infinite, infinite}, {0, 0, 0}};
    for (Node l = 0; l < n_labels_; ++l) {
        double cost = share * beliefs_[l];
        Node label = l;
        for (std::size_t k = 0; k < 3; ++k) {
            if (cost < smallest.costs[k]) {
                std::swap(cost, smallest.costs[k]);
                std::swap(label, smallest.labels[k]);
            }
        }
    }
    return smallest;
}

/// Replaces the message received over a repelling pair by the one sent back. The received message changes one label;
/// among the others, the best two are among the three `smallest`. Returns the constant subtracted from it.
double PottsMessages::update(Peak& message, const SmallestCosts& smallest, double belief, double weight) {
    const std::size_t best = smallest.labels[0] == message.label ? 1 : 0;
    const std::size_t next = smallest.labels[best + 1] == message.label ? best + 2 : best + 1;
    const double own = belief - message.height;
    const double other = smallest.costs[best];
    const double second = next < 3 ? smallest.costs[next] : infinite;
    if (own < other) {
        message.height = std::min(-weight, other - own);
        return own + weight;
    }
    message = {std::min(-weight, std::min(own, second) - other), smallest.labels[best]};
    return other + weight;
}

/// A checksum with different factors per label, so that swapped labels are detected.
void PottsMessages::note_change(double& old) {
    double trace = 0.0, factor = 1.0;
    for (Node l = 0; l < n_labels_; ++l) {
        trace += factor * beliefs_[l];
        factor = factor < 1.5 ? factor + 0.618 : factor - 0.382;
    }
    changed_ += std::abs(trace - old);
    size_ += trace;
    old = trace;
}

}  // namespace frenemy
