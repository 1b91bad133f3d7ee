#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Roof duality by maximum flow in the doubled graph of a signed graph, folded onto the signed graph itself.
///
/// Roof duality (Boros & Hammer 2002) considers two copies (p, 0) and (p, 1) of every node. An attracting pair joins
/// equal copies, a repelling pair joins opposite ones, each with capacity |weight|; of nodes whose labels are fixed,
/// the roots, the copies 0 are the source and the copies 1 the sink. Swapping all copies and reversing all arcs maps
/// this graph onto itself, so the flow can be kept symmetric, and then one number serves an arc and its mirror image.
/// Consequences on which this class relies:
///
///  - An edge {p, q} has two residual capacities, not four. A half-edge at p stores the capacities out of copy 0 and
///    out of copy 1 of p; the capacity *into* copy s of p equals that out of copy 1 - s (the mirror image).
///  - The sink's search tree is the mirror image of the source's, so there is one tree, over the nodes of the signed
///    graph, in which each node is represented by one of its copies. An augmenting path appears as an edge between two
///    tree nodes whose arc leads to the copy that is not in the tree: a frustrated walk from root to root.
///  - When no such edge is left, every arc that leaves the tree is saturated, and by symmetry so is every arc into the
///    mirrored tree. No later flow can cross the tree's border in a way that matters: its nodes are decided for good
///    and leave the problem. Hence every search starts from bare roots and keeps only the flow.
///
/// The tree grows and heals as in Boykov & Kolmogorov, "An experimental comparison of min-cut/max-flow algorithms"
/// (PAMI 2004): breadth first from a queue of active nodes; after an augmentation orphans search for new parents.
class SignedFlow {
  public:
    /// Starts a new graph of `n_nodes` nodes without edges. Keeps allocated memory.
    void clear(Node n_nodes);

    /// Reserves memory for `n_edges` edges.
    void reserve(std::size_t n_edges) { edges_.reserve(n_edges); }

    /// Adds the cost `weight * [x_p != x_q]`. Parallel edges are fine; p and q must differ.
    void add_edge(Node p, Node q, double weight);

    /// Sets `gauge`, the labelling relative to which copies are counted (copy 0 of p means x_p = gauge[p]), and lays
    /// out the edges. Call once, between the last `add_edge` and the first `search`. If the run expires, returns
    /// false; only `clear` may be called then.
    bool build(std::span<const std::uint8_t> gauge, Run& run);

    /// Pushes the maximum flow from copy 0 of the `roots`, and decides every node that they still reach: those nodes
    /// are listed by `reached()`, and `copy()` is the copy that was reached. Decided nodes leave the problem. Returns
    /// false if the run expired first; the results of earlier searches stay valid.
    bool search(std::span<const Node> roots, Run& run);

    /// The number of nodes that the last search added to its tree, including those removed again.
    std::size_t n_touched() const { return touched_.size(); }

    /// Flips single decided nodes, other than `fixed`, as long as that lowers the cost. After searches from every node
    /// the labelling is optimal given the labels of the roots; this step also reconsiders the roots.
    void flip_single_nodes(Node fixed, Run& run);

    bool is_decided(Node p) const { return nodes_[p].state == decided; }
    std::span<const Node> reached() const { return reached_; }
    bool copy(Node p) const { return nodes_[p].copy != 0; }

    /// Total weight of the frustrated closed walks packed so far: no labelling that agrees with the gauge at the roots
    /// violates less weight than this.
    double packed() const { return packed_; }

    /// Decides every undecided node for which one of its copies does not lead to the other, by the strongly connected
    /// components of the residual graph; lists them in `reached()`. These labels hold jointly in some optimum, but not
    /// necessarily in all (weak persistency: Billionnet & Jaumard 1989; Boros & Hammer 2002). Decides nothing if the
    /// run expires.
    void decide_by_components(Run& run);

  private:
    enum State : std::uint8_t { unreached = 0, in_tree = 1, decided = 2 };
    using ArcId = std::int32_t;
    static constexpr ArcId no_arc = -1;
    static constexpr ArcId orphan_mark = -2;
    static constexpr ArcId root_mark = -3;

    struct Arc {
        double capacity[2];  // out of copy 0 and out of copy 1 of the tail
        Node head;
        ArcId twin_and_sign;  // the same edge at the other end, times two, plus one if it joins opposite copies
    };
    struct NodeState {
        ArcId first_arc;
        ArcId parent;  // arc at this node that leads to its parent, or one of the marks above
        union {
            Node parent_node;  // its head, so that walks up the tree load no arcs
            ArcId open_arc;    // of a root: its first arc that may have residual capacity
        };
        std::int32_t distance;
        std::int32_t stamp;
        std::uint8_t state;
        std::uint8_t copy;
        bool is_active;
        bool is_on_path;
    };
    struct Edge {
        Node p, q;
        double weight;
    };

    static bool sign(const Arc& arc) { return arc.twin_and_sign & 1; }
    static ArcId twin(const Arc& arc) { return arc.twin_and_sign >> 1; }

    void activate(Node p);
    bool grow(Node p, Run& run);
    void augment(Node p, ArcId conflict);
    void push_to(Node p, double amount);
    void push_over(ArcId arc, std::uint8_t from_copy, double amount);
    bool adopt_orphans(Run& run);
    std::int32_t distance_to_root(Node p);
    bool is_root(Node p) const { return nodes_[p].parent == root_mark; }
    void close_if_cut_off(Node root);
    void drop_tree();
    void collect_reached();

    std::vector<Edge> edges_;
    std::vector<NodeState> nodes_;  // one more than there are nodes, to close the last arc range
    std::unique_ptr<Arc[]> arcs_;   // a vector would initialize all memory at once, without checking for expiry
    std::size_t arcs_capacity_ = 0;
    std::vector<Node> queue_;
    std::size_t queue_front_ = 0;
    std::vector<Node> orphans_;
    std::vector<Node> touched_;
    std::vector<Node> reached_;
    std::int32_t time_ = 0;  // number of augmentations and searches so far
    std::vector<Node> roots_;
    std::size_t n_open_roots_ = 0;
    double packed_ = 0.0;
};

}  // namespace frenemy
