#include <cstdint>

#include "frenemy/bounds/lower_bound.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

void bind_bounds(nb::module_& m) {
    nb::class_<LowerBound>(m, "LowerBound", "A lower bound on the energy of all clusterings.")
        .def(nb::init<const Graph&>(), nb::arg("graph"), nb::keep_alive<1, 2>(),
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("value", &LowerBound::value)
        .def_prop_ro("is_whole", &LowerBound::is_whole, "Whether all weights, and so all energies, are integers.")
        .def_prop_ro("paid", &LowerBound::paid, "The bound before rounding up to an integer.")
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
            "(n_edges,): lower bound on the extra cost of violating each listed pair; empty before packing.")
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
            "(n_edges,): the price of violating each listed pair, in 0..1; every conflict costs at least 1.")
        .def(
            "pack",
            [](LowerBound& self, std::int64_t max_visits, PythonRun& run) {
                {
                    nb::gil_scoped_release release;
                    self.pack(max_visits, run);
                }
                run.rethrow_callback_error();
            },
            nb::arg("max_visits"), nb::arg("run"))
        .def(
            "search",
            [](LowerBound& self, std::int64_t max_work, PythonRun& run) {
                {
                    nb::gil_scoped_release release;
                    self.search(max_work, run);
                }
                run.rethrow_callback_error();
            },
            nb::arg("max_work"), nb::arg("run"));
}

}  // namespace frenemy::bindings
