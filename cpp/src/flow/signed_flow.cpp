#include "frenemy/flow/signed_flow.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace frenemy {

namespace {
// A residual below this fraction of its edge's capacity is rounding error of a saturated arc.
constexpr double rounding = 0x1.0p-45;
constexpr int steps_between_checks = 4096;
}  // namespace

void SignedFlow::clear(Node n_nodes) {
    edges_.clear();
    reached_.clear();
    packed_ = 0.0;
    time_ = 0;
    nodes_.assign(static_cast<std::size_t>(n_nodes) + 1, NodeState{0, no_arc, {-1}, 0, 0, unreached, 0, false, false});
}

void SignedFlow::add_edge(Node p, Node q, double weight) {
    assert(p != q);
    if (weight == 0.0) return;
    edges_.push_back({p, q, weight});
    ++nodes_[p].first_arc;
    ++nodes_[q].first_arc;
}

bool SignedFlow::build(std::span<const std::uint8_t> gauge, Run& run) {
    if (edges_.size() >= (std::size_t{1} << 29)) {
        throw std::invalid_argument("a binary problem takes at most 2^29 pairs, got " + std::to_string(edges_.size()));
    }
    // Counts become ends of ranges; filling from the back turns them into starts.
    ArcId end = 0;
    for (auto& node : nodes_) node.first_arc = end += node.first_arc;
    if (arcs_capacity_ < static_cast<std::size_t>(end)) {
        arcs_capacity_ = static_cast<std::size_t>(end);
        arcs_.reset(new Arc[arcs_capacity_]);
    }
    for (std::size_t e = edges_.size(); e-- > 0;) {
        if (e % steps_between_checks == 0 && run.expired()) return false;
        const auto& [p, q, weight] = edges_[e];
        const ArcId at_p = --nodes_[p].first_arc, at_q = --nodes_[q].first_arc;
        const bool joins_opposite = (weight < 0) != (gauge[p] != gauge[q]);
        const double capacity = std::abs(weight);
        arcs_[at_p] = {{capacity, capacity}, q, at_q * 2 + joins_opposite};
        arcs_[at_q] = {{capacity, capacity}, p, at_p * 2 + joins_opposite};
    }
    return true;
}

void SignedFlow::activate(Node p) {
    if (nodes_[p].is_active) return;
    nodes_[p].is_active = true;
    queue_.push_back(p);
}

bool SignedFlow::search(std::span<const Node> roots, Run& run) {
    queue_.clear();
    queue_front_ = 0;
    roots_.assign(roots.begin(), roots.end());
    touched_ = roots_;
    ++time_;
    for (const Node root : roots_) {
        auto& source = nodes_[root];
        source.parent = root_mark;
        source.open_arc = source.first_arc;
        source.distance = 0;
        source.stamp = time_;
        source.state = in_tree;
        source.copy = 0;
        activate(root);
    }
    n_open_roots_ = roots_.size();
    for (const Node root : roots_) close_if_cut_off(root);
    while (queue_front_ < queue_.size()) {
        const Node p = queue_[queue_front_++];
        nodes_[p].is_active = false;
        const bool is_interrupted = (nodes_[p].state == in_tree && !grow(p, run)) ||
                                    (queue_front_ % steps_between_checks == 0 && run.expired());
        if (is_interrupted) {
            drop_tree();
            for (const Node root : roots_) nodes_[root].state = unreached;
            return false;
        }
    }
    collect_reached();
    return true;
}

/// Adds every node that p reaches over an unsaturated arc to the tree; augments if that node is already there with its
/// other copy.
bool SignedFlow::grow(Node p, Run& run) {
    const std::uint8_t from = nodes_[p].copy;
    for (ArcId a = nodes_[p].first_arc; a < nodes_[p + 1].first_arc; ++a) {
        while (arcs_[a].capacity[from] > 0.0) {
            const Node q = arcs_[a].head;
            auto& other = nodes_[q];
            if (other.state == decided) break;
            const std::uint8_t to = from ^ static_cast<std::uint8_t>(sign(arcs_[a]));
            if (other.state == unreached) {
                other.state = in_tree;
                other.copy = to;
                other.parent = twin(arcs_[a]);
                other.parent_node = p;
                other.distance = nodes_[p].distance + 1;
                other.stamp = nodes_[p].stamp;
                touched_.push_back(q);
                activate(q);
                break;
            }
            if (other.copy == to) {
                // Shorter paths to the root keep later augmentations short.
                if (!is_root(q) && other.stamp <= nodes_[p].stamp && other.distance > nodes_[p].distance + 1) {
                    other.parent = twin(arcs_[a]);
                    other.parent_node = p;
                    other.distance = nodes_[p].distance + 1;
                    other.stamp = nodes_[p].stamp;
                }
                break;
            }
            augment(p, a);
            if (n_open_roots_ == 0) {
                drop_tree();
                return true;
            }
            if (!adopt_orphans(run) || (time_ % 64 == 0 && run.expired())) return false;
            if (nodes_[p].state != in_tree) return true;
        }
    }
    return true;
}

void SignedFlow::push_over(ArcId arc, std::uint8_t from_copy, double amount) {
    auto& here = arcs_[arc];
    auto& there = arcs_[twin(here)];
    const std::uint8_t to_copy = from_copy ^ static_cast<std::uint8_t>(sign(here));
    const double total = here.capacity[0] + here.capacity[1];
    double left = here.capacity[from_copy] - amount;
    // Half of the smallest number above 0 is 0: an arc that must carry twice the amount would never be saturated.
    if (left < rounding * total || left <= std::numeric_limits<double>::denorm_min()) left = 0.0;
    here.capacity[from_copy] = there.capacity[to_copy ^ 1] = left;
    here.capacity[from_copy ^ 1] = there.capacity[to_copy] = total - left;
}

/// Pushes `amount` over the tree arc into p and makes p an orphan if that saturates it.
void SignedFlow::push_to(Node p, double amount) {
    auto& node = nodes_[p];
    // What enters copy s of p equals what leaves its copy 1 - s, the mirror image; so push over the mirrored arc.
    push_over(node.parent, node.copy ^ 1, amount);
    if (arcs_[node.parent].capacity[node.copy ^ 1] == 0.0) {
        node.parent = orphan_mark;
        orphans_.push_back(p);
    }
}

/// The walk from a root to p, to q, and back to a root over the mirror image of the path from that root to q. Arcs on
/// both legs carry twice the amount.
void SignedFlow::augment(Node p, ArcId conflict) {
    const Node q = arcs_[conflict].head;
    const std::uint8_t from = nodes_[p].copy;
    const auto incoming = [&](Node i) { return arcs_[nodes_[i].parent].capacity[nodes_[i].copy ^ 1]; };
    const auto parent = [&](Node i) { return nodes_[i].parent_node; };

    double amount = arcs_[conflict].capacity[from];
    Node root = p;
    for (; !is_root(root); root = parent(root)) nodes_[root].is_on_path = true;
    nodes_[root].is_on_path = true;
    Node meeting = q;  // where the legs meet, or the root of the second leg if they do not
    for (; !nodes_[meeting].is_on_path && !is_root(meeting); meeting = parent(meeting)) {
        amount = std::min(amount, incoming(meeting));
    }
    const bool do_legs_meet = nodes_[meeting].is_on_path;
    const Node first_end = do_legs_meet ? meeting : root;
    for (Node i = p; i != first_end; i = parent(i)) amount = std::min(amount, incoming(i));
    for (Node i = first_end; i != root; i = parent(i)) amount = std::min(amount, 0.5 * incoming(i));

    packed_ += amount;
    push_over(conflict, from, amount);
    const auto push_along = [&](Node i, Node end, double share) {
        for (Node next; i != end; i = next) {
            next = parent(i);
            nodes_[i].is_on_path = false;
            push_to(i, share);
        }
    };
    push_along(p, first_end, amount);
    push_along(q, meeting, amount);
    push_along(first_end, root, 2.0 * amount);
    nodes_[root].is_on_path = false;
    ++time_;
    close_if_cut_off(root);
    if (!do_legs_meet) close_if_cut_off(meeting);
}

/// The number of steps from p to its root, or the largest number if p hangs on an orphan. Caches distances on the way,
/// so that later calls during the same augmentation stop early.
std::int32_t SignedFlow::distance_to_root(Node p) {
    constexpr auto nowhere = std::numeric_limits<std::int32_t>::max();
    std::int32_t distance = 0;
    Node i = p;
    while (nodes_[i].stamp != time_ && !is_root(i)) {
        if (nodes_[i].parent < 0) return nowhere;
        i = nodes_[i].parent_node;
        ++distance;
    }
    distance += nodes_[i].distance;
    std::int32_t here = distance;
    for (i = p; nodes_[i].stamp != time_ && !is_root(i); i = nodes_[i].parent_node) {
        nodes_[i].stamp = time_;
        nodes_[i].distance = here--;
    }
    return distance;
}

/// Gives every orphan the parent nearest to a root; an orphan without one leaves the tree, and its children become
/// orphans.
bool SignedFlow::adopt_orphans(Run& run) {
    for (std::size_t next = 0; next < orphans_.size(); ++next) {
        if (next % steps_between_checks == steps_between_checks - 1 && run.expired()) return false;
        const Node p = orphans_[next];
        auto& node = nodes_[p];
        const std::uint8_t copy = node.copy;
        const ArcId first = node.first_arc, end = nodes_[p + 1].first_arc;
        const auto is_tree_neighbor = [&](ArcId a) {
            const auto& other = nodes_[arcs_[a].head];
            return other.state == in_tree && other.copy == (copy ^ static_cast<std::uint8_t>(sign(arcs_[a])));
        };
        std::int32_t nearest = std::numeric_limits<std::int32_t>::max();
        for (ArcId a = first; a < end; ++a) {
            if (arcs_[a].capacity[copy ^ 1] <= 0.0 || !is_tree_neighbor(a)) continue;
            const Node q = arcs_[a].head;
            if (!is_root(q) && nodes_[q].parent < 0) continue;
            if (nodes_[q].distance >= nearest) continue;  // cached distances are rarely too large
            const std::int32_t distance = distance_to_root(q);
            if (distance < nearest) {
                nearest = distance;
                node.parent = a;
                node.parent_node = q;
            }
        }
        if (node.parent >= 0) {
            node.stamp = time_;
            node.distance = nearest + 1;
            continue;
        }
        for (ArcId a = first; a < end; ++a) {
            if (!is_tree_neighbor(a)) continue;
            const Node q = arcs_[a].head;
            if (arcs_[a].capacity[copy ^ 1] > 0.0) activate(q);
            if (nodes_[q].parent == twin(arcs_[a])) {
                nodes_[q].parent = orphan_mark;
                orphans_.push_back(q);
            }
        }
        node.state = unreached;
        node.parent = no_arc;
    }
    orphans_.clear();
    return true;
}

/// Closes a root once nothing can leave it. Nothing flows back into a root during a search, so a saturated arc stays
/// saturated and is not checked again.
void SignedFlow::close_if_cut_off(Node root) {
    auto& source = nodes_[root];
    const ArcId end = nodes_[root + 1].first_arc;
    if (source.open_arc == end) return;
    for (; source.open_arc < end; ++source.open_arc) {
        const Arc& arc = arcs_[source.open_arc];
        const bool is_closed = arc.capacity[0] <= 0.0 || nodes_[arc.head].state == decided;
        const bool leads_to_root = is_root(arc.head) && !sign(arc);  // the same copy of another root
        if (!is_closed && !leads_to_root) return;
    }
    --n_open_roots_;
}

/// Removes every node but the roots from the tree. Once nothing can leave the roots, no orphan finds a parent. Most
/// searches end like this, and adopting orphans one by one only to lose them all would cost as much as the search.
void SignedFlow::drop_tree() {
    for (const Node p : touched_) {
        nodes_[p].state = unreached;
        nodes_[p].is_active = false;
    }
    queue_.clear();
    queue_front_ = 0;
    orphans_.clear();
    for (const Node root : roots_) nodes_[root].state = in_tree;
}

void SignedFlow::collect_reached() {
    reached_.clear();
    for (const Node p : touched_) {
        if (nodes_[p].state != in_tree) continue;  // left the tree, or listed twice
        nodes_[p].state = decided;
        nodes_[p].parent = no_arc;
        reached_.push_back(p);
    }
}

void SignedFlow::flip_single_nodes(Node fixed, Run& run) {
    const auto n = static_cast<Node>(nodes_.size() - 1);
    // The two residual capacities of an edge add up to twice its weight.
    const auto gains_by_flip = [&](Node p) {
        double violated = 0.0, total = 0.0;
        for (ArcId a = nodes_[p].first_arc; a < nodes_[p + 1].first_arc; ++a) {
            const double weight = arcs_[a].capacity[0] + arcs_[a].capacity[1];
            total += weight;
            if ((nodes_[p].copy ^ nodes_[arcs_[a].head].copy) != sign(arcs_[a])) violated += weight;
        }
        return 2.0 * violated - total > 2.0 * rounding * total;
    };
    queue_.clear();
    for (Node p = 0; p < n; ++p) {
        nodes_[p].is_active = true;
        queue_.push_back(p);
    }
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        if (next % steps_between_checks == 0 && run.expired()) return;
        const Node p = queue_[next];
        nodes_[p].is_active = false;
        if (p == fixed || nodes_[p].state != decided || !gains_by_flip(p)) continue;
        nodes_[p].copy ^= 1;
        for (ArcId a = nodes_[p].first_arc; a < nodes_[p + 1].first_arc; ++a) activate(arcs_[a].head);
    }
}

void SignedFlow::decide_by_components(Run& run) {
    // Tarjan's algorithm over the copies of the undecided nodes, without recursion. Copy s of p is number 2 p + s.
    // It completes components in reverse topological order: of two copies the one completed first does not lead to
    // the other, and everything it leads to was completed before it.
    const auto n_copies = 2 * (nodes_.size() - 1);
    constexpr std::int32_t none = -1;
    struct Visit {
        std::int32_t copy;
        ArcId next_arc;
    };
    reached_.clear();
    std::vector<std::int32_t> entered(n_copies, none), lowest(n_copies), component(n_copies, none), open;
    std::vector<Visit> path;
    std::int32_t n_entered = 0, n_components = 0;
    std::int64_t n_steps = 0;
    const auto enter = [&](std::int32_t copy) {
        entered[copy] = lowest[copy] = n_entered++;
        open.push_back(copy);
        path.push_back({copy, nodes_[copy / 2].first_arc});
    };
    for (std::int32_t start = 0; start < static_cast<std::int32_t>(n_copies); ++start) {
        if (entered[start] != none || nodes_[start / 2].state == decided) continue;
        enter(start);
        while (!path.empty()) {
            if (++n_steps % steps_between_checks == 0 && run.expired()) return;
            auto& [copy, a] = path.back();
            const std::int32_t here = copy;
            if (a < nodes_[here / 2 + 1].first_arc) {
                const Arc& arc = arcs_[a++];
                if (arc.capacity[here & 1] <= 0.0 || nodes_[arc.head].state == decided) continue;
                const std::int32_t to = 2 * arc.head + ((here & 1) ^ sign(arc));
                if (entered[to] == none) {
                    enter(to);
                } else if (component[to] == none) {
                    lowest[here] = std::min(lowest[here], entered[to]);
                }
                continue;
            }
            path.pop_back();
            if (!path.empty()) lowest[path.back().copy] = std::min(lowest[path.back().copy], lowest[here]);
            if (lowest[here] != entered[here]) continue;
            std::int32_t member;
            do {
                member = open.back();
                open.pop_back();
                component[member] = n_components;
            } while (member != here);
            ++n_components;
        }
    }
    for (Node p = 0; p < static_cast<Node>(nodes_.size() - 1); ++p) {
        if (nodes_[p].state == decided || component[2 * p] == component[2 * p + 1]) continue;
        nodes_[p].copy = component[2 * p + 1] < component[2 * p];
        reached_.push_back(p);
    }
    for (const Node p : reached_) nodes_[p].state = decided;
}

}  // namespace frenemy
