#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace frenemy::bindings {
void bind_graph(nb::module_& m);
void bind_run(nb::module_& m);
void bind_solvers(nb::module_& m);
void bind_binary(nb::module_& m);
void bind_reductions(nb::module_& m);
void bind_apart(nb::module_& m);
void bind_bounds(nb::module_& m);
void bind_posterior(nb::module_& m);
void bind_explain(nb::module_& m);
void bind_cuts(nb::module_& m);
void bind_lifted(nb::module_& m);
void bind_linkage(nb::module_& m);
void bind_potts_messages(nb::module_& m);
void bind_matting(nb::module_& m);
void bind_image_regions(nb::module_& m);
void bind_image_distances(nb::module_& m);
void bind_image_evidence(nb::module_& m);
void bind_image_filters(nb::module_& m);
void bind_streamed(nb::module_& m);
void bind_streams(nb::module_& m);
void bind_text(nb::module_& m);
void bind_volume(nb::module_& m);
}  // namespace frenemy::bindings

NB_MODULE(_core, m) {
    // A problem that lives in a global variable until Python exits is not a leak to warn about.
    nb::set_leak_warnings(false);
    m.doc() = "The compiled core of frenemy. Everything public is in the frenemy package itself.";
    frenemy::bindings::bind_graph(m);
    frenemy::bindings::bind_run(m);
    frenemy::bindings::bind_solvers(m);
    frenemy::bindings::bind_binary(m);
    frenemy::bindings::bind_reductions(m);
    frenemy::bindings::bind_apart(m);
    frenemy::bindings::bind_bounds(m);
    frenemy::bindings::bind_posterior(m);
    frenemy::bindings::bind_explain(m);
    frenemy::bindings::bind_cuts(m);
    frenemy::bindings::bind_lifted(m);
    frenemy::bindings::bind_linkage(m);
    frenemy::bindings::bind_potts_messages(m);
    frenemy::bindings::bind_matting(m);
    frenemy::bindings::bind_image_regions(m);
    frenemy::bindings::bind_image_distances(m);
    frenemy::bindings::bind_image_evidence(m);
    frenemy::bindings::bind_image_filters(m);
    frenemy::bindings::bind_streamed(m);
    frenemy::bindings::bind_streams(m);
    frenemy::bindings::bind_text(m);
    frenemy::bindings::bind_volume(m);
}
