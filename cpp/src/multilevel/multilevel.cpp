#include "frenemy/multilevel/multilevel.hpp"

#include <numeric>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/contraction.hpp"
#include "frenemy/moves/local_moves.hpp"
#include "frenemy/multilevel/refinement.hpp"

namespace frenemy {

namespace {

// Visits per node before refined clusters are moved.
constexpr std::int64_t visits_per_node = 32;
// The same where nodes only join: more brings little, since they may move again at the end.
constexpr std::int64_t visits_of_joining = 8;
// Levels usually halve. This limit is for adversarial problems that shrink by a node at a time.
constexpr int max_levels = 100;

/// Local moves to convergence, or until nodes seem to chase each other from cluster to cluster. Along a path of rising
/// weights they do so for the length of the path; moving refined clusters ends that, but none form while all nodes move
/// in line. A final round in random order breaks the line.
bool move_nodes(LocalMoves& moves, Rng& rng, Run& run) {
    if (!moves.converge(run, visits_per_node)) return false;
    if (moves.n_queued() == 0) return true;
    moves.shuffle_queue(rng);
    return moves.converge(run, 1);
}

/// Moves refined clusters, recursively, until refinement finds only singletons.
void move_refined(const Graph& graph, LocalMoves& moves, int n_levels_left, Rng& rng, Run& run) {
    const Node n = graph.n_nodes();
    const RefinedPartition refined = refine(graph, moves.labels(), rng, run);
    if (refined.n_clusters == n || n_levels_left == 0) return;
    const auto small = contract_rows(graph, refined.labels, refined.n_clusters, run);
    if (!small) return;

    // A cluster takes the id of one of its nodes in the contracted problem, and keeps its id here.
    Labels start(static_cast<std::size_t>(refined.n_clusters));
    std::vector<Node> name_there(static_cast<std::size_t>(n), -1), name_here(start.size(), -1);
    for (Node i = 0; i < n; ++i) {
        Node& there = name_there[moves.label(i)];
        if (there < 0) {
            there = refined.labels[i];
            name_here[there] = moves.label(i);
        }
        start[refined.labels[i]] = there;
    }
    LocalMoves small_moves(*small, start);
    small_moves.push_unstable(run);
    if (move_nodes(small_moves, rng, run)) move_refined(*small, small_moves, n_levels_left - 1, rng, run);

    bool has_changed = false;
    for (Node p = 0; p < refined.n_clusters && !has_changed; ++p) has_changed = small_moves.label(p) != start[p];
    if (!has_changed) return;
    for (Node i = 0; i < n; ++i) {
        const Node to = small_moves.label(refined.labels[i]);
        if (to == start[refined.labels[i]]) continue;
        if (name_here[to] < 0) name_here[to] = moves.empty_cluster();
        moves.put(i, name_here[to]);
        moves.push_around(i);
    }
    moves.add_gain(small_moves.gain());
    move_nodes(moves, rng, run);
}

/// Bottom-up joining from singletons: nodes join, then the contracted clusters, until nothing changes.
Labels join_nodes(const Graph& graph, int n_levels_left, Run& run) {
    Labels labels(static_cast<std::size_t>(graph.n_nodes()));
    std::iota(labels.begin(), labels.end(), 0);
    LocalMoves moves(graph, labels);
    moves.push_all();
    moves.converge(run, visits_of_joining);
    labels = moves.labels();
    const Node n_clusters = make_contiguous(labels);
    if (n_clusters == graph.n_nodes() || n_levels_left == 0) return labels;
    const auto small = contract_rows(graph, labels, n_clusters, run);
    if (!small) return labels;
    const Labels joined = join_nodes(*small, n_levels_left - 1, run);
    for (Node& label : labels) label = joined[label];
    return labels;
}

void process_unstable(const Graph& graph, Labels& labels, std::int64_t max_visits, Run& run) {
    make_contiguous(labels);  // nearby ids share cache lines
    LocalMoves moves(graph, labels);
    moves.push_unstable(run);
    moves.converge(run, max_visits);
    labels = moves.labels();
}

}  // namespace

double multilevel_pass(const Graph& graph, Labels& labels, Rng& rng, Run& run) {
    LocalMoves moves(graph, labels);
    if (2 * moves.n_clusters() > graph.n_nodes()) {
        moves.push_all();
    } else {
        moves.push_unstable(run);
    }
    if (move_nodes(moves, rng, run)) move_refined(graph, moves, max_levels, rng, run);
    labels = moves.labels();
    return moves.gain();
}

double join_clusters(const Graph& graph, Labels& labels, Run& run) {
    const Node n_clusters = make_contiguous(labels);
    const auto small = contract_rows(graph, labels, n_clusters, run);
    if (!small) return graph.energy(labels);
    Labels joined = join_nodes(*small, max_levels, run);
    run_local_moves_briefly(*small, joined, run);
    for (Node& label : labels) label = joined[label];
    return small->energy(joined);
}

void run_local_moves(const Graph& graph, Labels& labels, Run& run) {
    process_unstable(graph, labels, LocalMoves::unlimited, run);
}

void run_local_moves_briefly(const Graph& graph, Labels& labels, Run& run) {
    process_unstable(graph, labels, visits_per_node, run);
}

}  // namespace frenemy
