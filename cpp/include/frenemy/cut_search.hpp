#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/cuts.hpp"
#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"
#include "frenemy/shortest_paths.hpp"

namespace frenemy {

/// Finds inequalities of the partition polytope that a point violates: what a linear program over the prices of the
/// pairs lacks. Pairs are known by their places; those that weigh nothing may be among them, as repelling ones: they
/// cause no conflicts, but help to say more about the others. All searches stop early, with what they have, if the run
/// expires.
///
/// Grötschel & Wakabayashi, "Facets of the clique partitioning polytope" (1990); Chopra & Rao, "The partition problem"
/// (1993).
class CutSearch {
  public:
    using Pair = std::uint32_t;

    /// No pair may come twice.
    CutSearch(Node n_nodes, std::span<const Node> u, std::span<const Node> v, std::span<const double> w);

    std::size_t n_pairs() const { return attracts_.size(); }

    /// Conflicts: cycles with one repelling pair. For each repelling pair the cheapest, by a shortest path.
    Cuts conflicts(std::span<const double> prices, double least_violation, Run& run);
    /// Two pairs that are together make the third of a triangle be so. At most so many for each pair, the most violated
    /// ones; all triangles, or those with one repelling pair.
    Cuts triangles(std::span<const double> prices, double least_violation, std::size_t most_per_pair,
                   bool only_conflicts, Run& run);
    /// Any listed pair is together if a path of pairs is that joins its ends; paths of three pairs and more.
    Cuts cycles(std::span<const double> prices, double least_violation, Run& run);
    /// A hub and a set whose members are apart from each other: at most one of them is with the hub. Built greedily.
    Cuts stars(std::span<const double> prices, double least_violation, Run& run);
    /// A hub and an odd cycle around it, by shortest paths that take each turn of a cycle twice.
    Cuts wheels(std::span<const double> prices, double least_violation, Run& run);

    /// The parts that attracting pairs with at most this price connect.
    Labels components(std::span<const double> prices, double most) const;

  private:
    std::span<const Way> ways(Node i) const { return row(offsets_, ways_, i); }
    std::span<const Way> attracting(Node i) const { return row(attracting_offsets_, attracting_, i); }
    static std::span<const Way> row(const std::vector<std::int64_t>& offsets, const std::vector<Way>& ways, Node i) {
        return std::span(ways).subspan(static_cast<std::size_t>(offsets[i]),
                                       static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    }

    /// How much a pair is together at a point: an attracting one by what is left of 1, a repelling one by its price.
    void set_together(std::span<const double> prices);
    /// A row that says that the sum of `sign * together` over its pairs is at most `most`, pair by pair.
    class Row;
    void reach(Node from, std::span<const double> lengths, double most, bool only_attracting);

    const Node n_nodes_;
    std::vector<std::int64_t> offsets_, attracting_offsets_;
    std::vector<Way> ways_, attracting_;
    std::vector<std::uint8_t> attracts_, repels_;

    // Scratch, kept between searches.
    std::vector<double> together_;
    ShortestPaths paths_;
};

}  // namespace frenemy
