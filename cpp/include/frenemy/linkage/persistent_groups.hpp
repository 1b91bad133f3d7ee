#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// How groups are chosen from a tree of joins.
struct GroupChoice {
    double floor;    // the similarity of an unlisted pair
    double pseudo;   // added to the similarity between any two clusters: one chance pair is no evidence
    double highest;  // the highest similarity of a pair; above it, there are single nodes only
    Node min_size;   // fewer nodes leave a cluster, but do not split it
    double least;    // mean persistence below which there are no groups
    double clear;    // mean persistence of parts from which they are groups, however well their union persists
};

/// Groups that stay the same over a wide range of levels. A level is the logarithm of a mean similarity: at a level,
/// two clusters are joined if their mean similarity is above it.
struct PersistentGroups {
    std::vector<Node> labels;         // 0..k-1 by first appearance; -1 for nodes that belong to no group
    std::vector<double> split;        // the level at which a group splits into parts, or the mean at which nodes leave
    std::vector<double> join;         // the level at which a group joins another one
    std::vector<double> persistence;  // mean over the nodes of a group: how many levels above `join` it holds them
};

/// Chooses groups from the joins of an average linkage: those whose total persistence is largest, as the excess of mass
/// does for densities (Campello et al., "Hierarchical density estimates for data clustering" (2015)), here over the
/// logarithm of the mean similarity, so that the scale does not matter. Parts that persist clearly are preferred to
/// their union. One group of all nodes if no groups persist for long enough.
PersistentGroups persistent_groups(Node n_nodes, std::span<const Node> a, std::span<const Node> b,
                                   std::span<const double> weight, const GroupChoice& choice);

}  // namespace frenemy
