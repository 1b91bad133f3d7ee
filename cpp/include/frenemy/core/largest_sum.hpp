#pragma once

#include <limits>

namespace frenemy {

/// The largest sum of the absolute weights of a problem. Solvers add and subtract such sums a few times; if one became
/// infinite, differences would be NaN, which is never better or worse than anything, and loops that wait for "nothing
/// better" could cycle.
constexpr double largest_sum = std::numeric_limits<double>::max() / 16.0;

}  // namespace frenemy
