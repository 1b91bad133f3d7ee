#include <nanobind/stl/tuple.h>

#include <tuple>

#include "frenemy/explain/explanation.hpp"
#include "frenemy/explain/strongest_chain.hpp"
#include "frenemy/explain/violated_pairs.hpp"
#include "frenemy/flow/signed_cut.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

namespace {

using Cut = std::tuple<ArrayOut<std::uint8_t>, double, double>;

nb::dict explained(const Graph& graph, ArrayIn<Node> labels, Node n_clusters, ArrayIn<Node> linked, ArrayIn<Node> u,
                   ArrayIn<Node> v, ArrayIn<Node> nodes, ArrayIn<Node> tokens, Node n_tokens, const Graph* base) {
    Explanation found;
    {
        nb::gil_scoped_release release;
        const Apart apart{as_span(u), as_span(v), as_span(nodes), as_span(tokens)};
        found = explain(graph, {as_span(labels), n_clusters, as_span(linked), apart, n_tokens, base}, raise_signals);
    }
    nb::dict clusters;
    clusters["inside_attraction"] = as_numpy(std::move(found.inside_attraction));
    clusters["inside_repulsion"] = as_numpy(std::move(found.inside_repulsion));
    clusters["cut_attraction"] = as_numpy(std::move(found.cut_attraction));
    clusters["cut_repulsion"] = as_numpy(std::move(found.cut_repulsion));
    clusters["weakest_node"] = as_numpy(std::move(found.weakest_node));
    clusters["nearest"] = as_numpy(std::move(found.nearest));
    clusters["merge_cost"] = as_numpy(std::move(found.merge_cost));
    nb::dict violations;
    violations["n_apart"] = found.violations.n_apart;
    violations["weight_apart"] = found.violations.weight_apart;
    violations["n_together"] = found.violations.n_together;
    violations["weight_together"] = found.violations.weight_together;
    violations["n_unlisted"] = found.violations.n_unlisted;
    violations["weight_unlisted"] = found.violations.weight_unlisted;
    nb::dict all;
    all["margins"] = as_numpy(std::move(found.margin));
    all["runner_up"] = as_numpy(std::move(found.runner_up));
    all["members"] = as_numpy(std::move(found.members));
    all["begin"] = as_numpy(std::move(found.begin));
    all["clusters"] = clusters;
    all["violations"] = violations;
    return all;
}

/// An interrupted cut is useless: Ctrl-C raises.
Cut as_tuple(SignedCut&& cut, PythonRun& run) {
    run.rethrow_callback_error();
    if (run.is_stopped()) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
    return {as_numpy(std::move(cut.side)), cut.cost, cut.lower_bound};
}

}  // namespace

void bind_explain(nb::module_& m) {
    m.def("explain", &explained, nb::arg("graph"), nb::arg("labels"), nb::arg("n_clusters"), nb::arg("linked"),
          nb::arg("u"), nb::arg("v"), nb::arg("nodes"), nb::arg("tokens"), nb::arg("n_tokens"), nb::arg("base").none(),
          "Margins and runners-up of nodes and the cohesion of clusters, in one pass.");
    m.def(
        "violated_pairs",
        [](const Graph& graph, ArrayIn<Node> labels, bool want_apart, bool want_together, std::size_t max_pairs) {
            std::vector<Node> u, v;
            std::vector<double> weight;
            {
                nb::gil_scoped_release release;
                for (const ViolatedPair& pair :
                     violated_pairs(graph, as_span(labels), want_apart, want_together, max_pairs, raise_signals)) {
                    u.push_back(pair.u);
                    v.push_back(pair.v);
                    weight.push_back(pair.weight);
                }
            }
            return std::make_tuple(as_numpy(std::move(u)), as_numpy(std::move(v)), as_numpy(std::move(weight)));
        },
        nb::arg("graph"), nb::arg("labels"), nb::arg("want_apart"), nb::arg("want_together"), nb::arg("max_pairs"),
        "The strongest listed pairs that are treated against their sign.");
    m.def(
        "strongest_chain",
        [](const Graph& graph, Node u, Node v) {
            std::vector<Node> chain;
            {
                nb::gil_scoped_release release;
                chain = strongest_chain(graph, u, v, raise_signals);
            }
            return as_numpy(std::move(chain));
        },
        nb::arg("graph"), nb::arg("u"), nb::arg("v"), "The nodes of the widest path over attracting pairs.");
    m.def(
        "cheapest_separation",
        [](const Graph& graph, Node u, Node v, PythonRun& run) {
            SignedCut cut;
            {
                nb::gil_scoped_release release;
                cut = cheapest_separation(graph, u, v, run);
            }
            return as_tuple(std::move(cut), run);
        },
        nb::arg("graph"), nb::arg("u"), nb::arg("v"), nb::arg("run"),
        "Sides, cost and lower bound of a cut between two nodes.");
    m.def(
        "cheapest_split",
        [](const Graph& graph, PythonRun& run) {
            SignedCut cut;
            {
                nb::gil_scoped_release release;
                cut = cheapest_split(graph, run);
            }
            return as_tuple(std::move(cut), run);
        },
        nb::arg("graph"), nb::arg("run"), "Sides, cost and lower bound of a cut of all nodes.");
}

}  // namespace frenemy::bindings
