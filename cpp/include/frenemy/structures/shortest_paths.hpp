#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// A pair seen from one of its ends: the other end and the pair's number.
struct IncidentPair {
    Node to;
    std::uint32_t pair;
};

/// Dijkstra's shortest paths from one source at a time. A search takes time only for the nodes that it reaches.
class ShortestPaths {
  public:
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    explicit ShortestPaths(Node n_nodes)
        : distance_(static_cast<std::size_t>(n_nodes), infinity), from_(static_cast<std::size_t>(n_nodes)) {}

    /// Reaches all nodes nearer than `max_distance`, visiting at most about `max_visits` pairs. `incident(i)` are the
    /// pairs of a node, `length(pair)` >= 0 their lengths.
    template <class Incident, class Length>
    void reach(Node from, double max_distance, std::int64_t max_visits, const Incident& incident,
               const Length& length) {
        for (const Node i : reached_) distance_[i] = infinity;
        reached_.assign({from});
        distance_[from] = 0.0;
        queue_.assign({Entry{0.0, from}});
        while (!queue_.empty() && max_visits > 0) {
            std::ranges::pop_heap(queue_, std::greater<>());
            const auto [distance, i] = queue_.back();
            queue_.pop_back();
            if (distance > distance_[i]) continue;
            const std::span<const IncidentPair> incident_to_i = incident(i);
            max_visits -= static_cast<std::int64_t>(incident_to_i.size());
            for (const auto [to, pair] : incident_to_i) {
                const double there = distance + length(pair);
                if (there >= max_distance || there >= distance_[to]) continue;
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
    /// Calls `visit` with every pair on the path back from a reached node.
    template <class Visit>
    void walk_back(Node to, const Visit& visit) const {
        for (Node at = to; at != reached_.front(); at = from_[at].to) visit(from_[at].pair);
    }

  private:
    using Entry = std::pair<double, Node>;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    std::vector<double> distance_;
    std::vector<IncidentPair> from_;
    std::vector<Node> reached_;
    std::vector<Entry> queue_;
};

}  // namespace frenemy
