#include "frenemy/constraints/apart.hpp"
#include "frenemy/constraints/apart_repair.hpp"
#include "frenemy/core/attracting_components.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

void bind_apart(nb::module_& m) {
    m.def(
        "attracting_components",
        [](const Graph& graph, ArrayIn<Node> labels) {
            Labels parts;
            {
                nb::gil_scoped_release release;
                parts = attracting_components(graph, as_span(labels));
            }
            return as_numpy(std::move(parts));
        },
        nb::arg("graph"), nb::arg("labels"),
        "Every cluster split into its connected components over attracting pairs.");
    m.def(
        "is_kept_apart",
        [](ArrayIn<Node> labels, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<Node> nodes, ArrayIn<Node> tokens) {
            return is_kept_apart(as_span(labels), {as_span(u), as_span(v), as_span(nodes), as_span(tokens)});
        },
        nb::arg("labels"), nb::arg("u"), nb::arg("v"), nb::arg("nodes"), nb::arg("tokens"),
        nb::call_guard<nb::gil_scoped_release>(), "Whether labels in 0..n-1 satisfy all cannot-link constraints.");
    m.def(
        "keep_apart",
        [](const Graph& graph, ArrayIn<Node> labels, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<Node> nodes,
           ArrayIn<Node> tokens, PythonRun& run) {
            Labels kept = as_vector(labels);
            {
                nb::gil_scoped_release release;
                const Apart apart{as_span(u), as_span(v), as_span(nodes), as_span(tokens)};
                kept = keep_apart(graph, std::move(kept), apart, run);
            }
            run.rethrow_callback_error();
            return as_numpy(std::move(kept));
        },
        nb::arg("graph"), nb::arg("labels"), nb::arg("u"), nb::arg("v"), nb::arg("nodes"), nb::arg("tokens"),
        nb::arg("run"), "Labels in 0..n-1, repaired to satisfy all cannot-link constraints.");
    m.def(
        "forbidden_attraction",
        [](const Graph& graph, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<Node> nodes, ArrayIn<Node> tokens) {
            return forbidden_attraction(graph, {as_span(u), as_span(v), as_span(nodes), as_span(tokens)});
        },
        nb::arg("graph"), nb::arg("u"), nb::arg("v"), nb::arg("nodes"), nb::arg("tokens"),
        nb::call_guard<nb::gil_scoped_release>(), "Total weight of the attracting pairs that must be apart.");
}

}  // namespace frenemy::bindings
