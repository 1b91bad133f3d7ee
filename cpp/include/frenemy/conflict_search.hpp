#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/conflicts.hpp"
#include "frenemy/run.hpp"
#include "frenemy/shortest_paths.hpp"

namespace frenemy {

/// Finds conflicts that are cheap where every pair has a price: the cheapest one with a given repelling pair is the
/// shortest path of attracting pairs between its ends. Chopra & Rao, "The partition problem" (1993).
class ConflictSearch {
  public:
    explicit ConflictSearch(Conflicts& conflicts);

    /// Adds to `found`, for every pair that repels, the cheapest conflict if it costs less than `most`; of unlisted
    /// pairs a few for each node. Pairs without a price cost nothing. With at most so many looks at pairs from each
    /// node, which may miss some. Returns how many. If the run expires, the next call goes on from there.
    std::size_t add_cheap(std::span<const double> prices, double most, std::int64_t most_looks, Cycles& found,
                          Run& run);

  private:
    void add_path(Node to, Conflicts::Pair closing, Cycles& found);

    Conflicts& conflicts_;
    Node next_ = 0;  // the node, and the first of its repelling pairs, to look from next
    std::size_t next_pair_ = 0;
    ShortestPaths paths_;
    std::vector<Conflicts::Pair> cycle_;
    std::vector<Node> listed_with_;
};

}  // namespace frenemy
