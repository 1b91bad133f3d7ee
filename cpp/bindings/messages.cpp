#include "frenemy/messages/potts_messages.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

void bind_potts_messages(nb::module_& m) {
    nb::class_<PottsMessages>(m, "PottsMessages", "Min-sum message passing for a Potts energy: TRW-S and BP.")
        .def(
            "__init__",
            [](PottsMessages* self, const Graph& graph, Node n_labels, ArrayIn<double> unary, bool is_reweighted) {
                new (self) PottsMessages(graph, n_labels, as_vector(unary), is_reweighted);
            },
            nb::arg("graph"), nb::arg("n_labels"), nb::arg("unary"), nb::arg("is_reweighted"), nb::keep_alive<1, 2>())
        .def(
            "round",
            [](PottsMessages& self, PythonRun& run) {
                bool is_whole;
                {
                    nb::gil_scoped_release release;
                    is_whole = self.round(run);
                }
                run.rethrow_callback_error();
                return is_whole;
            },
            nb::arg("run"), "One backward and one forward pass; False if the run expired first.")
        .def("labels", [](const PottsMessages& self) { return as_numpy(Labels(self.labels())); })
        .def_prop_ro("bound", &PottsMessages::bound)
        .def_prop_ro("is_fixed", &PottsMessages::is_fixed);
}

}  // namespace frenemy::bindings
