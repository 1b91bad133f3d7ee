#include "frenemy/apart.hpp"

#include "frenemy/apart_repair.hpp"
#include "frenemy/attracted_parts.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

void bind_apart(nb::module_& m) {
    m.def(
        "attracted_parts",
        [](const Graph& graph, ArrayIn<Node> labels) {
            Labels parts;
            {
                nb::gil_scoped_release release;
                parts = attracted_parts(graph, as_span(labels));
            }
            return as_numpy(std::move(parts));
        },
        nb::arg("graph"), nb::arg("labels"), "Every cluster split into the parts that attracting pairs connect.");
    m.def(
        "is_kept_apart",
        [](ArrayIn<Node> labels, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<Node> nodes, ArrayIn<Node> tokens) {
            return is_kept_apart(as_span(labels), {as_span(u), as_span(v), as_span(nodes), as_span(tokens)});
        },
        nb::arg("labels"), nb::arg("u"), nb::arg("v"), nb::arg("nodes"), nb::arg("tokens"),
        nb::call_guard<nb::gil_scoped_release>(), "Whether labels in 0..n-1 join nothing that must be apart.");
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
            run.raise_kept_error();
            return as_numpy(std::move(kept));
        },
        nb::arg("graph"), nb::arg("labels"), nb::arg("u"), nb::arg("v"), nb::arg("nodes"), nb::arg("tokens"),
        nb::arg("run"), "Labels in 0..n-1, split where they join what must be apart.");
    m.def(
        "forbidden_attraction",
        [](const Graph& graph, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<Node> nodes, ArrayIn<Node> tokens) {
            return forbidden_attraction(graph, {as_span(u), as_span(v), as_span(nodes), as_span(tokens)});
        },
        nb::arg("graph"), nb::arg("u"), nb::arg("v"), nb::arg("nodes"), nb::arg("tokens"),
        nb::call_guard<nb::gil_scoped_release>(), "Weight of the pairs that attract and must be apart.");
}

}  // namespace frenemy::bindings
