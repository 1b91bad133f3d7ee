#include <nanobind/stl/tuple.h>

#include <tuple>

#include "frenemy/linkage/average_linkage.hpp"
#include "frenemy/linkage/persistent_groups.hpp"
#include "frenemy/linkage/shared_neighbors.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

void bind_linkage(nb::module_& m) {
    m.def(
        "average_linkage",
        [](const Graph& graph, PythonRun& run) {
            Joins joins;
            {
                nb::gil_scoped_release release;
                joins = average_linkage(graph, run);
            }
            run.rethrow_callback_error();
            return std::make_tuple(as_numpy(std::move(joins.a)), as_numpy(std::move(joins.b)),
                                   as_numpy(std::move(joins.weight)));
        },
        nb::arg("graph"), nb::arg("run"), "The joins of an average linkage of similarities, in order.");
    m.def(
        "persistent_groups",
        [](Node n_nodes, ArrayIn<Node> a, ArrayIn<Node> b, ArrayIn<double> weight, double floor, double pseudo,
           double highest, Node min_size, double least, double clear) {
            PersistentGroups found;
            {
                nb::gil_scoped_release release;
                found = persistent_groups(n_nodes, as_span(a), as_span(b), as_span(weight),
                                          {floor, pseudo, highest, min_size, least, clear});
            }
            return std::make_tuple(as_numpy(std::move(found.labels)), as_numpy(std::move(found.split)),
                                   as_numpy(std::move(found.join)), as_numpy(std::move(found.persistence)));
        },
        nb::arg("n_nodes"), nb::arg("a"), nb::arg("b"), nb::arg("weight"), nb::arg("floor"), nb::arg("pseudo"),
        nb::arg("highest"), nb::arg("min_size"), nb::arg("least"), nb::arg("clear"),
        "Labels, split levels, join levels and persistence of the groups that stay the same for long.");
    m.def(
        "shared_neighbors",
        [](Array2In<Node> neighbors, ArrayIn<Node> u, ArrayIn<Node> v) {
            std::vector<Node> shared;
            {
                nb::gil_scoped_release release;
                shared = shared_neighbors(flat(neighbors), neighbors.shape(1), as_span(u), as_span(v));
            }
            return as_numpy(std::move(shared));
        },
        nb::arg("neighbors"), nb::arg("u"), nb::arg("v"), "The number of rows near both rows of each pair.");
}

}  // namespace frenemy::bindings
