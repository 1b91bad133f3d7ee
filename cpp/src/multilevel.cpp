#include "frenemy/multilevel.hpp"

#include <numeric>

#include "frenemy/clustering.hpp"
#include "frenemy/contraction.hpp"
#include "frenemy/local_moves.hpp"
#include "frenemy/parts.hpp"

namespace frenemy {

namespace {

// Visits of a node before it is time to move parts.
constexpr std::int64_t visits_per_node = 32;
// The same where whole nodes only join: more brings little, as they may move again at the end.
constexpr std::int64_t visits_of_joining = 8;
// Levels shrink by a half or so. This is for problems made to shrink by a node at a time.
constexpr int most_levels = 100;

/// Moves single nodes until none wants to, or for so long that they must be chasing each other from cluster to cluster.
/// Along a path of rising weights they do so for as long as it is, and parts that move together end it soon; but there
/// are none yet if all walk in line, each into the place of the one before. In random order they catch each other.
bool settle(LocalMoves& moves, Rng& rng, Run& run) {
    if (!moves.settle(run, visits_per_node)) return false;
    if (moves.n_queued() == 0) return true;
    moves.shuffle_queue(rng);
    return moves.settle(run, 1);
}

/// Moves parts of the clusters, and parts of parts, until nothing more holds together.
void move_parts(const Graph& graph, LocalMoves& moves, int n_levels_left, Rng& rng, Run& run) {
    const Node n = graph.n_nodes();
    const Parts parts = split_into_parts(graph, moves.labels(), rng, run);
    if (parts.n_parts == n || n_levels_left == 0) return;
    const auto small = contract_rows(graph, parts.of, parts.n_parts, run);
    if (!small) return;

    // A cluster is named after one of its parts there, and keeps its name here.
    Labels start(static_cast<std::size_t>(parts.n_parts));
    std::vector<Node> name_there(static_cast<std::size_t>(n), -1), name_here(start.size(), -1);
    for (Node i = 0; i < n; ++i) {
        Node& there = name_there[moves.label(i)];
        if (there < 0) {
            there = parts.of[i];
            name_here[there] = moves.label(i);
        }
        start[parts.of[i]] = there;
    }
    LocalMoves small_moves(*small, start);
    small_moves.push_all();
    if (settle(small_moves, rng, run)) move_parts(*small, small_moves, n_levels_left - 1, rng, run);

    bool has_changed = false;
    for (Node p = 0; p < parts.n_parts && !has_changed; ++p) has_changed = small_moves.label(p) != start[p];
    if (!has_changed) return;
    for (Node i = 0; i < n; ++i) {
        const Node to = small_moves.label(parts.of[i]);
        if (to == start[parts.of[i]]) continue;
        if (name_here[to] < 0) name_here[to] = moves.empty_cluster();
        moves.put(i, name_here[to]);
        moves.push_around(i);
    }
    moves.add_gain(small_moves.gain());
    settle(moves, rng, run);
}

/// From every node alone: nodes join, then what they have become, until nothing more does.
Labels join_nodes(const Graph& graph, int n_levels_left, Run& run) {
    Labels labels(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(labels.begin(), labels.end(), 0);
    LocalMoves moves(graph, labels);
    moves.push_all();
    moves.settle(run, visits_of_joining);
    labels = moves.labels();
    const Node n_clusters = make_contiguous(labels);
    if (n_clusters == graph.n_nodes() || n_levels_left == 0) return labels;
    const auto small = contract_rows(graph, labels, n_clusters, run);
    if (!small) return labels;
    const Labels joined = join_nodes(*small, n_levels_left - 1, run);
    for (Node& label : labels) label = joined[label];
    return labels;
}

void settle_unsettled(const Graph& graph, Labels& labels, std::int64_t most_visits, Run& run) {
    make_contiguous(labels);  // ids close together are found in the cache
    LocalMoves moves(graph, labels);
    moves.push_unsettled(run);
    moves.settle(run, most_visits);
    labels = moves.labels();
}

}  // namespace

double multilevel_pass(const Graph& graph, Labels& labels, Rng& rng, Run& run) {
    LocalMoves moves(graph, labels);
    if (2 * moves.n_clusters() > graph.n_nodes()) {
        moves.push_all();
    } else {
        moves.push_unsettled(run);
    }
    if (settle(moves, rng, run)) move_parts(graph, moves, most_levels, rng, run);
    labels = moves.labels();
    return moves.gain();
}

double join_clusters(const Graph& graph, Labels& labels, Run& run) {
    const Node n_clusters = make_contiguous(labels);
    const auto small = contract_rows(graph, labels, n_clusters, run);
    if (!small) return graph.energy(labels);
    Labels joined = join_nodes(*small, most_levels, run);
    settle_nodes_soon(*small, joined, run);
    for (Node& label : labels) label = joined[label];
    return small->energy(joined);
}

void settle_nodes(const Graph& graph, Labels& labels, Run& run) {
    settle_unsettled(graph, labels, LocalMoves::unlimited, run);
}

void settle_nodes_soon(const Graph& graph, Labels& labels, Run& run) {
    settle_unsettled(graph, labels, visits_per_node, run);
}

}  // namespace frenemy
