#pragma once

#include <cstdint>

#include "frenemy/core/run.hpp"

namespace frenemy {

/// For work that must produce an answer: it may continue for a short grace period after its run has expired. Reads the
/// clock only every few thousand steps.
class GracePeriod {
  public:
    explicit GracePeriod(Run& run) : run_(run) { is_over(0); }

    /// Whether the grace period is over. Call before the next `steps` steps.
    bool is_over(std::int64_t steps) {
        if (is_over_) return true;
        left_ -= steps;
        if (left_ > 0) return false;
        left_ = steps_between_checks;
        if (!run_.expired()) return false;
        const double now = run_.seconds();
        if (ends_ < 0.0) ends_ = now + seconds;
        return is_over_ = now >= ends_;
    }

  private:
    static constexpr std::int64_t steps_between_checks = 1 << 13;
    static constexpr double seconds = 0.04;

    Run& run_;
    std::int64_t left_ = 0;
    double ends_ = -1.0;  // set when the run has first expired
    bool is_over_ = false;
};

}  // namespace frenemy
