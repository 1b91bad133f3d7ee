#include "frenemy/lifted/lifted_passes.hpp"

#include <numeric>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/expiry_check.hpp"
#include "frenemy/lifted/lifted_border_moves.hpp"
#include "frenemy/lifted/lifted_moves.hpp"
#include "frenemy/multilevel/refinement.hpp"

namespace frenemy {

namespace {

/// Every cluster split into connected subclusters: in random order, each node that is still alone joins the subcluster
/// of its own cluster that it touches and that attracts it most, if any does.
RefinedPartition refine_lifted(const LiftedGraph& graph, const Labels& labels, Rng& rng, Run& run) {
    const auto n = static_cast<std::size_t>(graph.n_nodes());
    RefinedPartition refined{Labels(n), 0};
    std::iota(refined.labels.begin(), refined.labels.end(), Node{0});
    std::vector<Node> order = refined.labels;
    rng.shuffle(std::span(order));
    std::vector<char> has_company(n, 0);
    std::vector<double> attraction(n, 0.0);
    ExpiryCheck expiry(run);
    for (const Node i : order) {
        if (has_company[i]) continue;
        const auto [nodes, weights] = graph.pairs.neighbors(i);
        if (expiry.is_over(static_cast<std::int64_t>(nodes.size()) + 1)) break;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            if (labels[nodes[k]] == labels[i]) attraction[refined.labels[nodes[k]]] += weights[k];
        }
        Node best = i;
        double most = 0.0;
        for (const Node j : graph.base.neighbors(i).nodes) {
            const Node to = refined.labels[j];
            if (labels[j] != labels[i] || !(attraction[to] > most)) continue;
            best = to;
            most = attraction[to];
        }
        for (const Node j : nodes) attraction[refined.labels[j]] = 0.0;
        if (best == i) continue;
        refined.labels[i] = best;
        has_company[i] = has_company[best] = 1;
    }
    refined.n_clusters = make_contiguous(refined.labels);
    return refined;
}

/// The labels of a problem whose clusters are the nodes of another one.
Labels lifted_labels(const Labels& small, std::span<const Node> node_of) {
    Labels labels(node_of.size());
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = small[node_of[i]];
    return labels;
}

/// A labelling of the contracted nodes: the cluster in which each of them is.
Labels contracted_labels(const Labels& labels, const RefinedPartition& refined) {
    Labels small(static_cast<std::size_t>(refined.n_clusters), -1), renamed(labels.size(), -1);
    Node k = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        Node& name = renamed[labels[i]];
        if (name < 0) name = k++;
        small[refined.labels[i]] = name;
    }
    return small;
}

}  // namespace

Labels lifted_pass(const LiftedGraph& graph, Labels labels, Rng& rng, Run& run, std::span<const char> is_first) {
    labels = moved_lifted(graph, std::move(labels), rng, run, is_first);
    const RefinedPartition refined = refine_lifted(graph, labels, rng, run);
    if (refined.n_clusters == graph.n_nodes()) return labels;
    const auto small = contract_lifted(graph, refined.labels, refined.n_clusters, run);
    if (!small) return labels;
    const Labels start = contracted_labels(labels, refined);
    const Labels found = lifted_pass(small->graph(), start, rng, run);
    LiftedMoves moves(graph, lifted_labels(found, refined.labels));
    moves.push_borders();
    moves.converge(run);
    return contiguous(moves.labels());
}

Labels lifted_pass_of_clusters(const LiftedGraph& graph, Labels labels, Rng& rng, Run& run) {
    const Node n_clusters = make_contiguous(labels);
    if (n_clusters == graph.n_nodes()) return lifted_pass(graph, std::move(labels), rng, run);
    const auto small = contract_lifted(graph, labels, n_clusters, run);
    if (!small) return labels;
    Labels alone(static_cast<std::size_t>(n_clusters));
    std::iota(alone.begin(), alone.end(), Node{0});
    return contiguous(lifted_labels(lifted_pass(small->graph(), std::move(alone), rng, run), labels));
}

LiftedCandidate fuse_lifted(const LiftedGraph& graph, const LiftedCandidate& a, const LiftedCandidate& b,
                            std::int64_t patience, Rng& rng, Run& run) {
    const LiftedCandidate& better = b.energy < a.energy ? b : a;
    RefinedPartition refined = overlay(a.labels, b.labels);
    refined.labels = connected_labels(graph, refined.labels);
    refined.n_clusters = make_contiguous(refined.labels);
    const auto small = contract_lifted(graph, refined.labels, refined.n_clusters, run);
    if (!small) return better;
    Labels mixed = lifted_pass(small->graph(), contracted_labels(better.labels, refined), rng, run);
    LiftedBorderMoves borders(small->graph(), std::move(mixed));
    borders.sweep(patience, run);
    Labels labels = moved_lifted(graph, lifted_labels(borders.labels(), refined.labels), rng, run);
    const double energy = graph.pairs.energy(labels);
    if (!(energy < better.energy)) return better;
    return {std::move(labels), energy};
}

}  // namespace frenemy
