#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frenemy/annealing/annealing_rows.hpp"

namespace frenemy {

/// Parallel Metropolis sweeps for large problems. Nodes are visited in batches of several chunks; a chunk sees the
/// moves of its own nodes at once and the other labels as they were when the batch began. So the result does not depend
/// on the number of threads, and few nodes read outdated labels.
class ParallelAnnealing {
  public:
    ParallelAnnealing(const Graph& graph, Labels& labels, double unit, Rng& rng, Run& run);

    /// False if the run expired.
    bool sweep(double temperature, Run& run);

  private:
    struct Chunk {
        Node begin, end;
        std::vector<Node> labels;  // labels of its nodes
        std::vector<Node> spare;   // ids of empty clusters reserved for this chunk
    };

    bool find_used(Run& run);
    void find_empty();
    void take_empty(Chunk& chunk);
    template <class IsOver>
    void visit_all(Chunk& chunk, double temperature, Rng rng, IsOver is_over) const;

    const AnnealingRows rows_;
    Labels& labels_;
    Rng& rng_;
    // For each worker a bit for each id: whether it had members when the sweep began; those of the first worker are all.
    std::vector<std::vector<std::uint64_t>> used_by_;
    std::size_t n_searched_ = 0;  // of these words, for empty ids
    std::vector<Node> empty_;     // the first ids that are, the smallest last
};

}  // namespace frenemy
