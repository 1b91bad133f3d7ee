#pragma once

#include <cstdint>
#include <span>

#include "frenemy/core/rng.hpp"
#include "frenemy/lifted/lifted_graph.hpp"

namespace frenemy {

/// A multilevel pass: local moves, a Leiden refinement that keeps its subclusters connected, the same on the contracted
/// problem, and local moves again on the way back. Labels are allowed; the energy does not rise. After Blondel et al.,
/// "Fast unfolding of communities" (2008), and Traag, Waltman & van Eck, "From Louvain to Leiden" (2019). With `is_first`,
/// the first local moves begin with the nodes that it marks.
Labels lifted_pass(const LiftedGraph& graph, Labels labels, Rng& rng, Run& run, std::span<const char> is_first = {});

/// The same with every cluster as one node, so that whole clusters move.
Labels lifted_pass_of_clusters(const LiftedGraph& graph, Labels labels, Rng& rng, Run& run);

/// A clustering and its energy.
struct LiftedCandidate {
    Labels labels;
    double energy;
};

/// The fusion of two allowed clusterings, at least as good as both: contracts the connected parts of their overlay,
/// improves the better one on the small problem, and lifts it. Beier, Andres, Köthe & Hamprecht, "An efficient fusion
/// move algorithm for the minimum cost lifted multicut problem" (2016), with a multilevel pass and Kernighan-Lin moves
/// for the small problem.
LiftedCandidate fuse_lifted(const LiftedGraph& graph, const LiftedCandidate& a, const LiftedCandidate& b,
                            std::int64_t patience, Rng& rng, Run& run);

}  // namespace frenemy
