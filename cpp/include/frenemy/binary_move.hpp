#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "frenemy/clustering.hpp"
#include "frenemy/qpbo.hpp"

namespace frenemy {

/// Move-making steps on a clustering, solved by QPBO-I from the current labels. Both touch only what they may change,
/// move nothing unless that lowers the energy, and reuse their memory from step to step.
class BinaryMove {
  public:
    explicit BinaryMove(Clustering& clustering);

    /// Redistributes `nodes`, all or some members of clusters a and b, among these two; either may be empty.
    /// Returns whether anything moved. Bagon & Galun, section 5.1.
    bool swap(std::span<const Node> nodes, Node a, Node b, Run& run);

    /// Lets every node outside cluster a choose to join it; a may be empty. Returns whether anything moved.
    bool expand(Node a, Run& run);

  private:
    void take(std::span<const Node> nodes);
    template <class ChangeToX>
    bool find_gain(Node fixed, Run& run, ChangeToX change_to_x);

    Clustering& clustering_;
    SignedFlow flow_;
    std::vector<Node> place_;  // of a node in the step's problem; meaningful for its nodes only
    std::vector<Node> order_;
    std::vector<std::uint8_t> before_, x_;
    std::vector<Node> outside_;
};

/// These steps see stored pairs only. If unlisted pairs weigh something, gives the problem with every pair stored, and
/// otherwise nothing. Throws std::invalid_argument, before any work, if those are too many.
std::optional<Graph> with_pairs_stored(const Graph& graph, const char* solver, std::int64_t most_stored_pairs);

}  // namespace frenemy
