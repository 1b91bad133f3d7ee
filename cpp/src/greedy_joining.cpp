#include "frenemy/greedy_joining.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

#include "frenemy/clustering.hpp"
#include "frenemy/contraction.hpp"
#include "frenemy/joining.hpp"
#include "frenemy/largest_clusters.hpp"
#include "frenemy/max_tree.hpp"
#include "frenemy/watch.hpp"

namespace frenemy {

namespace {

/// Two clusters, or what has become of them since, and what they weighed to each other when this was noted.
struct Candidate {
    double weight;
    Node a, b;
};

/// Candidates by weight, the largest first. Those of the start are sorted, a stretch of similar weights at a time when
/// its turn comes; only what comes up later is kept in a heap, which stays small.
class Candidates {
  public:
    /// Notes all pairs that attract; false if the run expired. Equal weights keep the order of their notes: those of
    /// nodes with few edges first, as for them the pair says most about where they belong.
    bool note_all(const Graph& graph, Run& run) {
        Watch watch(run);
        const std::vector<Node> order = by_degree(graph);
        std::vector<Node> rank(order.size());
        for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<Node>(k);
        for (const Node i : order) {
            const auto [nodes, weights] = graph.neighbors(i);
            if (watch.is_over(static_cast<std::int64_t>(nodes.size()) + 1)) return false;
            const auto first = static_cast<std::ptrdiff_t>(noted_.size());
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                const Node j = nodes[k];
                double weight = weights[k];
                if (graph.missing() != 0.0) weight += graph.missing() * (graph.size(i) * graph.size(j));
                if (weight > 0.0 && rank[i] < rank[j]) noted_.push_back({weight, i, j});
            }
            const auto has_fewer = [&](const Candidate& x, const Candidate& y) { return rank[x.b] < rank[y.b]; };
            std::sort(noted_.begin() + first, noted_.end(), has_fewer);
        }
        return noted_.size() < least_to_group || group(watch);
    }

    void push(Candidate candidate) {
        heap_.push_back(candidate);
        std::push_heap(heap_.begin(), heap_.end(), is_after);
    }

    bool pop(Candidate& candidate) {
        if (next_ == sorted_) sort_next_group();
        if (heap_.empty() && next_ == noted_.size()) return false;
        if (heap_.empty() || (next_ < noted_.size() && heap_.front().weight < noted_[next_].weight)) {
            candidate = noted_[next_++];
        } else {
            candidate = heap_.front();
            std::pop_heap(heap_.begin(), heap_.end(), is_after);
            heap_.pop_back();
        }
        return true;
    }

  private:
    static constexpr std::size_t least_to_group = std::size_t{1} << 14;
    static constexpr std::size_t n_groups = std::size_t{1} << 16;

    static bool is_after(const Candidate& x, const Candidate& y) {
        if (x.weight != y.weight) return x.weight < y.weight;
        return x.a != y.a ? x.a > y.a : x.b > y.b;
    }

    static std::vector<Node> by_degree(const Graph& graph) {
        const auto& offsets = graph.offsets();
        std::int64_t most = 0;
        for (Node i = 0; i < graph.n_nodes(); ++i) most = std::max(most, offsets[i + 1] - offsets[i]);
        std::vector<Node> first(static_cast<std::size_t>(most) + 2, 0), order(offsets.size() - 1);
        for (Node i = 0; i < graph.n_nodes(); ++i) ++first[offsets[i + 1] - offsets[i] + 1];
        for (std::size_t d = 1; d < first.size(); ++d) first[d] += first[d - 1];
        for (Node i = 0; i < graph.n_nodes(); ++i) order[first[offsets[i + 1] - offsets[i]]++] = i;
        return order;
    }

    /// Exponent and first binary digits: numbers above zero are ordered as their bits are.
    static std::size_t group_of(double weight) {
        return n_groups - 1 - static_cast<std::size_t>(std::bit_cast<std::uint64_t>(weight) >> 47);
    }

    bool group(Watch& watch) {
        std::vector<std::size_t> first(n_groups + 1, 0);
        for (const Candidate& candidate : noted_) ++first[group_of(candidate.weight) + 1];
        for (std::size_t g = 0; g < n_groups; ++g) first[g + 1] += first[g];
        std::vector<Candidate> grouped(noted_.size());
        for (const Candidate& candidate : noted_) {
            if (watch.is_over(1)) return false;
            grouped[first[group_of(candidate.weight)]++] = candidate;
        }
        noted_ = std::move(grouped);
        is_grouped_ = true;
        return true;
    }

    void sort_next_group() {
        if (next_ == noted_.size()) return;
        const std::size_t group = group_of(noted_[next_].weight);
        while (sorted_ < noted_.size() && (!is_grouped_ || group_of(noted_[sorted_].weight) == group)) ++sorted_;
        const auto at = [&](std::size_t k) { return noted_.begin() + static_cast<std::ptrdiff_t>(k); };
        const auto is_heavier = [](const Candidate& x, const Candidate& y) { return x.weight > y.weight; };
        if (!std::is_sorted(at(next_), at(sorted_), is_heavier)) std::stable_sort(at(next_), at(sorted_), is_heavier);
    }

    std::vector<Candidate> noted_;
    std::size_t next_ = 0, sorted_ = 0;
    bool is_grouped_ = false;
    std::vector<Candidate> heap_;
};

/// Where unlisted pairs do not attract.
///
/// Always true: every two clusters that attract each other have a candidate that weighs at least what they do. A join can
/// only lower what a third cluster weighs to the two, unless both attract it. Only that asks for a new candidate, and as it
/// makes one stored pair out of two, there are never more than twice as many candidates as edges. A candidate that comes
/// up is weighed again: if its weight has fallen, it waits for its turn; if it has risen, there is another one.
void join_listed(const Graph& graph, Joining& joining, Run& run) {
    Candidates candidates;
    if (!candidates.note_all(graph, run)) return;
    Watch watch(run);
    Candidate top;
    while (joining.n_clusters() > 1 && !watch.is_over(1) && candidates.pop(top)) {
        const Node a = joining.find(top.a), b = joining.find(top.b);
        if (a == b) continue;
        const double weight = joining.weight(a, b);
        if (weight < top.weight && weight > 0.0) candidates.push({weight, a, b});
        if (weight != top.weight) continue;
        if (watch.is_over(joining.work(a, b))) return;
        joining.join(a, b, [&](Node c, double before, double after) {
            if (after > 0.0 && after > before) candidates.push({after, a, c});
        });
    }
}

/// Where unlisted pairs attract. A join then raises what the joined cluster weighs to all others; but it is looked at
/// afterwards, and its own best then covers all its pairs.
///
/// Always true: of every two clusters, at least one has a best that weighs no less than they do to each other. So the
/// largest best, if it is still what it was when it was found, is that of the two clusters that attract each other most.
class JoinAny {
  public:
    JoinAny(const Graph& graph, Joining& joining, Run& run)
        : missing_(graph.missing()),
          joining_(joining),
          watch_(run),
          best_(static_cast<std::size_t>(joining.n_nodes())),
          most_excess_(best_.size(), std::numeric_limits<double>::infinity()) {
        const std::vector<Node> nobody(best_.size(), 0);
        without_edges_.reset(joining.sizes(), nobody);
        with_edges_.reset(joining.sizes(), nobody);
        for (Node a = 0; a < joining.n_nodes(); ++a) {
            weights_.push(MaxTree::none);
            note_size(a, 1);
        }
    }

    void run() {
        for (Node a = 0; a < joining_.n_nodes(); ++a) {
            if (!look(a)) return;
        }
        while (joining_.n_clusters() > 1 && weights_.top() > 0.0) {
            const Node x = weights_.top_place(), y = best_[x];
            const bool is_as_found = joining_.find(y) == y && joining_.weight(x, y) == weights_.top();
            if (!(is_as_found ? join(x, y) : look(x))) return;
        }
    }

  private:
    /// Both are false if the run expired.
    bool join(Node x, Node y) {
        if (watch_.is_over(joining_.work(x, y))) return false;
        double most = std::max(most_excess_[x], most_excess_[y]);
        const Node a = joining_.join(x, y, [&](Node c, double, double) { met_.push_back(c); });
        for (const Node c : met_) {
            const double excess = *joining_.excess(a, c);
            most_excess_[c] = std::max(most_excess_[c], excess);
            most = std::max(most, excess);
        }
        met_.clear();
        most_excess_[a] = most;
        const Node gone = a == x ? y : x;
        note_size(gone, 0);
        note_size(a, 1);
        weights_.set(gone, MaxTree::none);
        return look(a);
    }

    void note_size(Node a, Node n_members) {
        const bool has_edges = joining_.length(a) > 0;
        without_edges_.set(a, joining_.sizes()[a], has_edges ? 0 : n_members);
        with_edges_.set(a, joining_.sizes()[a], has_edges ? n_members : 0);
    }

    /// Finds whom a is drawn to most: the largest of those it shares no edge with, or one of the others, which are
    /// looked at only if one of them can be.
    bool look(Node a) {
        if (watch_.is_over(1)) return false;
        const double pull = missing_ * joining_.sizes()[a];
        const auto shares_edge = [&](Node c) { return joining_.excess(a, c) != nullptr; };
        const auto never = [](Node) { return false; };
        best_[a] = without_edges_.best_but(a, never, pull, MaxTree::none);
        double most = best_[a] < 0 ? MaxTree::none : joining_.total(a, best_[a], 0.0);
        if (const Node c = with_edges_.best_but(a, shares_edge, pull, most); c >= 0) {
            best_[a] = c;
            most = joining_.total(a, c, 0.0);
        }
        const Node any = with_edges_.best_but(a, never, pull, MaxTree::none);
        if (any >= 0 && joining_.total(a, any, most_excess_[a]) >= most) {
            if (watch_.is_over(joining_.length(a))) return false;
            most_excess_[a] = MaxTree::none;
            joining_.for_each_other(a, [&](Node c, double excess) {
                most_excess_[a] = std::max(most_excess_[a], excess);
                const double weight = joining_.total(a, c, excess);
                if (weight < most || (weight == most && c >= best_[a])) return;
                most = weight;
                best_[a] = c;
            });
        }
        weights_.set(a, most);
        return true;
    }

    const double missing_;
    Joining& joining_;
    Watch watch_;
    // Apart, as a large cluster would else pass over all it shares edges with to find one that it does not.
    LargestClusters without_edges_, with_edges_;
    MaxTree weights_;  // of clusters to the best others, as they were when those were found
    std::vector<Node> best_;
    std::vector<double> most_excess_;  // of the edges that a cluster shares with another one, at most
    std::vector<Node> met_;
};

Labels join_nodes(const Graph& graph, Run& run) {
    // If nothing repels, the end is known, and getting there step by step may take long.
    if (graph.missing() > 0.0 && graph.repelling_weight() == 0.0) return Labels(graph.offsets().size() - 1, 0);
    Joining joining(graph);
    if (joining.build(run)) {
        if (graph.missing() > 0.0) {
            JoinAny(graph, joining, run).run();
        } else {
            join_listed(graph, joining, run);
        }
    }
    return joining.labels();
}

/// The joins of clusters are those of the nodes of the contracted problem.
Labels join_clusters(const Graph& graph, const Labels& start, Node n_clusters, Run& run) {
    struct Expired {};
    const auto poll = [&] {
        if (run.expired()) throw Expired{};
    };
    Labels joined = start;
    try {
        const Graph contracted = contract(graph, start, n_clusters, poll);
        const Labels of_clusters = join_nodes(contracted, run);
        for (Node& label : joined) label = of_clusters[label];
    } catch (const Expired&) {
        // Nothing has been joined yet.
    }
    return joined;
}

}  // namespace

Labels join_greedily(const Graph& graph, Labels start, Run& run) {
    const Node n_clusters = make_contiguous(start);
    const bool is_from_nodes = n_clusters <= 1 || n_clusters == graph.n_nodes();
    Labels joined = is_from_nodes ? join_nodes(graph, run) : join_clusters(graph, start, n_clusters, run);
    const double before = n_clusters <= 1 ? 0.0 : graph.energy(start);
    return graph.energy(joined) <= before ? joined : start;
}

}  // namespace frenemy
