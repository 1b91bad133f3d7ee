#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/binary_energy.hpp"
#include "frenemy/run.hpp"
#include "frenemy/signed_flow.hpp"

namespace frenemy {

/// Labels 0 and 1 where roof duality knows them, `unlabelled` elsewhere.
struct PartialLabels {
    static constexpr std::int8_t unlabelled = -1;
    std::vector<std::int8_t> labels;
    double lower_bound;  // no labelling costs less
};

/// QPBO: roof duality by maximum flow. Every optimum has the labels found (strong persistency); with `is_weak` also
/// those that some optimum has, all at once. Boros & Hammer, "Pseudo-Boolean optimization" (2002), section 5; Rother,
/// Kolmogorov, Lempitsky, Szummer, "Optimizing binary MRFs via extended roof duality" (CVPR 2007), section 2.
PartialLabels roof_duality(const BinaryEnergy& energy, bool is_weak, Run& run);

/// QPBO-I ("Improve"): takes the variables in the given order, fixes each that is still undecided to its label in
/// `start`, and takes over all labels that follow. The result costs at most what `start` does, and no single flip
/// lowers it. If the run expires, what was decided until then is kept. Rother et al. 2007, section 3.2.
std::vector<std::uint8_t> improve(const BinaryEnergy& energy, std::vector<std::uint8_t> start,
                                  std::span<const Node> order, Run& run);

/// Whether Improve may fix several nodes at once where each of them alone would decide nothing but itself: one search
/// then does the work of many. The fixed set of Rother et al. grows by several nodes at a time instead of by one.
enum class Sharing { none, allowed };

/// The steps of Improve, for callers that build many flows and reuse their memory: decides `fixed` (the end of unary
/// terms, or -1 for none) and then every node of `order` that is still undecided. False if the run expired.
bool decide_in_order(SignedFlow& flow, Node fixed, std::span<const Node> order, Sharing sharing, Run& run);

/// The labels that a flow built with the gauge `start` has decided, and those of `start` elsewhere.
void take_over_labels(const SignedFlow& flow, std::span<const std::uint8_t> start, std::span<std::uint8_t> x);

}  // namespace frenemy
