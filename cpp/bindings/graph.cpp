#include "frenemy/core/graph.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include "frenemy/core/added_pairs.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/core/contraction.hpp"
#include "labels.hpp"
#include "run.hpp"

namespace frenemy::bindings {

namespace {

/// The pairs u < v with their total weights or only their excess.
std::tuple<ArrayOut<Node>, ArrayOut<Node>, ArrayOut<double>> edges(const Graph& graph, bool is_excess) {
    std::vector<Node> u, v;
    std::vector<double> w;
    {
        nb::gil_scoped_release release;
        const auto n_edges = static_cast<std::size_t>(graph.n_edges());
        u.reserve(n_edges);
        v.reserve(n_edges);
        w.reserve(n_edges);
        for (Node i = 0; i < graph.n_nodes(); ++i) {
            const auto row = graph.neighbors(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node j = row.nodes[a];
                if (j < i) continue;
                u.push_back(i);
                v.push_back(j);
                w.push_back(row.weights[a] + (is_excess ? 0.0 : graph.missing() * (graph.size(i) * graph.size(j))));
            }
        }
    }
    return {as_numpy(std::move(u)), as_numpy(std::move(v)), as_numpy(std::move(w))};
}

/// A view of memory that the graph owns; it keeps the graph alive.
template <class T>
nb::ndarray<const T, nb::numpy, nb::ndim<1>> view(nb::handle owner, std::span<const T> values) {
    return {values.data(), {values.size()}, owner};
}

/// Contracts until the run expires.
std::optional<Graph> contract_in_time(const Graph& graph, ArrayIn<Node> labels, Node n_clusters, PythonRun& run) {
    struct Expired {};
    std::optional<Graph> contracted;
    {
        nb::gil_scoped_release release;
        try {
            contracted = contract(graph, as_span(labels), n_clusters, [&] {
                if (run.expired()) throw Expired{};
            });
        } catch (const Expired&) {
        }
    }
    run.rethrow_callback_error();
    return contracted;
}

}  // namespace

void bind_graph(nb::module_& m) {
    nb::class_<Graph>(m, "Graph", "A checked signed problem in compressed rows. Immutable.")
        .def_static(
            "from_edges",
            [](Node n_nodes, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<double> w, double missing,
               std::optional<ArrayIn<double>> sizes, bool is_excess) {
                std::vector<double> node_sizes;
                if (sizes) node_sizes = as_vector(*sizes);
                nb::gil_scoped_release release;
                return Graph::from_edges(n_nodes, as_span(u), as_span(v), as_span(w), missing, std::move(node_sizes),
                                         is_excess, raise_signals);
            },
            nb::arg("n_nodes"), nb::arg("u"), nb::arg("v"), nb::arg("w"), nb::arg("missing"), nb::arg("sizes").none(),
            nb::arg("is_excess"))
        .def_prop_ro("n_nodes", &Graph::n_nodes)
        .def_prop_ro("n_edges", &Graph::n_edges)
        .def_prop_ro("n_self_loops", &Graph::n_self_loops)
        .def_prop_ro("missing", &Graph::missing)
        .def_prop_ro("has_sizes", &Graph::has_sizes)
        .def_prop_ro("sizes", [](nb::handle self) { return view(self, nb::cast<const Graph&>(self).sizes()); })
        .def_prop_ro("offsets", [](nb::handle self) { return view(self, nb::cast<const Graph&>(self).offsets()); })
        .def_prop_ro("neighbors", [](nb::handle self) { return view(self, nb::cast<const Graph&>(self).neighbors()); })
        .def_prop_ro("weights", [](nb::handle self) { return view(self, nb::cast<const Graph&>(self).weights()); })
        .def("edges", &edges, nb::arg("is_excess"))
        .def(
            "energy", [](const Graph& graph, ArrayIn<Node> labels) { return graph.energy(as_span(labels)); },
            nb::arg("labels"), nb::call_guard<nb::gil_scoped_release>())
        .def("total_weight", &Graph::total_weight, nb::call_guard<nb::gil_scoped_release>())
        .def("repelling_weight", &Graph::repelling_weight, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "contract",
            [](const Graph& graph, ArrayIn<Node> labels, Node n_clusters) {
                return contract(graph, as_span(labels), n_clusters, raise_signals);
            },
            nb::arg("labels"), nb::arg("n_clusters"), nb::call_guard<nb::gil_scoped_release>())
        .def("contract_in_time", contract_in_time, nb::arg("labels"), nb::arg("n_clusters"), nb::arg("run"),
             "The same, or None if the run expires.")
        .def(
            "with_added",
            [](const Graph& graph, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<double> w) {
                return with_added(graph, as_span(u), as_span(v), as_span(w));
            },
            nb::arg("u"), nb::arg("v"), nb::arg("w"), nb::call_guard<nb::gil_scoped_release>(),
            "The graph with weights added to some pairs, which are u < v, sorted and distinct.")
        .def("completed", &Graph::completed, nb::call_guard<nb::gil_scoped_release>(),
             "The same problem with every pair listed.")
        .def(
            "attraction", [](const Graph& graph) { return as_numpy(attraction(graph)); },
            "For each node the total weight of its attracting pairs.")
        .def(
            "restrict",
            [](const Graph& graph, ArrayIn<Node> nodes) { return restrict_to(graph, as_vector(nodes), raise_signals); },
            nb::arg("nodes"), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "connected_components",
            [](const Graph& graph, ArrayIn<Node> labels) {
                return as_numpy(connected_components(graph, as_span(labels)));
            },
            nb::arg("labels"));

    m.def(
        "contiguous",
        [](ArrayIn<Node> labels) { return as_numpy(contiguous(checked_labels(labels, labels.shape(0)))); },
        nb::arg("labels"), "Labels in 0..n-1, renumbered 0..k-1 by first appearance.");
}

}  // namespace frenemy::bindings
