#include "frenemy/streamed/row_entries.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace frenemy {

namespace {

constexpr std::size_t max_ranges = 1 << 16;

void check(std::span<const Node> numbers, std::span<const Node> edges) {
    if (edges.size() < 2 || edges.size() > max_ranges || edges.front() != 0 ||
        !std::is_sorted(edges.begin(), edges.end())) {
        throw std::invalid_argument("ranges of nodes must begin at 0 and not overlap, and be at most 65,535");
    }
    for (const Node c : numbers) {
        if (c < -1 || c >= edges.back()) {
            throw std::invalid_argument("a contracted node must be in -1.." + std::to_string(edges.back() - 1) +
                                        ", got " + std::to_string(c));
        }
    }
}

void check(std::span<const Node> u, std::span<const Node> v, std::size_t n_nodes) {
    if (u.size() != v.size()) throw std::invalid_argument("arrays must have the same length");
    for (const auto ends : {u, v}) {
        for (const Node i : ends) {
            if (i < 0 || static_cast<std::size_t>(i) >= n_nodes) {
                throw std::invalid_argument("nodes must be in 0.." + std::to_string(n_nodes - 1) + ", got " +
                                            std::to_string(i));
            }
        }
    }
}

/// The range of every node: looking it up takes a tenth of the time of a search among the edges.
std::vector<std::uint16_t> ranges_of(std::span<const Node> edges) {
    std::vector<std::uint16_t> range(static_cast<std::size_t>(edges.back()));
    for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
        std::fill(range.begin() + edges[k], range.begin() + edges[k + 1], static_cast<std::uint16_t>(k));
    }
    return range;
}

/// Groups entries by range. `visit` calls its argument with the node, neighbour and weight of every entry, and does so
/// twice in the same order.
template <class Visit>
RowEntries grouped(std::span<const Node> edges, Visit visit) {
    const auto range = ranges_of(edges);
    std::vector<std::int64_t> next(edges.size(), 0);
    visit([&](Node node, Node, double) { ++next[range[node] + 1]; });
    for (std::size_t k = 1; k < next.size(); ++k) next[k] += next[k - 1];
    const auto n = static_cast<std::size_t>(next.back());
    RowEntries entries{std::vector<Node>(n), std::vector<Node>(n), std::vector<double>(n), next};
    visit([&](Node node, Node neighbor, double weight) {
        const auto place = static_cast<std::size_t>(next[range[node]]++);
        entries.nodes[place] = node;
        entries.neighbors[place] = neighbor;
        entries.weights[place] = weight;
    });
    return entries;
}

}  // namespace

RowEntries entries_of_pairs(std::span<const Node> u, std::span<const Node> v, std::span<const double> w,
                            std::span<const Node> numbers, std::span<const Node> edges) {
    check(numbers, edges);
    check(u, v, numbers.size());
    if (u.size() != w.size()) throw std::invalid_argument("arrays must have the same length");
    return grouped(edges, [&](auto add) {
        for (std::size_t a = 0; a < u.size(); ++a) {
            const Node i = numbers[u[a]], j = numbers[v[a]];
            if (i == j || i < 0 || j < 0) continue;
            add(i, j, w[a]);
            add(j, i, w[a]);
        }
    });
}

RowEntries entries_of_rows(const RowChunk& chunk, std::span<const Node> numbers, std::span<const Node> edges) {
    check(numbers, edges);
    check(chunk, numbers.size());
    return grouped(edges, [&](auto add) {
        for (Node k = 0; k < chunk.n_nodes(); ++k) {
            const auto row = chunk.row(k);
            const Node i = numbers[chunk.first + k];
            if (i < 0) continue;
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node j = numbers[row.nodes[a]];
                if (j != i && j >= 0) add(i, j, row.weights[a]);
            }
        }
    });
}

SummedRows sum_rows(Node low, Node high, std::span<const Node> nodes, std::span<const Node> neighbors,
                    std::span<const double> weights) {
    if (high < low || nodes.size() != neighbors.size() || nodes.size() != weights.size() || nodes.size() >> 32 != 0) {
        throw std::invalid_argument("every entry needs a node, a neighbour and a weight, and be one of below 2^32");
    }
    std::vector<std::int64_t> next(static_cast<std::size_t>(high - low) + 1, 0);
    for (const Node i : nodes) {
        if (i < low || i >= high) {
            throw std::invalid_argument("nodes of entries must be in " + std::to_string(low) + ".." +
                                        std::to_string(high - 1) + ", got " + std::to_string(i));
        }
        ++next[i - low + 1];
    }
    for (std::size_t k = 1; k < next.size(); ++k) next[k] += next[k - 1];
    // The neighbour, then the place among the entries: sorting these numbers keeps the order of equal neighbours.
    std::vector<std::uint64_t> entries(nodes.size());
    for (std::size_t a = 0; a < nodes.size(); ++a) {
        if (neighbors[a] < 0) throw std::invalid_argument("neighbours must not be negative");
        entries[next[nodes[a] - low]++] = (static_cast<std::uint64_t>(neighbors[a]) << 32) | a;
    }

    SummedRows rows;
    rows.lengths.reserve(static_cast<std::size_t>(high - low));
    rows.neighbors.reserve(entries.size());
    rows.weights.reserve(entries.size());
    std::int64_t begin = 0;
    for (Node i = low; i < high; ++i) {
        const std::int64_t end = next[i - low];  // moved there while entries were placed
        const auto row =
            std::span(entries).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
        std::sort(row.begin(), row.end());
        const std::size_t before = rows.neighbors.size();
        for (std::size_t a = 0; a < row.size();) {
            double sum = 0.0;
            const std::uint64_t key = row[a] >> 32;
            for (; a < row.size() && row[a] >> 32 == key; ++a) sum += weights[row[a] & 0xffffffff];
            if (sum == 0.0) continue;
            rows.neighbors.push_back(static_cast<Node>(key));
            rows.weights.push_back(sum);
        }
        rows.lengths.push_back(static_cast<Node>(rows.neighbors.size() - before));
        begin = end;
    }
    return rows;
}

void count_entries(std::span<const Node> u, std::span<const Node> v, std::span<const Node> numbers,
                   std::span<std::int64_t> counts) {
    check(u, v, numbers.size());
    const auto n = static_cast<std::int64_t>(counts.size());
    for (const Node c : numbers) {
        if (c < -1 || c >= n) throw std::invalid_argument("every contracted node needs a count");
    }
    for (std::size_t a = 0; a < u.size(); ++a) {
        const Node i = numbers[u[a]], j = numbers[v[a]];
        if (i == j || i < 0 || j < 0) continue;
        ++counts[i];
        ++counts[j];
    }
}

}  // namespace frenemy
