#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Disjoint sets of 0..n-1. Path halving and union by rank: near-constant time per call.
class UnionFind {
  public:
    explicit UnionFind(std::size_t n) : parent_(n), rank_(n, 0) { std::iota(parent_.begin(), parent_.end(), Node{0}); }

    Node find(Node i) {
        while (parent_[i] != i) {
            parent_[i] = parent_[parent_[i]];
            i = parent_[i];
        }
        return i;
    }

    /// Returns whether the two were in different sets.
    bool unite(Node i, Node j) {
        i = find(i);
        j = find(j);
        if (i == j) return false;
        if (rank_[i] < rank_[j]) std::swap(i, j);
        if (rank_[i] == rank_[j]) ++rank_[i];
        parent_[j] = i;
        return true;
    }

  private:
    std::vector<Node> parent_;
    std::vector<unsigned char> rank_;
};

}  // namespace frenemy
