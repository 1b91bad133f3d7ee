#pragma once

#include "frenemy/rng.hpp"

namespace frenemy {

/// Uniform in [0, 1), and never rounded up to 1.
inline double uniform(Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1.0p-53; }

}  // namespace frenemy
