#include <cstdint>

#include "frenemy/lower_bound.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

void bind_bounds(nb::module_& m) {
    nb::class_<LowerBound>(m, "LowerBound", "An energy that no clustering goes below; it rises with work.")
        .def(nb::init<const Graph&>(), nb::arg("graph"), nb::keep_alive<1, 2>(),
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("value", &LowerBound::value)
        .def_prop_ro("is_whole", &LowerBound::is_whole, "Whether every weight, and so every energy, is a whole number.")
        .def_prop_ro("paid", &LowerBound::paid, "The same, not rounded up even if energies are whole.")
        .def(
            "slack",
            [](const LowerBound& self) {
                std::vector<double> values;
                {
                    nb::gil_scoped_release release;
                    values = self.slack();
                }
                return as_numpy(std::move(values));
            },
            "(n_edges,): how much more it costs at least to go against a listed pair; empty before anything is packed.")
        .def(
            "prices",
            [](const LowerBound& self) {
                std::vector<double> prices;
                {
                    nb::gil_scoped_release release;
                    prices = self.prices();
                }
                return as_numpy(std::move(prices));
            },
            "(n_edges,): what going against each listed pair costs, in 0..1, where every conflict costs 1 or more.")
        .def(
            "pack",
            [](LowerBound& self, std::int64_t most_looks, PythonRun& run) {
                {
                    nb::gil_scoped_release release;
                    self.pack(most_looks, run);
                }
                run.raise_kept_error();
            },
            nb::arg("most_looks"), nb::arg("run"))
        .def(
            "search",
            [](LowerBound& self, PythonRun& run) {
                {
                    nb::gil_scoped_release release;
                    self.search(run);
                }
                run.raise_kept_error();
            },
            nb::arg("run"));
}

}  // namespace frenemy::bindings
