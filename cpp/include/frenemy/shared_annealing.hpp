#pragma once

#include "frenemy/annealing_rows.hpp"

namespace frenemy {

/// Sweeps for large problems that threads can share. Nodes are visited in batches of several chunks; a chunk sees the
/// moves of its own nodes at once and those of the other chunks as they were when the batch began. So what comes out
/// does not depend on who does which chunk, and few nodes look at labels that are out of date. Batches and chunks are
/// the same for any number of threads.
class SharedAnnealing {
  public:
    SharedAnnealing(const Graph& graph, Labels& labels, double unit, Rng& rng, Run& run);

    /// False if the run expired.
    bool sweep(double temperature, Run& run);

  private:
    struct Chunk {
        Node begin, end;
        std::vector<Node> labels;  // of its nodes
        std::vector<Node> spare;   // ids without members that nobody else may use
    };

    void find_empty();
    void take_empty(Chunk& chunk);
    template <class IsOver>
    void visit_all(Chunk& chunk, double temperature, Rng rng, IsOver is_over) const;

    const AnnealingRows rows_;
    Labels& labels_;
    Rng& rng_;
    std::vector<Node> empty_;  // ids without members when the sweep began
};

}  // namespace frenemy
