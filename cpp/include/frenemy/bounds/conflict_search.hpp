#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/bounds/conflicts.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/structures/shortest_paths.hpp"

namespace frenemy {

/// Finds conflicts of low total price: the cheapest conflict with a given repelling pair is a shortest path of
/// attracting pairs between its ends. Chopra & Rao, "The partition problem" (1993).
class ConflictSearch {
  public:
    explicit ConflictSearch(Conflicts& conflicts);

    /// Adds to `found` the cheapest conflict of every repelling pair if it costs less than `max_cost`; for unlisted
    /// pairs a few per node. Pairs without a price cost 0. Visits at most `max_visits` pairs from each node, so some
    /// conflicts may be missed. Returns the number added. If the run expires, the next call continues from there.
    std::size_t add_cheap(std::span<const double> prices, double max_cost, std::int64_t max_visits, Cycles& found,
                          Run& run);

  private:
    void add_path(Node to, Conflicts::Pair closing, Cycles& found);

    Conflicts& conflicts_;
    Node next_ = 0;  // the next node, and the first of its repelling pairs, to search from
    std::size_t next_pair_ = 0;
    ShortestPaths paths_;
    std::vector<Conflicts::Pair> cycle_;
    std::vector<Node> listed_with_;
};

}  // namespace frenemy
