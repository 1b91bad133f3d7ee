#include <nanobind/stl/tuple.h>

#include "frenemy/cuts/cut_search.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

namespace {

using Found =
    std::tuple<ArrayOut<std::int64_t>, ArrayOut<std::uint32_t>, ArrayOut<double>, ArrayOut<double>, ArrayOut<double>>;

void check_prices(const CutSearch& search, const ArrayIn<double>& prices) {
    if (prices.shape(0) == search.n_pairs()) return;
    throw std::invalid_argument("prices must be one for each of " + std::to_string(search.n_pairs()) + " pairs, got " +
                                std::to_string(prices.shape(0)));
}

/// Runs a search with the GIL released; returns rows as offsets, pairs, signs, right-hand sides and violations.
template <class Search>
Found find(CutSearch& search, const ArrayIn<double>& prices, PythonRun& run, const Search& work) {
    check_prices(search, prices);
    Cuts cuts;
    {
        nb::gil_scoped_release release;
        cuts = work(as_span(prices));
    }
    run.rethrow_callback_error();
    return {as_numpy(std::move(cuts.offsets())), as_numpy(std::move(cuts.pairs())), as_numpy(std::move(cuts.signs())),
            as_numpy(std::move(cuts.right_hand_sides())), as_numpy(std::move(cuts.violations()))};
}

}  // namespace

void bind_cuts(nb::module_& m) {
    nb::class_<CutSearch>(m, "CutSearch", "Finds inequalities that prices of pairs violate.")
        .def(
            "__init__",
            [](CutSearch* self, Node n_nodes, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<double> w) {
                new (self) CutSearch(n_nodes, as_span(u), as_span(v), as_span(w));
            },
            nb::arg("n_nodes"), nb::arg("u"), nb::arg("v"), nb::arg("w"))
        .def_prop_ro("n_pairs", &CutSearch::n_pairs)
        .def(
            "conflicts",
            [](CutSearch& self, ArrayIn<double> prices, double min_violation, PythonRun& run) {
                return find(self, prices, run, [&](auto point) { return self.conflicts(point, min_violation, run); });
            },
            nb::arg("prices"), nb::arg("min_violation"), nb::arg("run"))
        .def(
            "triangles",
            [](CutSearch& self, ArrayIn<double> prices, double min_violation, std::size_t max_per_pair,
               bool only_conflicts, PythonRun& run) {
                return find(self, prices, run, [&](auto point) {
                    return self.triangles(point, min_violation, max_per_pair, only_conflicts, run);
                });
            },
            nb::arg("prices"), nb::arg("min_violation"), nb::arg("max_per_pair"), nb::arg("only_conflicts"),
            nb::arg("run"))
        .def(
            "cycles",
            [](CutSearch& self, ArrayIn<double> prices, double min_violation, PythonRun& run) {
                return find(self, prices, run, [&](auto point) { return self.cycles(point, min_violation, run); });
            },
            nb::arg("prices"), nb::arg("min_violation"), nb::arg("run"))
        .def(
            "stars",
            [](CutSearch& self, ArrayIn<double> prices, double min_violation, PythonRun& run) {
                return find(self, prices, run, [&](auto point) { return self.stars(point, min_violation, run); });
            },
            nb::arg("prices"), nb::arg("min_violation"), nb::arg("run"))
        .def(
            "wheels",
            [](CutSearch& self, ArrayIn<double> prices, double min_violation, PythonRun& run) {
                return find(self, prices, run, [&](auto point) { return self.wheels(point, min_violation, run); });
            },
            nb::arg("prices"), nb::arg("min_violation"), nb::arg("run"))
        .def(
            "components",
            [](const CutSearch& self, ArrayIn<double> prices, double max_price) {
                check_prices(self, prices);
                return as_numpy(self.components(as_span(prices), max_price));
            },
            nb::arg("prices"), nb::arg("max_price"));
}

}  // namespace frenemy::bindings
