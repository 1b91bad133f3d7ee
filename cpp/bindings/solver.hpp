#pragma once

#include "frenemy/solvers/solvers.hpp"
#include "labels.hpp"
#include "run.hpp"

namespace frenemy::bindings {

/// Binds a solver: labels in, labels out, with the GIL released. `names` are the names of the parameters after the run.
template <class... Params, class... Names>
void def_solver(nb::module_& m, const char* name, Labels (*solver)(const Graph&, Labels, Run&, Params...),
                Names... names) {
    m.def(
        name,
        [solver](const Graph& graph, ArrayIn<Node> start, PythonRun& run, Params... params) {
            Labels labels = checked_labels(start, static_cast<std::size_t>(graph.n_nodes()));
            {
                nb::gil_scoped_release release;
                labels = solver(graph, std::move(labels), run, params...);
            }
            run.rethrow_callback_error();
            return as_numpy(std::move(labels));
        },
        nb::arg("graph"), nb::arg("start"), nb::arg("run"), nb::arg(names)...);
}

}  // namespace frenemy::bindings
