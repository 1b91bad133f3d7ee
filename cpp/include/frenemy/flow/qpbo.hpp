#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/run.hpp"
#include "frenemy/flow/binary_energy.hpp"
#include "frenemy/flow/signed_flow.hpp"

namespace frenemy {

/// Labels 0 and 1 where roof duality determines them, `unlabelled` elsewhere.
struct PartialLabels {
    static constexpr std::int8_t unlabelled = -1;
    std::vector<std::int8_t> labels;
    double lower_bound;  // no labelling costs less
};

/// QPBO: roof duality by maximum flow. The labels found hold in every optimum (strong persistency); with `is_weak` also
/// labels that hold jointly in some optimum (weak persistency). Boros & Hammer, "Pseudo-Boolean optimization" (2002),
/// section 5; Rother, Kolmogorov, Lempitsky, Szummer, "Optimizing binary MRFs via extended roof duality" (CVPR 2007),
/// section 2.
PartialLabels roof_duality(const BinaryEnergy& energy, bool is_weak, Run& run);

/// QPBO-I ("Improve"): fixes the variables that are still undecided to their labels in `start`, one by one in the given
/// order, and accepts all labels that follow. The result costs at most as much as `start`, and no single flip improves
/// it. If the run expires, keeps the labels decided so far. Rother et al. 2007, section 3.2.
std::vector<std::uint8_t> improve(const BinaryEnergy& energy, std::vector<std::uint8_t> start,
                                  std::span<const Node> order, Run& run);

/// Whether Improve fixes one node per search, as Rother et al. do, or several at once where each of them alone would
/// decide only itself.
enum class Fixing { one_by_one, in_batches };

/// The core of Improve, for callers that build many flows and reuse their memory: decides `fixed` (the terminal of
/// unary terms, or -1 for none) and then every undecided node in `order`. False if the run expired.
bool decide_in_order(SignedFlow& flow, Node fixed, std::span<const Node> order, Fixing fixing, Run& run);

/// Sets x to the labels decided by a flow that was built with the gauge `start`, and to `start` elsewhere.
void take_over_labels(const SignedFlow& flow, std::span<const std::uint8_t> start, std::span<std::uint8_t> x);

}  // namespace frenemy
