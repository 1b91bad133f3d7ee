#include "run.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "numpy.hpp"

namespace frenemy::bindings {

namespace {

/// Stores the current Python exception and requests a stop.
bool keep_error(PythonRun& run) {
    if (!run.error) run.error = std::current_exception();
    return true;
}

bool is_interrupted(PythonRun& run) {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() == 0) return false;
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
        PyErr_Clear();  // Ctrl-C is not an error: the solver returns its best labels
        return true;
    }
    try {
        throw nb::python_error();
    } catch (...) {
        return keep_error(run);
    }
}

bool report_round(PythonRun& run, const nb::callable& on_round, const Round& round, std::span<const Node> labels) {
    nb::gil_scoped_acquire gil;
    try {
        const auto n_rounds = run.history().size();
        nb::object answer = on_round(n_rounds, round.seconds, round.energy, round.n_clusters,
                                     as_numpy(std::vector<Node>(labels.begin(), labels.end())));
        return nb::cast<bool>(answer);
    } catch (nb::python_error& error) {
        if (error.matches(PyExc_KeyboardInterrupt)) return true;
        return keep_error(run);
    } catch (...) {
        return keep_error(run);
    }
}

}  // namespace

void bind_run(nb::module_& m) {
    nb::enum_<Status>(m, "Status", "Why a run ended.")
        .value("CONVERGED", Status::converged)
        .value("OPTIMAL", Status::optimal)
        .value("TIME_LIMIT", Status::time_limit)
        .value("ROUND_LIMIT", Status::round_limit)
        .value("STALLED", Status::stalled)
        .value("TARGET_REACHED", Status::target_reached)
        .value("CANCELLED", Status::cancelled);

    nb::class_<PythonRun>(m, "Run", "The clock, random numbers, log and threads of one solve.")
        .def(
            "__init__",
            [](PythonRun* self, std::optional<double> seconds, std::optional<std::int64_t> rounds,
               std::optional<std::int64_t> stall, std::optional<double> target, std::uint64_t seed, int threads,
               std::optional<nb::callable> on_round) {
                Limits limits;
                if (seconds) limits.seconds = *seconds;
                if (rounds) limits.rounds = *rounds;
                if (stall) limits.stall = *stall;
                if (target) limits.target = *target;
                new (self) PythonRun(limits, seed, threads);
                self->poll = [self] { return is_interrupted(*self); };
                if (on_round) {
                    self->on_round = [self, callback = *on_round](const Round& round, std::span<const Node> labels) {
                        return report_round(*self, callback, round, labels);
                    };
                }
            },
            nb::arg("seconds").none(), nb::arg("rounds").none(), nb::arg("stall").none(), nb::arg("target").none(),
            nb::arg("seed"), nb::arg("threads"), nb::arg("on_round").none())
        .def_static(
            "inside",
            [](PythonRun& outer, std::optional<double> seconds, std::optional<std::int64_t> rounds,
               nb::callable on_round) {
                Limits limits;
                if (seconds) limits.seconds = *seconds;
                if (rounds) limits.rounds = *rounds;
                auto run = std::make_unique<PythonRun>(Run::Inside{outer, limits});
                run->on_round = [self = run.get(), on_round](const Round& round, std::span<const Node> labels) {
                    return report_round(*self, on_round, round, labels);
                };
                return run;
            },
            nb::arg("outer"), nb::arg("seconds").none(), nb::arg("rounds").none(), nb::arg("on_round"),
            nb::keep_alive<0, 1>(),
            "A run that shares the outer one's clock, seed and end, and reports its rounds to `on_round`.")
        .def("expired", &PythonRun::expired, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "round_done",
            [](PythonRun& run, double energy, Node n_clusters, ArrayIn<Node> labels) {
                bool is_over;
                {
                    nb::gil_scoped_release release;
                    is_over = run.round_done(energy, n_clusters, as_span(labels));
                }
                run.rethrow_callback_error();
                return is_over;
            },
            nb::arg("energy"), nb::arg("n_clusters"), nb::arg("labels"))
        .def("cancel", &PythonRun::cancel)
        .def_prop_ro("status", &PythonRun::status)
        .def_prop_ro("is_stopped", &PythonRun::is_stopped)
        .def_prop_ro("seconds", &PythonRun::seconds)
        .def_prop_ro("seed", &PythonRun::seed)
        .def_prop_ro("threads", &PythonRun::threads)
        .def_prop_ro("history", [](const PythonRun& run) {
            std::vector<std::tuple<double, double, Node>> rows;
            for (const Round& round : run.history()) rows.emplace_back(round.seconds, round.energy, round.n_clusters);
            return rows;
        });
}

}  // namespace frenemy::bindings
