#pragma once

#include <cstdint>

#include "frenemy/run.hpp"

namespace frenemy {

/// Asks a run whether it has expired, but only every few thousand steps of work.
class Watch {
  public:
    explicit Watch(Run& run) : run_(run) {}

    /// Whether to stop, before so many more steps.
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
