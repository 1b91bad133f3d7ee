#include "frenemy/constraints/apart_repair.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "frenemy/core/attracting_components.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/core/grace_period.hpp"
#include "frenemy/hashing/flat_table.hpp"
#include "frenemy/structures/weighted_pair.hpp"

namespace frenemy {

namespace {

constexpr int max_move_rounds = 4;

/// Lists of numbers that can be concatenated in constant time.
class Chains {
  public:
    Chains(std::size_t n_lists, std::size_t n_entries) : ends_(n_lists), values_(n_entries), next_(n_entries, -1) {}

    Node length(Node list) const { return ends_[list].length; }

    /// Each entry can be used once.
    void push_back(Node list, std::size_t entry, Node value) {
        values_[entry] = value;
        link(ends_[list], {static_cast<std::int64_t>(entry), static_cast<std::int64_t>(entry), 1});
    }

    void append(Node to, Node from) {
        if (ends_[from].length > 0) link(ends_[to], std::exchange(ends_[from], {}));
    }

    template <class Predicate>
    bool any_of(Node list, Predicate is_it) const {
        for (auto entry = ends_[list].first; entry >= 0; entry = next_[entry]) {
            if (is_it(values_[entry])) return true;
        }
        return false;
    }

    template <class Function>
    void for_each(Node list, Function look_at) const {
        any_of(list, [&](Node value) {
            look_at(value);
            return false;
        });
    }

  private:
    struct Ends {
        std::int64_t first = -1, last = -1;
        Node length = 0;
    };

    void link(Ends& to, const Ends& from) {
        if (to.length == 0) {
            to = from;
            return;
        }
        next_[to.last] = from.first;
        to.last = from.last;
        to.length += from.length;
    }

    std::vector<Ends> ends_;
    std::vector<Node> values_;
    std::vector<std::int64_t> next_;
};

/// Joins nodes, given by their position in a list, into groups without violations. A join walks through the smaller
/// group.
class GroupJoiner {
  public:
    GroupJoiner(const Graph& graph, const Apart& apart, const std::vector<Node>& position, std::span<const Node> nodes)
        : graph_(graph),
          token_set_(apart.nodes.size()),
          tokens_(nodes.size(), apart.nodes.size()),
          forbidden_(nodes.size(), 2 * apart.u.size()) {
        parent_.resize(nodes.size());
        for (std::size_t k = 0; k < nodes.size(); ++k) parent_[k] = static_cast<Node>(k);
        for (const Node i : nodes) sizes_.push_back(graph.size(i));
        for (std::size_t k = 0; k < apart.nodes.size(); ++k) {
            const Node at = position[apart.nodes[k]];
            if (at < 0) continue;
            tokens_.push_back(at, k, apart.tokens[k]);
            if (tokens_.length(at) == max_compared + 1) enter(at);
            if (tokens_.length(at) > max_compared + 1) token_set_.insert(ordered_key(at, apart.tokens[k]));
        }
        for (std::size_t k = 0; k < apart.u.size(); ++k) {
            const Node a = position[apart.u[k]], b = position[apart.v[k]];
            if (a < 0 || b < 0) continue;
            forbidden_.push_back(a, 2 * k, b);
            forbidden_.push_back(b, 2 * k + 1, a);
        }
    }

    Node find(Node i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    /// Joins the groups of i and j if that is allowed and the pair outweighs the repelling unlisted pairs.
    void join(Node i, Node j, double excess) {
        Node a = find(i), b = find(j);
        if (a == b || excess + graph_.missing() * (sizes_[a] * sizes_[b]) <= 0.0) return;
        if (tokens_.length(a) + forbidden_.length(a) < tokens_.length(b) + forbidden_.length(b)) std::swap(a, b);
        if (tokens_.any_of(b, [&](Node token) { return has(a, token); })) return;
        // Both ends of a pair list each other, so checking one of the lists is enough.
        const auto [fewer, more] = forbidden_.length(a) < forbidden_.length(b) ? std::pair(a, b) : std::pair(b, a);
        if (forbidden_.any_of(fewer, [&](Node foe) { return find(foe) == more; })) return;
        const bool was_entered = tokens_.length(a) > max_compared;
        if (tokens_.length(b) > max_compared)
            tokens_.for_each(b, [&](Node token) { token_set_.erase(ordered_key(b, token)); });
        if (was_entered) tokens_.for_each(b, [&](Node token) { token_set_.insert(ordered_key(a, token)); });
        parent_[b] = a;
        sizes_[a] += sizes_[b];
        tokens_.append(a, b);
        forbidden_.append(a, b);
        if (!was_entered && tokens_.length(a) > max_compared) enter(a);
    }

  private:
    static constexpr Node max_compared = 8;  // more tokens of a group are looked up in the set

    bool has(Node group, Node token) const {
        if (tokens_.length(group) > max_compared) return token_set_.contains(ordered_key(group, token));
        return tokens_.any_of(group, [token](Node own) { return own == token; });
    }
    void enter(Node group) {
        tokens_.for_each(group, [&](Node token) { token_set_.insert(ordered_key(group, token)); });
    }

    const Graph& graph_;
    FlatSet token_set_;
    std::vector<Node> parent_;
    Chains tokens_, forbidden_;
    std::vector<double> sizes_;
};

/// The attracting pairs inside the clusters of `nodes`.
std::vector<WeightedPair> attracting_pairs(const Graph& graph, const Labels& labels, std::span<const Node> nodes,
                                           GracePeriod& grace) {
    std::vector<WeightedPair> pairs;
    for (const Node i : nodes) {
        const auto row = graph.neighbors(i);
        if (grace.is_over(1 + static_cast<std::int64_t>(row.nodes.size()))) return pairs;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (j < i || labels[j] != labels[i]) continue;
            const double weight = row.weights[a] + graph.missing() * (graph.size(i) * graph.size(j));
            if (weight > 0.0) pairs.push_back({weight, i, j});
        }
    }
    return pairs;
}

/// Dissolves the clusters of `nodes` and joins the nodes of each again, strongest pair first (Kruskal's order).
void join_again(const Graph& graph, Labels& labels, const Apart& apart, std::span<const Node> nodes,
                GracePeriod& grace) {
    std::vector<Node> position(labels.size(), -1);
    for (std::size_t k = 0; k < nodes.size(); ++k) position[nodes[k]] = static_cast<Node>(k);
    GroupJoiner joiner(graph, apart, position, nodes);
    auto pairs = attracting_pairs(graph, labels, nodes, grace);
    if (!grace.is_over(0)) pairs = heaviest_first(std::move(pairs));
    for (const auto& [weight, i, j] : pairs) {
        if (grace.is_over(4)) break;
        joiner.join(position[i], position[j], weight - graph.missing() * (graph.size(i) * graph.size(j)));
    }

    std::vector<Node> name_of_cluster(labels.size(), -1), name_of_group(nodes.size(), -1);
    Node k = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        Node& name = position[i] >= 0 ? name_of_group[joiner.find(position[i])] : name_of_cluster[labels[i]];
        if (name < 0) name = k++;
        labels[i] = name;
    }
}

/// Moves nodes to the cluster that attracts them most, among those they may join. Not a Clustering: the energy is not
/// needed, and computing it would cost more than the repair of a few clusters.
class AllowedMoves {
  public:
    AllowedMoves(const Graph& graph, Labels& labels, const Apart& apart)
        : graph_(graph),
          labels_(labels),
          tokens_(NodeLists::tokens(graph.n_nodes(), apart)),
          forbidden_(NodeLists::forbidden(graph.n_nodes(), apart)),
          token_set_(apart.nodes.size()),
          n_members_(labels.size(), 0),
          sizes_(labels.size(), 0.0),
          attraction_(labels.size(), 0.0),
          is_due_(labels.size(), 1) {
        for (Node i = 0; i < graph.n_nodes(); ++i) {
            ++n_members_[labels[i]];
            sizes_[labels[i]] += graph.size(i);
        }
        for (std::size_t k = 0; k < apart.nodes.size(); ++k) {
            token_set_.insert(ordered_key(labels[apart.nodes[k]], apart.tokens[k]));
        }
        for (auto cluster = static_cast<Node>(labels.size()); cluster-- > 0;) {
            if (n_members_[cluster] == 0) empty_.push_back(cluster);
        }
    }

    /// Returns whether any node has moved and time is left.
    bool round(std::span<const Node> nodes, GracePeriod& grace) {
        bool is_changed = false;
        for (const Node i : nodes) {
            if (!is_due_[i]) continue;
            is_due_[i] = 0;
            if (grace.is_over(1 + static_cast<std::int64_t>(graph_.neighbors(i).nodes.size()))) return false;
            const Node to = best_cluster(i);
            if (to == labels_[i]) continue;
            move(i, to);
            is_changed = true;
        }
        return is_changed;
    }

  private:
    double attraction_to(Node i, Node cluster) const {
        return attraction_[cluster] + graph_.missing() * graph_.size(i) * sizes_[cluster];
    }

    bool may_join(Node i, Node cluster) const {
        for (const Node token : tokens_[i]) {
            if (token_set_.contains(ordered_key(cluster, token))) return false;
        }
        for (const Node foe : forbidden_[i]) {
            if (labels_[foe] == cluster) return false;
        }
        return true;
    }

    Node best_cluster(Node i) {
        const auto row = graph_.neighbors(i);
        const Node home = labels_[i];
        for (std::size_t a = 0; a < row.nodes.size(); ++a) attraction_[labels_[row.nodes[a]]] += row.weights[a];
        const double own = attraction_to(i, home) - graph_.missing() * graph_.size(i) * graph_.size(i);
        const bool is_alone = n_members_[home] == 1;
        Node best = own < 0.0 && !is_alone ? empty_.back() : home;
        double best_attraction = std::max(own, 0.0);
        const auto consider = [&](Node cluster) {
            if (cluster == home || n_members_[cluster] == 0) return;
            const double all = attraction_to(i, cluster);
            if (all > best_attraction && may_join(i, cluster)) {
                best = cluster;
                best_attraction = all;
            }
        };
        if (graph_.missing() > 0.0) {
            for (Node cluster = 0; cluster < graph_.n_nodes(); ++cluster) consider(cluster);
        } else {
            for (const Node j : row.nodes) consider(labels_[j]);
        }
        for (const Node j : row.nodes) attraction_[labels_[j]] = 0.0;
        return best;
    }

    void move(Node i, Node to) {
        const Node from = labels_[i];
        for (const Node token : tokens_[i]) {
            token_set_.erase(ordered_key(from, token));
            token_set_.insert(ordered_key(to, token));
        }
        if (n_members_[to]++ == 0) empty_.pop_back();  // only the last empty id is ever used
        if (--n_members_[from] == 0) empty_.push_back(from);
        sizes_[from] -= graph_.size(i);
        sizes_[to] += graph_.size(i);
        labels_[i] = to;
        for (const Node j : graph_.neighbors(i).nodes) is_due_[j] = 1;
    }

    const Graph& graph_;
    Labels& labels_;
    NodeLists tokens_, forbidden_;
    FlatSet token_set_;
    std::vector<Node> n_members_;
    std::vector<double> sizes_, attraction_;
    std::vector<char> is_due_;  // something around the node has changed
    std::vector<Node> empty_;
};

}  // namespace

Labels keep_apart(const Graph& graph, Labels labels, const Apart& apart, Run& run) {
    make_contiguous(labels);
    auto is_violated = violated_clusters(labels, apart);
    if (is_violated.empty()) return labels;
    GracePeriod grace(run);
    // Not if all unlisted pairs attract, nor without time: joining the nodes again is more urgent.
    if (graph.missing() <= 0.0 && !run.expired()) {
        labels = attracting_components(graph, labels, is_violated);
        is_violated = violated_clusters(labels, apart);
        if (is_violated.empty()) return labels;
    }

    std::vector<Node> nodes;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        if (is_violated[labels[i]]) nodes.push_back(i);
    }
    join_again(graph, labels, apart, nodes, grace);
    if (!grace.is_over(0)) {
        AllowedMoves moves(graph, labels, apart);
        for (int round = 0; round < max_move_rounds && moves.round(nodes, grace); ++round) {
        }
    }
    make_contiguous(labels);
    return labels;
}

}  // namespace frenemy
