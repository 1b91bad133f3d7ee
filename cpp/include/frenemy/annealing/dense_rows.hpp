#pragma once

#include <cstddef>
#include <cstdint>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// The two loops of `DenseTable`, in the widest vector registers of the machine. All arithmetic is on whole numbers, or
/// rounds each operation by itself, so the results are the same on every machine. Rows are a multiple of `block` long.
struct DenseRows {
    static constexpr std::size_t block = 16;  // nodes

    /// The first node from `from` on that is in another cluster and for which moving costs less than its draw allows, or
    /// `width`. A move costs the attraction to its own cluster minus that `there`.
    std::size_t (*first_willing)(const std::int32_t* own, const std::int32_t* there, const Node* labels,
                                 const float* draws, std::size_t from, std::size_t width, Node cluster, float limit);
    /// What the row `w` of a moved node changes: its old cluster's row, its new one's, and what members of the two are
    /// attracted by.
    void (*shift)(std::int32_t* left, std::int32_t* joined, std::int32_t* own, const Node* labels,
                  const std::int32_t* w, std::size_t width, Node home, Node to);
};

/// Those for this machine.
const DenseRows& dense_rows();

}  // namespace frenemy
