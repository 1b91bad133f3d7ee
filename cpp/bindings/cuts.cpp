#include <nanobind/stl/tuple.h>

#include "frenemy/cuts/cut_search.hpp"
#include "frenemy/cuts/first_order_program.hpp"
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
            "two_partitions",
            [](CutSearch& self, ArrayIn<double> prices, double min_violation, int max_nodes, PythonRun& run) {
                return find(self, prices, run,
                            [&](auto point) { return self.two_partitions(point, min_violation, max_nodes, run); });
            },
            nb::arg("prices"), nb::arg("min_violation"), nb::arg("max_nodes"), nb::arg("run"))
        .def(
            "components",
            [](const CutSearch& self, ArrayIn<double> prices, double max_price) {
                check_prices(self, prices);
                return as_numpy(self.components(as_span(prices), max_price));
            },
            nb::arg("prices"), nb::arg("max_price"));

    const auto copy = [](const std::vector<double>& values) { return as_numpy(std::vector<double>(values)); };
    nb::class_<FirstOrderProgram::State>(m, "FirstOrderState",
                                         "The rows of a linear program that count, and its point.");
    nb::class_<FirstOrderProgram>(m, "FirstOrderProgram", "A linear program, solved approximately; rows come and go.")
        .def(
            "__init__",
            [](FirstOrderProgram* self, ArrayIn<double> costs) {
                const auto all = as_span(costs);
                new (self) FirstOrderProgram(std::vector<double>(all.begin(), all.end()));
            },
            nb::arg("costs"))
        .def_prop_ro("n_rows", &FirstOrderProgram::n_rows)
        .def(
            "add_rows",
            [](FirstOrderProgram& self, ArrayIn<std::int64_t> offsets, ArrayIn<std::uint32_t> pairs,
               ArrayIn<double> signs,
               ArrayIn<double> rhs) { self.add_rows(as_span(offsets), as_span(pairs), as_span(signs), as_span(rhs)); },
            nb::arg("offsets"), nb::arg("pairs"), nb::arg("signs"), nb::arg("rhs"))
        .def(
            "keep_rows",
            [](FirstOrderProgram& self, ArrayIn<std::uint8_t> is_kept) { self.keep_rows(as_span(is_kept)); },
            nb::arg("is_kept"))
        .def(
            "set_bounds",
            [](FirstOrderProgram& self, ArrayIn<double> lower, ArrayIn<double> upper) {
                self.set_bounds(as_span(lower), as_span(upper));
            },
            nb::arg("lower"), nb::arg("upper"))
        .def("saved", &FirstOrderProgram::saved)
        .def("restore", &FirstOrderProgram::restore, nb::arg("state"))
        .def(
            "solve",
            [](FirstOrderProgram& self, int max_steps, double tolerance, double cutoff, PythonRun& run) {
                bool is_over = false;
                {
                    nb::gil_scoped_release release;
                    is_over = self.solve(max_steps, tolerance, cutoff, run);
                }
                run.rethrow_callback_error();
                return is_over;
            },
            nb::arg("max_steps"), nb::arg("tolerance"), nb::arg("cutoff"), nb::arg("run"))
        .def_prop_ro("bound", &FirstOrderProgram::bound)
        .def_prop_ro(
            "amounts", [copy](const FirstOrderProgram& self) { return copy(self.amounts()); }, nb::rv_policy::move)
        .def_prop_ro(
            "reduced", [copy](const FirstOrderProgram& self) { return copy(self.reduced()); }, nb::rv_policy::move)
        .def_prop_ro(
            "values", [copy](const FirstOrderProgram& self) { return copy(self.values()); }, nb::rv_policy::move);
}

}  // namespace frenemy::bindings
