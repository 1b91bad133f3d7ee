#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <string>

#include "frenemy/flow/qpbo.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

void bind_binary(nb::module_& m) {
    using Table = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

    nb::class_<BinaryEnergy>(m, "BinaryEnergy", "Costs over binary variables and pairs of them.")
        .def(nb::init<Node>(), nb::arg("n_nodes"))
        .def(
            "add_unaries",
            [](BinaryEnergy& energy, Table costs) {
                const double* cost = costs.data();
                for (std::size_t p = 0; p < costs.shape(0); ++p, cost += 2) {
                    energy.add_unary(static_cast<Node>(p), cost[0], cost[1]);
                }
            },
            nb::arg("costs"))
        .def(
            "add_pairs",
            [](BinaryEnergy& energy, ArrayIn<Node> u, ArrayIn<Node> v, Table costs) {
                const double* cost = costs.data();
                for (std::size_t e = 0; e < costs.shape(0); ++e, cost += 4) {
                    energy.add_pair(u.data()[e], v.data()[e], cost[0], cost[1], cost[2], cost[3]);
                }
            },
            nb::arg("u"), nb::arg("v"), nb::arg("costs"))
        .def_prop_ro("n_nodes", &BinaryEnergy::n_nodes)
        .def_prop_ro("n_pairs", &BinaryEnergy::n_pairs)
        .def(
            "__call__", [](const BinaryEnergy& energy, ArrayIn<std::uint8_t> x) { return energy(as_span(x)); },
            nb::arg("x"))
        .def(
            "roof_duality",
            [](const BinaryEnergy& energy, bool is_weak, PythonRun& run) {
                PartialLabels result;
                {
                    nb::gil_scoped_release release;
                    result = roof_duality(energy, is_weak, run);
                }
                run.rethrow_callback_error();
                return std::make_tuple(as_numpy(std::move(result.labels)), result.lower_bound);
            },
            nb::arg("is_weak"), nb::arg("run"))
        .def(
            "improve",
            [](const BinaryEnergy& energy, ArrayIn<std::uint8_t> start, ArrayIn<Node> order, PythonRun& run) {
                std::vector<std::uint8_t> x = as_vector(start);
                {
                    nb::gil_scoped_release release;
                    x = improve(energy, std::move(x), as_span(order), run);
                }
                run.rethrow_callback_error();
                return as_numpy(std::move(x));
            },
            nb::arg("start"), nb::arg("order"), nb::arg("run"));

    m.def(
        "shuffled",
        [](Node n, PythonRun& run) {
            std::vector<Node> order(static_cast<std::size_t>(n));
            for (Node i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
            run.rng().shuffle(std::span<Node>(order));
            return as_numpy(std::move(order));
        },
        nb::arg("n"), nb::arg("run"), "0..n-1 in random order, from the run's random numbers.");
}

}  // namespace frenemy::bindings
