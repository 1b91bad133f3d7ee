#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// One way from a node to another, by a pair that is known by its number.
struct Way {
    Node to;
    std::uint32_t pair;
};

/// Shortest paths from one node after the other (Dijkstra); a search costs no more than what it reaches.
class ShortestPaths {
  public:
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    explicit ShortestPaths(Node n_nodes)
        : distance_(static_cast<std::size_t>(n_nodes), infinity), from_(static_cast<std::size_t>(n_nodes)) {}

    /// To all nodes nearer than `most`, unless that takes more looks at ways. `ways(i)` are those of a node, and
    /// `length(pair)`, at least 0, is how long one is.
    template <class Ways, class Length>
    void reach(Node from, double most, std::int64_t most_looks, const Ways& ways, const Length& length) {
        for (const Node i : reached_) distance_[i] = infinity;
        reached_.assign({from});
        distance_[from] = 0.0;
        queue_.assign({Entry{0.0, from}});
        while (!queue_.empty() && most_looks > 0) {
            std::ranges::pop_heap(queue_, std::greater<>());
            const auto [distance, i] = queue_.back();
            queue_.pop_back();
            if (distance > distance_[i]) continue;
            const std::span<const Way> ways_of_i = ways(i);
            most_looks -= static_cast<std::int64_t>(ways_of_i.size());
            for (const auto [to, pair] : ways_of_i) {
                const double there = distance + length(pair);
                if (there >= most || there >= distance_[to]) continue;
                if (distance_[to] == infinity) reached_.push_back(to);
                distance_[to] = there;
                from_[to] = {i, pair};
                queue_.emplace_back(there, to);
                std::ranges::push_heap(queue_, std::greater<>());
            }
        }
    }

    /// Infinite for a node that was not reached.
    double distance(Node i) const { return distance_[i]; }
    std::span<const Node> reached() const { return reached_; }
    /// Tells of every pair on the way back from a node that was reached.
    template <class Tell>
    void walk_back(Node to, const Tell& tell) const {
        for (Node at = to; at != reached_.front(); at = from_[at].to) tell(from_[at].pair);
    }

  private:
    using Entry = std::pair<double, Node>;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    std::vector<double> distance_;
    std::vector<Way> from_;
    std::vector<Node> reached_;
    std::vector<Entry> queue_;
};

}  // namespace frenemy
