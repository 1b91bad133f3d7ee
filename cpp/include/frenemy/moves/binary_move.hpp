#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "frenemy/core/clustering.hpp"
#include "frenemy/flow/qpbo.hpp"

namespace frenemy {

/// Move-making steps on a clustering (swap and expansion), solved by QPBO-I from the current labels. A step changes
/// labels only if that lowers the energy. Memory is reused between steps.
class BinaryMove {
  public:
    explicit BinaryMove(Clustering& clustering);

    /// Redistributes `nodes`, which are some or all members of clusters a and b, among these two; either may be empty.
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
    std::vector<Node> place_;  // of a node in the current step's problem; valid for its nodes only
    std::vector<Node> order_;
    std::vector<std::uint8_t> before_, x_;
    std::vector<Node> outside_;
};

/// Binary moves consider stored pairs only. Returns the problem with every pair stored if `missing` is not 0, otherwise
/// nothing. Throws std::invalid_argument, before any work, if that takes more than `max_stored_pairs`.
std::optional<Graph> with_pairs_stored(const Graph& graph, const char* solver, std::int64_t max_stored_pairs);

}  // namespace frenemy
