#include "frenemy/reductions/split.hpp"

#include <algorithm>
#include <utility>

#include "frenemy/core/clustering.hpp"
#include "frenemy/structures/union_find.hpp"

namespace frenemy {

namespace {

constexpr Node poll_every = 16384;

/// The part of each node. Every node is a member of at most one part; a block also has a root, which is a member of
/// another block or of none.
struct Parts {
    std::vector<Node> home;    // the part of which a node is a member, or -1
    std::vector<Node> root;    // of each part, or -1
    std::vector<Node> number;  // of depth-first search: the later end of an edge is a member
    Node count() const { return static_cast<Node>(root.size()); }
};

/// Connected components over attracting pairs. Labels by first appearance.
Labels attracting_components(const Graph& graph, const Poll& poll) {
    const Node n = graph.n_nodes();
    UnionFind sets(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) {
        if (i % poll_every == 0) poll();
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (j > i && row.weights[a] + graph.missing() * (graph.size(i) * graph.size(j)) > 0.0) sets.unite(i, j);
        }
    }
    Labels component(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) component[i] = sets.find(i);
    return contiguous(std::move(component));
}

/// Every component is a part.
Parts component_parts(const Labels& component) {
    Parts parts;
    const Node n_parts = component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
    parts.home = component;
    parts.root.assign(static_cast<std::size_t>(n_parts), -1);
    parts.number.assign(component.size(), 0);
    return parts;
}

/// Every block of every component is a part. Hopcroft & Tarjan, "Efficient algorithms for graph manipulation" (1973),
/// with an explicit stack.
Parts block_parts(const Graph& graph, const Labels& component, const Poll& poll) {
    const Node n = graph.n_nodes();
    const auto size = static_cast<std::size_t>(n);
    Parts parts;
    parts.home.assign(size, -1);
    parts.number.assign(size, -1);
    auto& number = parts.number;
    std::vector<Node> lowest(size), parent(size, -1), path, open;  // open: nodes whose block is not known yet
    std::vector<std::int64_t> next(graph.offsets().begin(), graph.offsets().end() - 1);
    Node n_seen = 0;
    const auto enter = [&](Node i, Node from) {
        number[i] = lowest[i] = n_seen++;
        parent[i] = from;
        path.push_back(i);
        open.push_back(i);
        if (n_seen % poll_every == 0) poll();
    };
    for (Node start = 0; start < n; ++start) {
        if (number[start] >= 0) continue;
        enter(start, -1);
        while (!path.empty()) {
            const Node i = path.back();
            if (next[i] < graph.offsets()[i + 1]) {
                const Node j = graph.neighbors()[static_cast<std::size_t>(next[i]++)];
                if (component[j] != component[i]) continue;
                if (number[j] < 0)
                    enter(j, i);
                else if (j != parent[i])
                    lowest[i] = std::min(lowest[i], number[j]);
                continue;
            }
            path.pop_back();
            const Node p = parent[i];
            if (p < 0) continue;
            lowest[p] = std::min(lowest[p], lowest[i]);
            if (lowest[i] < number[p]) continue;
            // Nothing at or below i reaches above p: the open nodes down to i form a block with p.
            Node popped;
            do {
                popped = open.back();
                open.pop_back();
                parts.home[popped] = parts.count();
            } while (popped != i);
            parts.root.push_back(p);
        }
        open.clear();
    }
    return parts;
}

/// The part of an edge within a component: the home of its deeper end.
Node part_of(const Parts& parts, Node i, Node j) { return parts.home[parts.number[i] > parts.number[j] ? i : j]; }

/// Parts with a known solution: single nodes and, with `missing` 0, parts without repelling pairs.
std::vector<char> solved_parts(const Graph& graph, const Labels& component, const Parts& parts, const Poll& poll) {
    const auto n_parts = static_cast<std::size_t>(parts.count());
    std::vector<Node> n_members(n_parts, 0);
    for (const Node home : parts.home) {
        if (home >= 0) ++n_members[home];
    }
    std::vector<char> is_solved(n_parts, graph.missing() == 0.0);
    if (graph.missing() == 0.0) {
        for (Node i = 0; i < graph.n_nodes(); ++i) {
            if (i % poll_every == 0) poll();
            const auto row = graph.neighbors(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node j = row.nodes[a];
                if (j > i && row.weights[a] < 0.0 && component[i] == component[j]) is_solved[part_of(parts, i, j)] = 0;
            }
        }
    }
    for (std::size_t p = 0; p < n_parts; ++p) {
        if (n_members[p] + (parts.root[p] >= 0) < 2) is_solved[p] = 1;
    }
    return is_solved;
}

/// Positions of nodes in the kernel.
struct Layout {
    std::vector<Node> place;       // of a node as a member of its home, or -1
    std::vector<Node> root_place;  // of the root of a part, or -1

    Node in_part(const Parts& parts, Node i, Node part) const {
        return parts.home[i] == part ? place[i] : root_place[part];
    }
};

/// Places the remaining parts side by side, each with its root first and then the members by number.
Layout lay_out(const Parts& parts, const std::vector<char>& is_solved, Split& split) {
    const auto is_left = [&](Node part) { return part >= 0 && !is_solved[part]; };
    Layout layout{std::vector<Node>(parts.home.size(), -1), std::vector<Node>(is_solved.size(), -1)};
    std::vector<Node> n_members(is_solved.size(), 0), next(is_solved.size(), -1);
    for (const Node home : parts.home) {
        if (is_left(home)) ++n_members[home];
    }
    split.part_first = {0};
    for (Node p = 0; p < parts.count(); ++p) {
        if (!is_left(p)) continue;
        Node at = split.part_first.back();
        if (parts.root[p] >= 0) layout.root_place[p] = at++;
        next[p] = at;
        split.part_first.push_back(at + n_members[p]);
    }
    split.origin.resize(static_cast<std::size_t>(split.part_first.back()));
    for (Node i = 0; i < split.n_nodes; ++i) {
        if (is_left(parts.home[i])) split.origin[layout.place[i] = next[parts.home[i]]++] = i;
    }
    for (Node p = 0; p < parts.count(); ++p) {
        if (layout.root_place[p] >= 0) split.origin[layout.root_place[p]] = parts.root[p];
    }
    return layout;
}

/// A solved part is one cluster: every member is joined with the root or with the previous member.
std::vector<std::pair<Node, Node>> solved_pairs(const Parts& parts, const std::vector<char>& is_solved) {
    std::vector<std::pair<Node, Node>> together;
    std::vector<Node> last(parts.root);
    for (std::size_t i = 0; i < parts.home.size(); ++i) {
        const Node home = parts.home[i];
        if (home < 0 || !is_solved[home]) continue;
        if (last[home] >= 0) together.emplace_back(last[home], static_cast<Node>(i));
        last[home] = static_cast<Node>(i);
    }
    return together;
}

/// The unlisted weight of all pairs of removed nodes, which are all cut.
double weight_of_leaving(const Graph& graph, const Layout& layout) {
    double total = 0.0, kept = 0.0, squares_of_leaving = 0.0;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const double size = graph.size(i);
        total += size;
        if (layout.place[i] >= 0)
            kept += size;
        else
            squares_of_leaving += size * size;
    }
    return graph.missing() * 0.5 * (total * total - kept * kept - squares_of_leaving);
}

/// Statistics: nodes in no part of two or more, and blocks beyond the first of each component.
void count_parts(const Parts& parts, const std::vector<char>& is_solved, bool has_blocks, RuleCounts& counts) {
    std::vector<char> has_company(parts.home.size(), 0);
    std::vector<Node> n_members(is_solved.size(), 0);
    for (const Node home : parts.home) {
        if (home >= 0) ++n_members[home];
    }
    for (std::size_t i = 0; i < parts.home.size(); ++i) {
        if (parts.home[i] >= 0) has_company[i] = n_members[parts.home[i]] + (parts.root[parts.home[i]] >= 0) > 1;
    }
    for (const Node root : parts.root) {
        if (root >= 0) has_company[root] = 1;
    }
    Node n_alone = 0, n_starts = 0;
    for (std::size_t i = 0; i < has_company.size(); ++i) {
        if (!has_company[i])
            ++n_alone;
        else if (parts.home[i] < 0)
            ++n_starts;
    }
    counts.add(Rule::components, n_alone);
    if (has_blocks) counts.add(Rule::blocks, parts.count() - n_starts);
}

/// Whether every node has exactly one copy: nothing was split or removed.
bool is_same(const Split& split) {
    std::vector<char> is_seen(static_cast<std::size_t>(split.n_nodes), 0);
    for (const Node i : split.origin) {
        if (std::exchange(is_seen[i], 1)) return false;
    }
    return split.origin.size() == is_seen.size();
}

}  // namespace

std::optional<Reduced<Split>> split(const Graph& graph, const Rules& rules, RuleCounts& counts, const Poll& poll) {
    const Node n = graph.n_nodes();
    const bool has_components = rules.has(Rule::components) && graph.missing() <= 0.0;
    const bool has_blocks = rules.has(Rule::blocks) && graph.missing() == 0.0;
    if (!has_components && !has_blocks) return std::nullopt;
    const Labels component =
        has_components ? attracting_components(graph, poll) : Labels(static_cast<std::size_t>(n), Node{0});
    poll();
    const Parts parts = has_blocks ? block_parts(graph, component, poll) : component_parts(component);
    const std::vector<char> is_solved = solved_parts(graph, component, parts, poll);
    poll();
    Split split{n, {}, {}, solved_pairs(parts, is_solved), graph.missing() < 0.0};
    const Layout layout = lay_out(parts, is_solved, split);
    poll();

    std::vector<Node> u, v;
    std::vector<double> w, sizes;
    double offset = 0.0;
    std::int64_t n_between = 0;
    for (Node i = 0; i < n; ++i) {
        if (i % poll_every == 0) poll();
        const auto row = graph.neighbors(i);
        for (std::size_t a = row.nodes.size(); a-- > 0 && row.nodes[a] > i;) {
            const Node j = row.nodes[a];
            if (component[i] != component[j]) {
                offset += row.weights[a];
                ++n_between;
                continue;
            }
            const Node part = part_of(parts, i, j);
            if (is_solved[part]) continue;
            u.push_back(layout.in_part(parts, i, part));
            v.push_back(layout.in_part(parts, j, part));
            w.push_back(row.weights[a]);
        }
    }
    if (static_cast<std::int64_t>(w.size()) == graph.n_edges() && is_same(split)) return std::nullopt;
    counts.add(Rule::components, n_between);
    count_parts(parts, is_solved, has_blocks, counts);
    if (graph.missing() != 0.0) {
        offset += weight_of_leaving(graph, layout);
        if (graph.has_sizes()) {
            for (const Node i : split.origin) sizes.push_back(graph.size(i));
        }
    }
    Graph kernel = Graph::from_edges(static_cast<Node>(split.origin.size()), u, v, w, graph.missing(), std::move(sizes),
                                     true, poll);
    return Reduced<Split>{std::move(split), std::move(kernel), offset};
}

Labels Split::lift(std::span<const Node> labels, bool& is_exact) const {
    const auto n_kernel = origin.size();
    // A cluster for each part and label in it; then one for each node outside all parts.
    UnionFind clusters(n_kernel + static_cast<std::size_t>(n_nodes));
    Labels lifted(static_cast<std::size_t>(n_nodes), -1);
    std::vector<Node> cluster_of(n_kernel, -1);
    Node n_clusters = 0;
    for (std::size_t p = 0; p + 1 < part_first.size(); ++p) {
        const Node first_cluster = n_clusters;
        for (Node k = part_first[p]; k < part_first[p + 1]; ++k) {
            Node& cluster = cluster_of[labels[k]];
            if (cluster < first_cluster) {
                if (cluster >= 0 && do_parts_repel) is_exact = false;
                cluster = n_clusters++;
            }
            Node& known = lifted[origin[k]];
            if (known >= 0)
                clusters.unite(known, cluster);
            else
                known = cluster;
        }
    }
    for (Node& label : lifted) {
        if (label < 0) label = n_clusters++;
    }
    for (const auto& [i, j] : together) clusters.unite(lifted[i], lifted[j]);
    // By first appearance, from cluster numbers that may exceed the number of nodes.
    std::vector<Node> name(static_cast<std::size_t>(n_clusters), -1);
    Node n_names = 0;
    for (Node& label : lifted) {
        Node& known = name[clusters.find(label)];
        if (known < 0) known = n_names++;
        label = known;
    }
    return lifted;
}

Labels Split::project(std::span<const Node> labels) const {
    Labels projected(origin.size());
    std::vector<Node> cluster_of(static_cast<std::size_t>(n_nodes), -1);
    Node n_clusters = 0;
    for (std::size_t p = 0; p + 1 < part_first.size(); ++p) {
        const Node first_cluster = n_clusters;
        for (Node k = part_first[p]; k < part_first[p + 1]; ++k) {
            Node& cluster = cluster_of[labels[origin[k]]];
            if (cluster < first_cluster) cluster = n_clusters++;
            projected[k] = cluster;
        }
    }
    return projected;
}

}  // namespace frenemy
