#pragma once

#include <exception>

#include "frenemy/run.hpp"

namespace frenemy::bindings {

/// A run that Python started: Ctrl-C cancels it, and an exception raised by a callback is kept until the solver has
/// returned.
class PythonRun : public Run {
  public:
    using Run::Run;
    std::exception_ptr error;

    void raise_kept_error() {
        if (error) std::rethrow_exception(std::exchange(error, nullptr));
    }
};

}  // namespace frenemy::bindings
