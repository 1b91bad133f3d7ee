#include "frenemy/reductions/merge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

#include "frenemy/core/clustering.hpp"
#include "frenemy/reductions/merging_graph.hpp"

namespace frenemy {

namespace {

using Neighbor = MergingGraph::Neighbor;
using Kind = Merge::Kind;

/// Sums of weights at a node. Changes at other nodes never raise `attracts` or `attracts + repels`, so outdated sums
/// are safe: they may hide an applicable rule, but never apply a wrong one.
struct Sums {
    double attracts = 0.0, repels = 0.0;  // neither is negative
    double largest = 0.0, second = 0.0;   // of the listed pairs, in absolute value
    double others = 0.0;                  // absolute values of all pairs but the strongest attracting one
    double best_weight = 0.0;
    Node best_friend = -1;  // the neighbour that attracts most, or -1
};

/// The changes and their mixtures (see the header): the contributions of a third node with pairs p and q in A and in B.
enum Mixture : std::size_t { u_moves, v_moves, both_leave, alike, n_mixtures };
constexpr std::array<Rule, n_mixtures> mixture_rules = {Rule::edge, Rule::edge, Rule::pair, Rule::twins};
using Bounds = std::array<double, n_mixtures>;
struct Entries {
    Bounds in_a, in_b;
    Entries(double p, double q) {
        const double half = 0.5 * (p - q);
        in_a = {p, -q, p, half};
        in_b = {-p, q, q, -half};
    }
    double largest(std::size_t k) const { return std::max(0.0, std::max(in_a[k], in_b[k])); }
};

class Merger {
  public:
    Merger(const Graph& graph, const Rules& rules, RuleCounts& counts, const Poll& poll)
        : graph_(graph, poll), rules_(rules), counts_(counts), missing_(graph.missing()) {
        const auto n = static_cast<std::size_t>(graph.n_nodes());
        sums_.resize(n);
        n_changes_.resize(n);
        is_queued_.assign(n, 1);
        place_in_row_.assign(n, -1);
        for (Node i = 0; i < graph.n_nodes(); ++i) {
            if (i % 16384 == 0) poll();
            graph_.neighbors(i, row_);
            sum_up(i);
            n_changes_[i] = graph_.degree(i);
            queue_.push_back(i);
        }
        for (const Rule rule : {Rule::pair, Rule::twins, Rule::triangle}) tries_pairs_ |= rules.has(rule);
    }

    void work(const Poll& poll) {
        for (std::int64_t n_done = 0; !queue_.empty(); ++n_done) {
            if (n_done % 1024 == 0) poll();
            const Node i = queue_.front();
            queue_.pop_front();
            is_queued_[i] = 0;
            if (!graph_.is_gone(i)) look_at(i);
        }
    }

    std::optional<Reduced<Merge>> result(const Poll& poll) {
        if (step_.steps.empty()) return std::nullopt;
        Graph rest = graph_.rest(step_.place, poll);
        step_.n_kernel = rest.n_nodes();
        return Reduced<Merge>{std::move(step_), std::move(rest), offset_};
    }

  private:
    void look_at(Node u) {
        // A node with many neighbours is checked again only when many of them have changed, which bounds the cost. A
        // change at a single neighbour is seen from there.
        if (8 * static_cast<std::int64_t>(n_changes_[u]) < graph_.degree(u)) return;
        n_changes_[u] = 0;
        graph_.neighbors(u, row_);
        sum_up(u);
        if (missing_ == 0.0 && rules_.has(Rule::clamp) && clamp(u)) {
            graph_.neighbors(u, row_);
            sum_up(u);
        }
        const Sums& sums = sums_[u];
        if (sums.best_friend < 0) return;
        if (rules_.has(Rule::edge) && sums.best_weight >= sums.others) {
            merge(u, sums.best_friend, Rule::edge);
        } else if (tries_pairs_) {
            try_pairs(u);
        }
    }

    void changed(Node i, Node n_changes = 1) {
        n_changes_[i] += n_changes;
        if (is_queued_[i]) return;
        is_queued_[i] = 1;
        queue_.push_back(i);
    }

    /// The sums of a node whose neighbours are in `row_`.
    void sum_up(Node u) {
        Sums sums;
        double listed_size = 0.0;
        for (const auto& [x, edge, weight] : row_) {
            (weight > 0.0 ? sums.attracts : sums.repels) += std::abs(weight);
            if (weight > sums.best_weight) {
                sums.best_weight = weight;
                sums.best_friend = x;
            }
            if (std::abs(weight) > sums.largest)
                sums.second = std::exchange(sums.largest, std::abs(weight));
            else
                sums.second = std::max(sums.second, std::abs(weight));
            if (missing_ != 0.0) listed_size += graph_.size(x);
        }
        // Summed without the best neighbour instead of subtracted: cancellation would lose small weights.
        for (const auto& [x, edge, weight] : row_) {
            if (x != sums.best_friend) sums.others += std::abs(weight);
        }
        if (missing_ != 0.0) {
            const double rest = std::max(0.0, graph_.total_size() - graph_.size(u) - listed_size);
            const double unlisted = std::abs(missing_) * graph_.size(u) * rest;
            (missing_ > 0.0 ? sums.attracts : sums.repels) += unlisted;
            sums.others += unlisted;
        }
        sums_[u] = sums;
    }

    /// Returns whether any weight was raised.
    bool clamp(Node u) {
        const double attracts = sums_[u].attracts;
        bool is_any = false;
        for (const auto& [v, edge, weight] : row_) {
            if (weight >= -attracts) continue;
            step_.steps.push_back({Kind::clamped, u, v});
            offset_ += weight + attracts;
            graph_.set_weight(edge, -attracts);
            counts_.add(Rule::clamp);
            changed(v);
            is_any = true;
        }
        return is_any;
    }

    void merge(Node u, Node v, Rule rule) {
        counts_.add(rule);
        const Node n_moved = std::min(graph_.degree(u), graph_.degree(v));
        const Node stays = graph_.merge(u, v, common_);
        const Node goes = stays == u ? v : u;
        step_.steps.push_back({Kind::merged, goes, stays});
        // An upper bound until the node is checked.
        Sums& sums = sums_[stays];
        sums.attracts += sums_[goes].attracts;
        sums.repels += sums_[goes].repels;
        sums.largest += sums_[goes].largest;
        sums.second = sums.largest;
        changed(stays, n_moved);
        for (const Node x : common_) changed(x);
    }

    /// Finds a neighbour to merge with; `row_` holds the neighbours.
    void try_pairs(Node u) {
        for (std::size_t a = 0; a < row_.size(); ++a) place_in_row_[row_[a].node] = static_cast<Node>(a);
        std::optional<std::pair<Node, Rule>> found;
        for (const auto& [v, edge, weight] : row_) {
            if (weight <= 0.0) continue;
            const auto rule = rule_for(u, v, weight);
            if (!rule) continue;
            found.emplace(v, *rule);
            break;
        }
        for (const auto& [x, edge, weight] : row_) place_in_row_[x] = -1;
        if (found) merge(u, found->first, found->second);
    }

    /// The largest absolute weight between a third node and u or v, if it matters: `triangle` improves the entry of one
    /// third node.
    double largest_third(Node u, Node v, double weight) const {
        if (!rules_.has(Rule::triangle)) return 0.0;
        const auto largest_other = [&](const Sums& s) { return s.largest > weight ? s.largest : s.second; };
        return std::max(largest_other(sums_[u]), largest_other(sums_[v]));
    }

    /// Whether a rule for pairs can apply, given lower bounds on its sums. In a triangle, x recovers at most twice its
    /// larger weight (once if it is elsewhere, three times if it leaves too). The mixture of `twins` can serve at most
    /// one of the cases A and B (its entries there have opposite signs), so the other case needs a move of u or v.
    static bool may_fire(const Bounds& bounds, double weight, double third) {
        if (bounds[alike] <= weight || bounds[both_leave] <= weight + 3.0 * third) return true;
        const double available = weight + 2.0 * third;
        const bool can_u = bounds[u_moves] <= available, can_v = bounds[v_moves] <= available;
        if (!(can_u && can_v) && !((can_u || can_v) && bounds[alike] <= available)) return false;
        return *std::min_element(bounds.begin(), bounds.end()) <= weight + third;
    }

    /// Lower bounds on the sums of largest entries, without visiting neighbours.
    Bounds min_bounds(Node u, Node v, double weight) const {
        const Sums &a = sums_[u], &b = sums_[v];
        return {a.attracts + a.repels - weight, b.attracts + b.repels - weight,
                std::max(a.attracts, b.attracts) - weight,
                0.5 * (std::abs(a.attracts - b.attracts) + std::abs(a.repels - b.repels))};
    }

    /// The rule that merges u (with its neighbours in `row_`) and v, if any.
    std::optional<Rule> rule_for(Node u, Node v, double weight) {
        const double third = largest_third(u, v, weight);
        if (!may_fire(min_bounds(u, v, weight), weight, third)) return std::nullopt;
        Bounds bounds{};
        const auto add = [&](double p, double q) {
            const Entries entry(p, q);
            for (std::size_t k = 0; k < n_mixtures; ++k) bounds[k] += entry.largest(k);
            return may_fire(bounds, weight, third);
        };
        const double size_u = graph_.size(u), size_v = graph_.size(v);
        double rest = graph_.total_size() - size_u - size_v;
        graph_.sweep(v);
        is_common_.assign(row_.size(), 0);
        triangle_.clear();
        for (Node at = 0; at < graph_.degree(v); ++at) {
            const auto [y, edge, q] = graph_.neighbor(v, at);
            if (y == u) continue;
            const Node place = place_in_row_[y];
            if (place >= 0) {
                is_common_[place] = 1;
                triangle_.push_back({y, row_[place].weight, q});
            }
            if (!add(place >= 0 ? row_[place].weight : missing_ * (size_u * graph_.size(y)), q)) return std::nullopt;
            rest -= graph_.size(y);
        }
        for (std::size_t a = 0; a < row_.size(); ++a) {
            const Node y = row_[a].node;
            if (y == v || is_common_[a]) continue;
            if (!add(row_[a].weight, missing_ * (size_v * graph_.size(y)))) return std::nullopt;
            rest -= graph_.size(y);
        }
        if (missing_ != 0.0 && rest > 0.0) add(missing_ * (size_u * rest), missing_ * (size_v * rest));

        for (std::size_t k = 0; k < n_mixtures; ++k) {
            if (bounds[k] <= weight && rules_.has(mixture_rules[k])) return mixture_rules[k];
        }
        if (rules_.has(Rule::triangle)) {
            for (const Third& third : triangle_) {
                if (is_triangle(third, bounds, weight)) return Rule::triangle;
            }
        }
        return std::nullopt;
    }

    /// A common neighbour x, with p = W_ux and q = W_vx.
    struct Third {
        Node x;
        double p, q;
    };

    bool is_triangle(const Third& third, const Bounds& bounds, double weight) const {
        const auto& [x, p, q] = third;
        const Entries entry(p, q);
        bool in_a = false, in_b = false, elsewhere = false;
        for (std::size_t k = 0; k < n_mixtures; ++k) {
            const double others = bounds[k] - entry.largest(k);
            in_a |= others + entry.in_a[k] <= weight;
            in_b |= others + entry.in_b[k] <= weight;
            elsewhere |= others <= weight;
        }
        const double leaves =
            bounds[both_leave] - entry.largest(both_leave) + (sums_[x].attracts - std::max(p, 0.0) - std::max(q, 0.0));
        in_a |= leaves <= weight + q;
        in_b |= leaves <= weight + p;
        elsewhere |= leaves <= weight + p + q;
        return in_a && in_b && elsewhere;
    }

    MergingGraph graph_;
    const Rules& rules_;
    RuleCounts& counts_;
    const double missing_;
    bool tries_pairs_ = false;
    Merge step_{};
    double offset_ = 0.0;

    std::vector<Sums> sums_;
    std::vector<Node> n_changes_;  // since the node was last checked
    std::deque<Node> queue_;
    std::vector<char> is_queued_;

    std::vector<Neighbor> row_;
    std::vector<Node> place_in_row_;
    std::vector<char> is_common_;
    std::vector<Third> triangle_;
    std::vector<Node> common_;
};

}  // namespace

std::optional<Reduced<Merge>> merge(const Graph& graph, const Rules& rules, RuleCounts& counts, const Poll& poll) {
    if (graph.n_edges() >= std::numeric_limits<std::uint32_t>::max()) return std::nullopt;  // too many edges to number
    Merger merger(graph, rules, counts, poll);
    merger.work(poll);
    return merger.result(poll);
}

Labels Merge::lift(std::span<const Node> labels, bool& is_exact) const {
    Labels lifted(place.size(), -1);
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (place[i] >= 0) lifted[i] = labels[place[i]];
    }
    Node n_labels = n_kernel;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        Node& label = lifted[step->node];
        if (step->kind == Kind::merged) {
            label = lifted[step->s];
        } else if (label == lifted[step->s]) {
            label = n_labels++;
            is_exact = false;
        }
    }
    // By first appearance, from numbers that may exceed that of the nodes.
    std::vector<Node> name(static_cast<std::size_t>(n_labels), -1);
    Node n_names = 0;
    for (Node& label : lifted) {
        if (name[label] < 0) name[label] = n_names++;
        label = name[label];
    }
    return lifted;
}

Labels Merge::project(std::span<const Node> labels) const {
    std::vector<Node> into(place);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        if (step->kind == Kind::merged) into[step->node] = into[step->s];
    }
    // Boyer-Moore majority vote: a label of more than half of the merged nodes wins.
    Labels projected(static_cast<std::size_t>(n_kernel), 0);
    std::vector<Node> lead(static_cast<std::size_t>(n_kernel), 0);
    for (std::size_t i = 0; i < into.size(); ++i) {
        if (into[i] < 0) continue;
        Node& votes = lead[into[i]];
        if (votes == 0) projected[into[i]] = labels[i];
        votes += projected[into[i]] == labels[i] ? 1 : -1;
    }
    std::vector<Node> name(place.size(), -1);
    Node n_names = 0;
    for (Node& label : projected) {
        if (name[label] < 0) name[label] = n_names++;
        label = name[label];
    }
    return projected;
}

}  // namespace frenemy
