#include "frenemy/potts_messages.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "frenemy/huge_pages.hpp"
#include "frenemy/prefetch.hpp"

namespace frenemy {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::size_t quarters = 4;
constexpr double unchanged = 1e-13;      // of what nodes have heard: rounding
constexpr std::size_t zeroed = 1 << 20;  // numbers at a time

// How many messages before it is read one is asked for. They lie at the other ends of pairs, all over the memory.
constexpr std::size_t ahead = 2, peaks_ahead = 12;

void prefetch_row(const double* row, std::size_t count) {
    constexpr std::size_t line = 64 / sizeof(double);
    for (std::size_t l = 0; l < count; l += line) prefetch(row + l);
}

double lesser(double a, double b) { return a < b ? a : b; }

void add(double* __restrict sums, const double* __restrict message, std::size_t count) {
    for (std::size_t l = 0; l < count; ++l) sums[l] += message[l];
}

/// Turns the message that a node got over a pair that attracts into the one that it sends back. Returns the constant that
/// was taken out.
double turn_attracting(double* __restrict message, const double* __restrict heard, double* __restrict room,
                       double share, double weight, std::size_t count) {
    for (std::size_t l = 0; l < count; ++l) message[l] = share * heard[l] - message[l];
    // A minimum over an array is no work for vector instructions, as NaNs would make the order matter. That of several
    // arrays is, so it is taken of the quarters, and then of what is left.
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
    // With one label no two nodes differ, and there is nothing to tell.
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
    // Beyond the last label, costs are infinite and messages finite: no minimum sees them.
    heard_.assign(stride_, infinite);
    costs_.assign(stride_, infinite);
    decided_.assign(n, 0);
    for (auto& traces : traces_) traces.assign(n, 0.0);
    order_.emplace(std::move(order));
    return true;
}

bool PottsMessages::round(Run& run) {
    if (run.expired() || !begin(run)) return false;
    changed_ = size_ = passed_ = 0.0;
    if (!pass(false, run)) return false;
    // Only here: in a tree a node sends on what it has heard to one earlier neighbour, but to many later ones.
    const double bound = passed_;
    if (!pass(true, run)) return false;
    bound_ = bound;
    is_fixed_ = changed_ <= unchanged * size_;
    for (std::size_t p = 0; p < decided_.size(); ++p) labels_[order_->nodes()[p]] = decided_[p];
    return true;
}

/// Every node in turn hears all its neighbours and tells those that come after it, in this direction.
bool PottsMessages::pass(bool is_forward, Run& run) {
    Watch watch(run);
    const Node n = graph_.n_nodes();
    const bool has_pairs = n_labels_ > 1;
    for (Node step = 0; step < n; ++step) {
        const Node p = is_forward ? step : n - 1 - step;
        if (watch.is_over(n_labels_)) return false;
        if (unary_.empty()) {
            std::fill_n(heard_.begin(), n_labels_, 0.0);
        } else {
            const auto row = static_cast<std::ptrdiff_t>(order_->nodes()[p]) * n_labels_;
            std::copy_n(unary_.begin() + row, n_labels_, heard_.begin());
        }
        if (has_pairs && !hear(order_->attracting().later(p), order_->repelling().later(p), watch)) return false;
        if (is_forward && !decide(p, watch)) return false;
        if (has_pairs && !hear(order_->attracting().earlier(p), order_->repelling().earlier(p), watch)) return false;
        passed_ += settle();
        note_change(traces_[is_forward][p]);
        if (has_pairs && !tell(p, is_forward, watch)) return false;
    }
    return true;
}

bool PottsMessages::hear(std::span<const MessageLink> attracting, std::span<const MessageLink> repelling,
                         Watch& watch) {
    for (std::size_t e = 0; e < attracting.size(); ++e) {
        if (watch.is_over(n_labels_)) return false;
        if (e + ahead < attracting.size()) prefetch_row(message(attracting[e + ahead]), stride_);
        add(heard_.data(), message(attracting[e]), stride_);
    }
    for (std::size_t e = 0; e < repelling.size(); ++e) {
        if (watch.is_over(1)) return false;
        if (e + peaks_ahead < repelling.size()) prefetch(&peaks_[repelling[e + peaks_ahead].message]);
        const Peak& peak = peaks_[repelling[e].message];
        heard_[peak.label] += peak.height;
    }
    return true;
}

/// Given the labels of earlier nodes, a pair costs its weight but for one label: the first of those that cost least.
bool PottsMessages::decide(Node place, Watch& watch) {
    std::copy_n(heard_.begin(), n_labels_, costs_.begin());
    if (n_labels_ > 1) {
        for (const MessageLinks* links : {&order_->attracting(), &order_->repelling()}) {
            for (const MessageLink& link : links->earlier(place)) {
                if (watch.is_over(1)) return false;
                costs_[decided_[link.place]] -= link.weight;
            }
        }
    }
    decided_[place] = static_cast<Node>(std::min_element(costs_.begin(), costs_.begin() + n_labels_) - costs_.begin());
    return true;
}

/// Takes the least out of what was heard, so that nothing grows from round to round, and returns it.
double PottsMessages::settle() {
    const double least = *std::min_element(heard_.begin(), heard_.begin() + n_labels_);
    for (Node l = 0; l < n_labels_; ++l) heard_[l] -= least;
    return least;
}

bool PottsMessages::tell(Node place, bool is_forward, Watch& watch) {
    const double share = shares_[place];
    const auto to = [&](const MessageLinks& links) { return is_forward ? links.later(place) : links.earlier(place); };
    for (const MessageLink& link : to(order_->attracting())) {
        if (watch.is_over(2 * n_labels_)) return false;
        passed_ += turn_attracting(message(link), heard_.data(), costs_.data(), share, link.weight, stride_);
    }
    const Least least = least_heard(share);
    for (const MessageLink& link : to(order_->repelling())) {
        if (watch.is_over(1)) return false;
        Peak& peak = peaks_[link.message];
        passed_ += turn(peak, least, share * heard_[peak.label], link.weight);
    }
    return true;
}

PottsMessages::Least PottsMessages::least_heard(double share) const {
    Least least{{infinite, infinite, infinite}, {0, 0, 0}};
    for (Node l = 0; l < n_labels_; ++l) {
        double cost = share * heard_[l];
        Node label = l;
        for (std::size_t k = 0; k < 3; ++k) {
            if (cost < least.costs[k]) {
                std::swap(cost, least.costs[k]);
                std::swap(label, least.labels[k]);
            }
        }
    }
    return least;
}

/// Turns the message that a node got over a pair that repels into the one that it sends back. What came in counts for one
/// label; of the others, the best two are among the three `least` of all. Returns the constant that was taken out.
double PottsMessages::turn(Peak& message, const Least& least, double heard, double weight) {
    const std::size_t best = least.labels[0] == message.label ? 1 : 0;
    const std::size_t next = least.labels[best + 1] == message.label ? best + 2 : best + 1;
    const double own = heard - message.height;
    const double other = least.costs[best];
    const double second = next < 3 ? least.costs[next] : infinite;
    if (own < other) {
        message.height = std::min(-weight, other - own);
        return own + weight;
    }
    message = {std::min(-weight, std::min(own, second) - other), least.labels[best]};
    return other + weight;
}

/// Sums labels up with different factors, so that it shows if two of them change places.
void PottsMessages::note_change(double& old) {
    double trace = 0.0, factor = 1.0;
    for (Node l = 0; l < n_labels_; ++l) {
        trace += factor * heard_[l];
        factor = factor < 1.5 ? factor + 0.618 : factor - 0.382;
    }
    changed_ += std::abs(trace - old);
    size_ += trace;
    old = trace;
}

}  // namespace frenemy
