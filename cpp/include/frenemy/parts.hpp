#pragma once

#include <span>

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// A clustering finer than another one: the part of each node, 0..n_parts-1.
struct Parts {
    Labels of;
    Node n_parts;
};

/// Splits every cluster into parts that hold together, by joining its nodes anew: in random order, each node that
/// nobody has joined yet joins the part of its cluster that attracts it most, if any does. The refinement of Traag,
/// Waltman & van Eck, "From Louvain to Leiden" (2019), with the best part instead of a random one. Stops joining if the
/// run expires.
Parts split_into_parts(const Graph& graph, std::span<const Node> labels, Rng& rng, Run& run);

/// The parts in which two clusterings agree: nodes together in both. Labels are 0..n-1.
Parts overlay(std::span<const Node> a, std::span<const Node> b);

}  // namespace frenemy
