#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>

#include "frenemy/core/transitivity.hpp"
#include "frenemy/multilevel/beginning.hpp"
#include "frenemy/reductions/reduction.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

namespace {

struct OutOfTime {};

Rules rules_by_name(const std::vector<std::string>& names) {
    Rules rules;
    for (const std::string& name : names) {
        std::size_t at = 0;
        while (at < n_rules && name != rule_names[at]) ++at;
        if (at == n_rules) {
            std::string known = rule_names[0];
            for (std::size_t k = 1; k < n_rules; ++k) known += std::string(", ") + rule_names[k];
            throw std::invalid_argument("unknown rule '" + name + "'; there are " + known);
        }
        rules.is_on[at] = true;
    }
    return rules;
}

}  // namespace

void bind_reductions(nb::module_& m) {
    nb::class_<Reduction>(
        m, "Reduction", "A smaller problem that preserves an optimal clustering, and the maps between labels of both.")
        .def_prop_ro(
            "kernel", [](const Reduction& self) { return self.kernel() ? &*self.kernel() : nullptr; },
            nb::rv_policy::reference_internal, nb::sig("def kernel(self) -> Graph | None"),
            "The smaller problem; None if no rule applied.")
        .def_prop_ro("offset", &Reduction::offset)
        .def_prop_ro(
            "counts",
            [](const Reduction& self) {
                nb::dict counts;
                for (std::size_t k = 0; k < n_rules; ++k) counts[rule_names[k]] = self.counts().times[k];
                return counts;
            },
            nb::sig("def counts(self) -> dict[str, int]"))
        .def(
            "lift",
            [](const Reduction& self, ArrayIn<Node> labels) {
                Reduction::Lifted lifted;
                {
                    nb::gil_scoped_release release;
                    lifted = self.lift(as_span(labels));
                }
                return std::pair(as_numpy(std::move(lifted.labels)), lifted.is_exact);
            },
            nb::arg("labels"), "Labels of the problem, and whether their energy is that of the kernel plus the offset.")
        .def(
            "project",
            [](const Reduction& self, ArrayIn<Node> labels) {
                Labels projected;
                {
                    nb::gil_scoped_release release;
                    projected = self.project(as_span(labels));
                }
                return as_numpy(std::move(projected));
            },
            nb::arg("labels"));

    std::vector<std::string> names(rule_names.begin(), rule_names.end());
    m.attr("HIGH_TRANSITIVITY") = high_transitivity;
    m.def(
        "transitivity", [](const Graph& graph) { return transitivity(graph, Rng(0)); }, nb::arg("graph"),
        nb::call_guard<nb::gil_scoped_release>());
    m.def("has_hubs", &starts_greedily, nb::arg("graph"), nb::call_guard<nb::gil_scoped_release>());
    m.def("dominated_share", &dominated_share, nb::arg("graph"), nb::call_guard<nb::gil_scoped_release>());
    m.attr("REDUCTION_RULES") = nb::tuple(nb::cast(names));
    m.def(
        "reduce",
        [](const Graph& graph, const std::vector<std::string>& rules, PythonRun* run) -> std::optional<Reduction> {
            const Rules chosen = rules_by_name(rules);
            const auto poll = [run] {
                if (run == nullptr)
                    raise_signals();
                else if (run->expired())
                    throw OutOfTime{};
            };
            nb::gil_scoped_release release;
            try {
                return reduce(graph, chosen, poll);
            } catch (const OutOfTime&) {
                return std::nullopt;
            }
        },
        nb::arg("graph"), nb::arg("rules"), nb::arg("run").none(), "None if the run expires first.");
}

}  // namespace frenemy::bindings
