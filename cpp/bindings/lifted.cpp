#include <numeric>

#include "frenemy/lifted/lifted_joining.hpp"
#include "frenemy/linkage/mutex_watershed.hpp"
#include "frenemy/solvers/lifted_solvers.hpp"
#include "labels.hpp"
#include "run.hpp"

namespace frenemy::bindings {

namespace {

/// Binds a solver of lifted problems, as `def_solver` those of others.
template <class... Params, class... Names>
void def_lifted_solver(nb::module_& m, const char* name, Labels (*solver)(const LiftedGraph&, Labels, Run&, Params...),
                       Names... names) {
    m.def(
        name,
        [solver](const Graph& graph, const Graph& base, ArrayIn<Node> start, PythonRun& run, Params... params) {
            Labels labels = checked_labels(start, static_cast<std::size_t>(graph.n_nodes()));
            {
                nb::gil_scoped_release release;
                labels = solver({graph, base}, std::move(labels), run, params...);
            }
            run.rethrow_callback_error();
            return as_numpy(std::move(labels));
        },
        nb::arg("graph"), nb::arg("base"), nb::arg("start"), nb::arg("run"), nb::arg(names)...);
}

/// Labels of a method that starts from single nodes.
template <class Method>
ArrayOut<Node> from_nodes(const Graph& graph, const Graph& base, PythonRun& run, Method method) {
    Labels labels;
    {
        nb::gil_scoped_release release;
        labels = method(LiftedGraph{graph, base}, run);
    }
    run.rethrow_callback_error();
    return as_numpy(std::move(labels));
}

}  // namespace

void bind_lifted(nb::module_& m) {
    def_lifted_solver(m, "lifted_greedy_additive", lifted_greedy_additive);
    def_lifted_solver(m, "lifted_kernighan_lin", lifted_kernighan_lin, "patience");
    def_lifted_solver(m, "lifted_multilevel", lifted_multilevel);
    def_lifted_solver(m, "lifted_evolve", lifted_evolve, "members", "patience");
    m.def(
        "mutex_watershed",
        [](const Graph& graph, const Graph& base, PythonRun& run) {
            return from_nodes(graph, base, run, mutex_watershed);
        },
        nb::arg("graph"), nb::arg("base"), nb::arg("run"));
    m.def(
        "signed_linkage",
        [](const Graph& graph, const Graph& base, bool is_average, PythonRun& run) {
            return from_nodes(graph, base, run, [&](const LiftedGraph& lifted, Run& inner) {
                if (is_average) return join_by_average(lifted, inner);
                Labels alone(static_cast<std::size_t>(lifted.n_nodes()));
                std::iota(alone.begin(), alone.end(), Node{0});
                return join_lifted(lifted, std::move(alone), inner);
            });
        },
        nb::arg("graph"), nb::arg("base"), nb::arg("is_average"), nb::arg("run"));
}

}  // namespace frenemy::bindings
