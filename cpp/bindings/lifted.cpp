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

}  // namespace

void bind_lifted(nb::module_& m) {
    def_lifted_solver(m, "lifted_greedy_additive", lifted_greedy_additive);
    def_lifted_solver(m, "lifted_kernighan_lin", lifted_kernighan_lin, "patience");
    def_lifted_solver(m, "lifted_multilevel", lifted_multilevel);
    def_lifted_solver(m, "lifted_evolve", lifted_evolve, "members", "patience");
}

}  // namespace frenemy::bindings
