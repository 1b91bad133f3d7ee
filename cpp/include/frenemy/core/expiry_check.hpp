#pragma once

#include <cstdint>

#include "frenemy/core/run.hpp"

namespace frenemy {

/// Checks whether a run has expired, but only every few thousand steps of work.
class ExpiryCheck {
  public:
    explicit ExpiryCheck(Run& run) : run_(run) {}

    /// Whether to stop. Call before the next `steps` steps.
    bool is_over(std::int64_t steps) {
        left_ -= steps;
        if (left_ > 0) return false;
        left_ = steps_between_checks;
        return run_.expired();
    }

  private:
    static constexpr std::int64_t steps_between_checks = 1 << 13;

    Run& run_;
    std::int64_t left_ = steps_between_checks;
};

}  // namespace frenemy
