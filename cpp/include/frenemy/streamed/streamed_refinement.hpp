#pragma once

#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/streamed/row_chunk.hpp"

namespace frenemy {

/// Leiden refinement (refinement.hpp) while the rows come by in node order: every node that is still alone joins the
/// subcluster of its own cluster that attracts it most, if any does.
class StreamedRefinement {
  public:
    /// Labels are any numbers in 0..n-1; with empty `sizes` every node has size 1.
    StreamedRefinement(Labels labels, std::vector<double> sizes, double missing);

    /// Visits a random half of the nodes, in turn 0 or 1. Without chance in the order, the same subclusters form again
    /// and again, and a second pass over a problem finds nothing.
    void join(const RowChunk& chunk, std::uint64_t seed, int turn);
    /// The subcluster of each node, numbered 0..k-1 by first appearance.
    Labels parts() const;

  private:
    Labels labels_;
    std::vector<double> sizes_;  // of nodes
    double missing_;
    Labels part_;
    std::vector<Node> n_members_;
    std::vector<double> part_sizes_;  // if missing is not 0
    std::vector<double> attraction_;  // all 0 between visits
};

}  // namespace frenemy
