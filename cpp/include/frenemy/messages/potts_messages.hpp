#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "frenemy/core/expiry_check.hpp"
#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/messages/message_links.hpp"

namespace frenemy {

/// Min-sum message passing (TRW-S, belief propagation) for a Potts energy: a cost for each label of each node, plus the
/// positive or negative weight of every pair with different labels. Labels are 0..n_labels-1, whether in use or not.
///
/// With `is_reweighted`, it is sequential tree-reweighted message passing (TRW-S): Kolmogorov, "Convergent
/// tree-reweighted message passing for energy minimization" (PAMI 2006), figure 3 and section 5, with chains that are
/// monotonic in the order of the nodes. A node on n chains gives each an n-th of its belief, where n is the larger of
/// its numbers of earlier and later neighbours. A component that is a tree counts as one tree. Otherwise it is
/// sequential belief propagation (BP): a node sends each neighbour the sum of its unary costs and all other messages.
///
/// A message holds, for each label of the receiver, the cost of the sender's best label, minus the minimum over labels.
/// Let h be the costs at the sender and m their minimum. An attracting pair of weight w sends min(h(l) - m, w) for
/// label l. A repelling pair sends 0 for all labels but the sender's best one, which gets the gap to the second best,
/// at most |w|. So such a message is one label and one number, and takes constant time; the others take time and memory
/// of n_labels. Only one message per pair is stored: a message replaces the one in the opposite direction, which is not
/// needed any more.
class PottsMessages {
  public:
    /// `unary` is n_nodes rows of n_labels costs, or empty for none. The graph must have `missing` 0 and outlive this.
    PottsMessages(const Graph& graph, Node n_labels, std::vector<double> unary, bool is_reweighted);

    /// One backward and one forward pass; the forward pass chooses labels. False if the run expired first: labels and
    /// bound are then those of the previous round.
    bool round(Run& run);

    /// The labels of the last round: each node in turn takes the best label given the labels of earlier nodes and the
    /// messages of later ones. On a tree this is dynamic programming, and the first round is optimal.
    const Labels& labels() const { return labels_; }
    /// A lower bound on the energy, if reweighted: the sum of the minima of the trees and chains. Never decreases, up
    /// to rounding.
    double bound() const { return bound_; }
    /// Whether the last round changed no belief.
    bool is_fixed() const { return is_fixed_; }

  private:
    /// A message of a repelling pair: a cost for one label, 0 for all others.
    struct Peak {
        double height = 0.0;
        Node label = 0;
    };
    /// The three labels of smallest cost, in order.
    struct SmallestCosts {
        std::array<double, 3> costs;
        std::array<Node, 3> labels;
    };

    bool begin(Run& run);
    bool pass(bool is_forward, Run& run);
    bool gather(std::span<const MessageLink> attracting, std::span<const MessageLink> repelling, ExpiryCheck& expiry);
    bool choose_label(Node place, ExpiryCheck& expiry);
    double normalize();
    bool send(Node place, bool is_forward, ExpiryCheck& expiry);
    SmallestCosts smallest_beliefs(double share) const;
    static double update(Peak& message, const SmallestCosts& smallest, double belief, double weight);
    void note_change(double& old);
    double* message(const MessageLink& link) { return messages_.data() + link.message * stride_; }

    const Graph& graph_;
    Node n_labels_;
    std::size_t stride_;  // of a message in memory: n_labels rounded up to a multiple of four
    std::vector<double> unary_;
    bool is_reweighted_;

    std::optional<MessageOrder> order_;
    std::vector<double> shares_;    // weight of a node's belief in each message
    std::vector<double> messages_;  // of attracting pairs
    std::vector<Peak> peaks_;       // of repelling pairs
    std::vector<double> beliefs_, costs_;
    std::vector<Node> chosen_;  // by position
    double passed_ = 0.0;       // constants subtracted from messages in this pass
    // To detect convergence: a checksum of each node's belief in the backward and the forward pass.
    std::array<std::vector<double>, 2> traces_;
    double changed_ = 0.0, size_ = 0.0;

    Labels labels_;
    double bound_;
    bool is_fixed_ = false;
};

}  // namespace frenemy
