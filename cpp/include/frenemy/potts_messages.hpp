#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/message_links.hpp"
#include "frenemy/run.hpp"
#include "frenemy/watch.hpp"

namespace frenemy {

/// Min-sum messages for a Potts energy: a cost for each label of each node, plus the weight of every pair of nodes whose
/// labels differ, be it positive or negative. Labels are 0..n_labels-1, whether in use or not.
///
/// Reweighted, it is sequential tree-reweighted message passing. Kolmogorov, "Convergent tree-reweighted message passing
/// for energy minimization" (PAMI 2006), figure 3 and section 5, with chains along the order of the nodes: a node that
/// lies on n of them gives each an n-th of all it has heard, n being the larger of its numbers of earlier and later
/// neighbours. A component that is a tree needs no chains and counts as one tree. Otherwise it is belief propagation with
/// the same schedule, where a node tells each neighbour all that it heard from the others.
///
/// A message is what the best of a node's labels costs, for each label of the neighbour, less the least of these. Let h
/// be the costs on the sender's side, m the least of them. From a pair that attracts by w, label l gets min(h(l) - m, w).
/// From a pair that repels, every label gets nothing, but that which is best on the other side: it gets what the
/// second best costs more, at most |w|. So such a message is one label and one number, and takes constant time; the others
/// take time and memory of n_labels. One message per pair is kept: what goes one way replaces what came the other
/// way, and both are of use only until then.
class PottsMessages {
  public:
    /// `unary` is n_nodes rows of n_labels costs, or empty for none at all. The graph has no `missing`, and must
    /// outlive it.
    PottsMessages(const Graph& graph, Node n_labels, std::vector<double> unary, bool is_reweighted);

    /// Messages from the last node to the first and from the first to the last, with new labels on the way. False if the
    /// run expired first; then labels and bound are those of the round before.
    bool round(Run& run);

    /// The labels of the last round, by nodes: each node in turn took the one that is best given the labels of earlier
    /// nodes and the messages of later ones. In a tree, these tell all there is to know of what follows, so that the
    /// first round finds the best labels (dynamic programming).
    const Labels& labels() const { return labels_; }
    /// What no labels cost less than, if reweighted: what the trees and chains cost at least, one by one. Up to rounding;
    /// it never falls.
    double bound() const { return bound_; }
    /// Whether the last round changed nothing of what the nodes heard.
    bool is_fixed() const { return is_fixed_; }

  private:
    /// A message of a pair that repels.
    struct Peak {
        double height = 0.0;
        Node label = 0;
    };
    /// Labels of least cost, in this order.
    struct Least {
        std::array<double, 3> costs;
        std::array<Node, 3> labels;
    };

    bool begin(Run& run);
    bool pass(bool is_forward, Run& run);
    bool hear(std::span<const MessageLink> attracting, std::span<const MessageLink> repelling, Watch& watch);
    bool decide(Node place, Watch& watch);
    double settle();
    bool tell(Node place, bool is_forward, Watch& watch);
    Least least_heard(double share) const;
    static double turn(Peak& message, const Least& least, double heard, double weight);
    void note_change(double& old);
    double* message(const MessageLink& link) { return messages_.data() + link.message * stride_; }

    const Graph& graph_;
    Node n_labels_;
    std::size_t stride_;  // of a message in memory: n_labels, filled up to whole quarters
    std::vector<double> unary_;
    bool is_reweighted_;

    std::optional<MessageOrder> order_;
    std::vector<double> shares_;    // of what a node has heard, for each message
    std::vector<double> messages_;  // of pairs that attract
    std::vector<Peak> peaks_;       // of pairs that repel
    std::vector<double> heard_, costs_;
    std::vector<Node> decided_;  // by places
    double passed_ = 0.0;        // constants taken out of messages in this pass
    // To see when nothing changes any more: what each node had heard, backward and forward, as one number.
    std::array<std::vector<double>, 2> traces_;
    double changed_ = 0.0, size_ = 0.0;

    Labels labels_;
    double bound_;
    bool is_fixed_ = false;
};

}  // namespace frenemy
