#pragma once

#include <vector>

#include "frenemy/core/expiry_check.hpp"
#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Two clusters (or their joined clusters) and the weight between them when this candidate was recorded.
struct JoinCandidate {
    double weight;
    Node a, b;
};

/// Candidates by falling weight. Initial candidates are sorted lazily, one range of similar weights at a time; later
/// ones go to a heap, which stays small.
class JoinCandidates {
  public:
    /// Records all attracting pairs; false if the run expired. Ties keep the order of recording: nodes with few edges
    /// first, since a pair is most informative for them.
    bool note_all(const Graph& graph, Run& run);
    void push(JoinCandidate candidate);
    bool pop(JoinCandidate& candidate);

  private:
    bool group(ExpiryCheck& expiry);
    void sort_next_group();

    std::vector<JoinCandidate> noted_;
    std::size_t next_ = 0, sorted_ = 0;
    bool is_grouped_ = false;
    std::vector<JoinCandidate> heap_;
};

}  // namespace frenemy
