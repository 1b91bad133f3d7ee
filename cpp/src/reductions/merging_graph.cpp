#include "frenemy/reductions/merging_graph.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace frenemy {

namespace {

std::uint64_t hashed(Node i, Node j) {
    if (i > j) std::swap(i, j);
    std::uint64_t x = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(i)) << 32) | static_cast<std::uint32_t>(j);
    x *= 0x9e3779b97f4a7c15;  // Fibonacci hashing; folds the well-mixed upper half down
    return x ^ (x >> 32);
}

}  // namespace

MergingGraph::MergingGraph(const Graph& graph, const Poll& poll) : missing_(graph.missing()) {
    const auto n = static_cast<std::size_t>(graph.n_nodes());
    assert(static_cast<std::uint64_t>(graph.n_edges()) < none);
    if (missing_ != 0.0) {
        if (graph.has_sizes())
            size_.assign(graph.sizes().begin(), graph.sizes().end());
        else
            size_.assign(n, 1.0);
        for (const double s : size_) total_size_ += s;
    }
    first_.assign(graph.offsets().begin(), graph.offsets().end() - 1);
    count_.resize(n);
    is_gone_.assign(n, 0);
    edges_.reserve(static_cast<std::size_t>(graph.n_edges()));
    pool_.resize(graph.neighbors().size());
    // Rows are sorted: when row i is read, its edges to smaller nodes are already numbered, in order.
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        if (i % 16384 == 0) poll();
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (j < i) continue;
            const auto edge = static_cast<EdgeId>(edges_.size());
            edges_.push_back({i, j, row.weights[a]});
            pool_[static_cast<std::size_t>(first_[i] + count_[i]++)] = edge;
            pool_[static_cast<std::size_t>(first_[j] + count_[j]++)] = edge;
        }
    }
    room_ = count_;
    degree_ = count_;
}

void MergingGraph::sweep(Node i) {
    if (count_[i] == degree_[i]) return;
    const auto list = pool_.begin() + first_[i];
    const auto end = std::remove_if(list, list + count_[i], [&](EdgeId e) { return edges_[e].u < 0; });
    count_[i] = static_cast<Node>(end - list);
    assert(count_[i] == degree_[i]);
}

void MergingGraph::neighbors(Node i, std::vector<Neighbor>& into) {
    sweep(i);
    into.clear();
    for (Node at = 0; at < count_[i]; ++at) into.push_back(neighbor(i, at));
}

Node MergingGraph::merge(Node i, Node j, std::vector<Node>& common) {
    common.clear();
    Node from = i, to = j;
    if (count_[from] > count_[to]) std::swap(from, to);
    // Appending to the list of `to` may reallocate the pool: index, no pointers.
    for (Node a = 0; a < count_[from]; ++a) {
        const EdgeId e = pool_[static_cast<std::size_t>(first_[from] + a)];
        if (edges_[e].u < 0) continue;
        const Node x = other_end(edges_[e], from);
        if (x == to) {
            remove(e);
            continue;
        }
        const EdgeId parallel = find(to, x);
        if (parallel != none) {
            edges_[parallel].excess += edges_[e].excess;
            remove(e);
            if (missing_ == 0.0 && edges_[parallel].excess == 0.0) remove(parallel);
            common.push_back(x);
            continue;
        }
        (edges_[e].u == from ? edges_[e].u : edges_[e].v) = to;
        append(to, e);
        ++degree_[to];
        insert(e);
    }
    degree_[from] = count_[from] = 0;
    is_gone_[from] = 1;
    if (!size_.empty()) size_[to] += size_[from];
    return to;
}

void MergingGraph::remove(EdgeId edge) {
    auto& [u, v, excess] = edges_[edge];
    --degree_[u];
    --degree_[v];
    u = v = -1;
}

void MergingGraph::set_weight(EdgeId edge, double weight) {
    assert(missing_ == 0.0);
    if (weight == 0.0)
        remove(edge);
    else
        edges_[edge].excess = weight;
}

void MergingGraph::append(Node i, EdgeId edge) {
    if (count_[i] == room_[i]) {
        sweep(i);
        // Needs a quarter of free room or a new place: the appended edges amortize either cost.
        if (count_[i] >= room_[i] - room_[i] / 4) {
            const auto old = static_cast<std::size_t>(first_[i]);
            const auto place = pool_.size();
            room_[i] = 2 * count_[i] + 4;
            pool_.resize(place + static_cast<std::size_t>(room_[i]));
            std::copy_n(pool_.begin() + static_cast<std::ptrdiff_t>(old), count_[i],
                        pool_.begin() + static_cast<std::ptrdiff_t>(place));
            first_[i] = static_cast<std::int64_t>(place);
        }
    }
    pool_[static_cast<std::size_t>(first_[i] + count_[i]++)] = edge;
}

MergingGraph::EdgeId MergingGraph::find(Node i, Node j) {
    if (table_.empty()) fill_table();
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = hashed(i, j) & mask; table_[at] != none; at = (at + 1) & mask) {
        const Edge& edge = edges_[table_[at]];
        if ((edge.u == i && edge.v == j) || (edge.u == j && edge.v == i)) return table_[at];
    }
    return none;
}

void MergingGraph::insert(EdgeId edge) {
    if (2 * (n_in_table_ + 1) > table_.size()) {
        fill_table();  // drops removed edges and inserts this one
        return;
    }
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hashed(edges_[edge].u, edges_[edge].v) & mask;
    while (table_[at] != none) at = (at + 1) & mask;
    table_[at] = edge;
    ++n_in_table_;
}

void MergingGraph::fill_table() {
    const auto is_left = [](const Edge& edge) { return edge.u >= 0; };
    const auto n_left = static_cast<std::size_t>(std::count_if(edges_.begin(), edges_.end(), is_left));
    std::size_t slots = 16;
    while (slots < 3 * n_left) slots *= 2;
    table_.assign(slots, none);
    n_in_table_ = 0;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
        if (is_left(edges_[e])) insert(static_cast<EdgeId>(e));
    }
}

Graph MergingGraph::rest(std::vector<Node>& place, const Poll& poll) const {
    place.assign(first_.size(), -1);
    Node n_left = 0;
    std::vector<double> sizes;
    for (Node i = 0; i < n_nodes(); ++i) {
        if (is_gone_[i]) continue;
        place[i] = n_left++;
        if (!size_.empty()) sizes.push_back(size_[i]);
    }
    std::vector<Node> u, v;
    std::vector<double> w;
    for (const Edge& edge : edges_) {
        if (edge.u < 0) continue;
        u.push_back(place[edge.u]);
        v.push_back(place[edge.v]);
        w.push_back(edge.excess);
    }
    return Graph::from_edges(n_left, u, v, w, missing_, std::move(sizes), true, poll);
}

}  // namespace frenemy
