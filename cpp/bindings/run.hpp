#pragma once

#include <exception>

#include "frenemy/core/run.hpp"

namespace frenemy::bindings {

/// A run started from Python: Ctrl-C cancels it, and an exception raised by a callback is rethrown after the solver has
/// returned.
class PythonRun : public Run {
  public:
    using Run::Run;
    std::exception_ptr error;

    void rethrow_callback_error() {
        if (error) std::rethrow_exception(std::exchange(error, nullptr));
    }
};

}  // namespace frenemy::bindings
