#pragma once

#include <cstddef>
#include <cstdint>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// The two loops of `DenseTable`, in the widest vector registers of the machine. All arithmetic is on whole numbers, or
/// rounds each operation by itself, so the results are the same on every machine. Rows are a multiple of `block` long.
struct DenseRows {
    static constexpr std::size_t block = 32;  // nodes

    /// A cluster that is proposed to the nodes. A move costs the attraction to a node's own cluster minus that `there`.
    struct Proposal {
        const std::int32_t* own;
        const std::int32_t* there;
        const float* draws;
        std::size_t width;
        float limit;
    };
    /// A moved node's row of weights, the rows of its old and its new cluster, and what attracts nodes to their own.
    template <class Weight>
    struct Shift {
        const Weight* weights;
        std::int32_t* left;
        std::int32_t* joined;
        std::int32_t* own;
        const Node* labels;
        std::size_t width;
        Node home, to;
    };

    /// The first node from the given one on for which moving costs less than `limit` times its draw, or `width`.
    std::size_t (*first_willing)(const Proposal&, std::size_t);
    /// Changes the two rows of the table and what attracts members of the two clusters.
    void (*shift)(const Shift<std::int32_t>&);
    void (*shift_short)(const Shift<std::int16_t>&);
};

/// Those for this machine.
const DenseRows& dense_rows();

}  // namespace frenemy
