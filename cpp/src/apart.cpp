#include "frenemy/apart.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "frenemy/attracted_parts.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/token_set.hpp"

namespace frenemy {

namespace {

constexpr int n_polish_rounds = 4;

/// For every node a list: its tokens, or the nodes it must be apart from.
struct Lists {
    std::vector<std::int64_t> offsets;
    std::vector<Node> values;

    explicit Lists(Node n) : offsets(static_cast<std::size_t>(n) + 1, 0) {}

    void count(Node i) { ++offsets[i + 1]; }
    void reserve() {
        for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
        values.resize(static_cast<std::size_t>(offsets.back()));
        next_.assign(offsets.begin(), offsets.end() - 1);
    }
    void add(Node i, Node value) { values[static_cast<std::size_t>(next_[i]++)] = value; }
    std::span<const Node> operator[](Node i) const {
        return std::span(values).subspan(static_cast<std::size_t>(offsets[i]),
                                         static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    }

  private:
    std::vector<std::int64_t> next_;
};

Lists tokens_of_nodes(Node n, const Apart& apart) {
    Lists lists(n);
    for (const Node i : apart.nodes) lists.count(i);
    lists.reserve();
    for (std::size_t k = 0; k < apart.nodes.size(); ++k) lists.add(apart.nodes[k], apart.tokens[k]);
    return lists;
}

Lists foes_of_nodes(Node n, const Apart& apart) {
    Lists lists(n);
    for (std::size_t k = 0; k < apart.u.size(); ++k) {
        lists.count(apart.u[k]);
        lists.count(apart.v[k]);
    }
    lists.reserve();
    for (std::size_t k = 0; k < apart.u.size(); ++k) {
        lists.add(apart.u[k], apart.v[k]);
        lists.add(apart.v[k], apart.u[k]);
    }
    return lists;
}

/// Whether each cluster holds something forbidden; empty if none does.
std::vector<char> violated_clusters(std::span<const Node> labels, const Apart& apart) {
    std::vector<char> is_violated(labels.size(), 0);
    for (std::size_t k = 0; k < apart.u.size(); ++k) {
        if (labels[apart.u[k]] == labels[apart.v[k]]) is_violated[labels[apart.u[k]]] = 1;
    }
    TokenSet tokens(apart.nodes.size());
    for (std::size_t k = 0; k < apart.nodes.size(); ++k) {
        const Node cluster = labels[apart.nodes[k]];
        if (!tokens.insert(cluster, apart.tokens[k])) is_violated[cluster] = 1;
    }
    if (std::find(is_violated.begin(), is_violated.end(), 1) == is_violated.end()) is_violated.clear();
    return is_violated;
}

/// Joins some nodes, by their position in a list, into groups that hold nothing forbidden. Lists are merged small into
/// large.
class Joiner {
  public:
    Joiner(const Graph& graph, const Apart& apart, const std::vector<Node>& position, std::span<const Node> nodes)
        : graph_(graph),
          token_set_(apart.nodes.size()),
          parent_(nodes.size()),
          tokens_(nodes.size()),
          foes_(nodes.size()) {
        std::iota(parent_.begin(), parent_.end(), 0);
        for (const Node i : nodes) sizes_.push_back(graph.size(i));
        for (std::size_t k = 0; k < apart.nodes.size(); ++k) {
            const Node at = position[apart.nodes[k]];
            if (at < 0) continue;
            tokens_[at].push_back(apart.tokens[k]);
            token_set_.insert(at, apart.tokens[k]);
        }
        for (std::size_t k = 0; k < apart.u.size(); ++k) {
            const Node a = position[apart.u[k]], b = position[apart.v[k]];
            if (a < 0 || b < 0) continue;
            foes_[a].push_back(b);
            foes_[b].push_back(a);
        }
    }

    Node find(Node i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    /// Joins the groups of i and j if that is allowed and the one pair outweighs what unlisted pairs repel.
    void join(Node i, Node j, double excess) {
        Node a = find(i), b = find(j);
        if (a == b || excess + graph_.missing() * (sizes_[a] * sizes_[b]) <= 0.0) return;
        if (tokens_[a].size() + foes_[a].size() < tokens_[b].size() + foes_[b].size()) std::swap(a, b);
        for (const Node token : tokens_[b]) {
            if (token_set_.has(a, token)) return;
        }
        // Both ends of a pair list each other, so one of the two lists is enough.
        const auto& fewer = foes_[a].size() < foes_[b].size() ? foes_[a] : foes_[b];
        const Node other = &fewer == &foes_[a] ? b : a;
        for (const Node foe : fewer) {
            if (find(foe) == other) return;
        }
        parent_[b] = a;
        sizes_[a] += sizes_[b];
        for (const Node token : tokens_[b]) {
            token_set_.erase(b, token);
            token_set_.insert(a, token);
        }
        append(tokens_[a], tokens_[b]);
        append(foes_[a], foes_[b]);
    }

  private:
    static void append(std::vector<Node>& to, std::vector<Node>& from) {
        to.insert(to.end(), from.begin(), from.end());
        from = {};
    }

    const Graph& graph_;
    TokenSet token_set_;
    std::vector<Node> parent_;
    std::vector<std::vector<Node>> tokens_, foes_;
    std::vector<double> sizes_;
};

/// Takes the clusters of `nodes` apart and joins the nodes of each anew, strongest pair first (Kruskal's order).
void join_anew(const Graph& graph, Labels& labels, const Apart& apart, std::span<const Node> nodes) {
    struct Pair {
        double weight;
        Node i, j;
        double excess;
    };
    std::vector<Pair> pairs;
    for (const Node i : nodes) {
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (j < i || labels[j] != labels[i]) continue;
            const double weight = row.weights[a] + graph.missing() * (graph.size(i) * graph.size(j));
            if (weight > 0.0) pairs.push_back({weight, i, j, row.weights[a]});
        }
    }
    std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
        if (a.weight != b.weight) return a.weight > b.weight;
        return a.i != b.i ? a.i < b.i : a.j < b.j;
    });
    std::vector<Node> position(labels.size(), -1);
    for (std::size_t k = 0; k < nodes.size(); ++k) position[nodes[k]] = static_cast<Node>(k);
    Joiner joiner(graph, apart, position, nodes);
    for (const Pair& pair : pairs) joiner.join(position[pair.i], position[pair.j], pair.excess);

    std::vector<Node> name_of_cluster(labels.size(), -1), name_of_group(nodes.size(), -1);
    Node k = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        Node& name = position[i] >= 0 ? name_of_group[joiner.find(position[i])] : name_of_cluster[labels[i]];
        if (name < 0) name = k++;
        labels[i] = name;
    }
}

/// Moves the nodes one by one to the cluster that attracts them most, of those that they may join. Not a Clustering: the
/// energy is not needed, and to sum it up would cost more than the repair of a few clusters.
class Polish {
  public:
    Polish(const Graph& graph, Labels& labels, const Apart& apart)
        : graph_(graph),
          labels_(labels),
          tokens_(tokens_of_nodes(graph.n_nodes(), apart)),
          foes_(foes_of_nodes(graph.n_nodes(), apart)),
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
            token_set_.insert(labels[apart.nodes[k]], apart.tokens[k]);
        }
        for (auto cluster = static_cast<Node>(labels.size()); cluster-- > 0;) {
            if (n_members_[cluster] == 0) empty_.push_back(cluster);
        }
    }

    /// Returns whether any node has moved.
    bool round(std::span<const Node> nodes) {
        bool is_changed = false;
        for (const Node i : nodes) {
            if (!is_due_[i]) continue;
            is_due_[i] = 0;
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
            if (token_set_.has(cluster, token)) return false;
        }
        for (const Node foe : foes_[i]) {
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
        double most = std::max(own, 0.0);
        const auto consider = [&](Node cluster) {
            if (cluster == home || n_members_[cluster] == 0) return;
            const double all = attraction_to(i, cluster);
            if (all > most && may_join(i, cluster)) {
                best = cluster;
                most = all;
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
            token_set_.erase(from, token);
            token_set_.insert(to, token);
        }
        if (n_members_[to]++ == 0) empty_.pop_back();  // only the last empty one is ever handed out
        if (--n_members_[from] == 0) empty_.push_back(from);
        sizes_[from] -= graph_.size(i);
        sizes_[to] += graph_.size(i);
        labels_[i] = to;
        for (const Node j : graph_.neighbors(i).nodes) is_due_[j] = 1;
    }

    const Graph& graph_;
    Labels& labels_;
    Lists tokens_, foes_;
    TokenSet token_set_;
    std::vector<Node> n_members_;
    std::vector<double> sizes_, attraction_;
    std::vector<char> is_due_;  // something around the node has changed
    std::vector<Node> empty_;
};

}  // namespace

bool is_kept_apart(std::span<const Node> labels, const Apart& apart) {
    return violated_clusters(labels, apart).empty();
}

Labels keep_apart(const Graph& graph, Labels labels, const Apart& apart) {
    make_contiguous(labels);
    auto is_violated = violated_clusters(labels, apart);
    if (is_violated.empty()) return labels;
    if (graph.missing() <= 0.0) {  // else every pair that is not listed attracts
        labels = attracted_parts(graph, labels, is_violated);
        is_violated = violated_clusters(labels, apart);
        if (is_violated.empty()) return labels;
    }

    std::vector<Node> nodes;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        if (is_violated[labels[i]]) nodes.push_back(i);
    }
    join_anew(graph, labels, apart, nodes);
    Polish polish(graph, labels, apart);
    for (int round = 0; round < n_polish_rounds && polish.round(nodes); ++round) {
    }
    make_contiguous(labels);
    return labels;
}

}  // namespace frenemy
