#pragma once

#include <cstdint>

#include "frenemy/run.hpp"

namespace frenemy {

/// For work without which there is no answer: it goes on for a short while after its run has expired, and then has to
/// end as best it can. Asks the clock every few thousand steps only.
class Grace {
  public:
    explicit Grace(Run& run) : run_(run) { is_over(0); }

    /// Whether to end, before so many more steps.
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
    double ends_ = -1.0;  // set when the run is first seen to have expired
    bool is_over_ = false;
};

}  // namespace frenemy
