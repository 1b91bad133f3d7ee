#include <nanobind/stl/tuple.h>

#include "frenemy/streamed/row_chunk.hpp"
#include "frenemy/streamed/row_entries.hpp"
#include "frenemy/streamed/streamed_moves.hpp"
#include "frenemy/streamed/streamed_refinement.hpp"
#include "labels.hpp"

namespace frenemy::bindings {

namespace {

template <class T>
using ArrayInOut = nb::ndarray<T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

RowChunk as_chunk(Node first, const ArrayIn<std::int64_t>& offsets, const ArrayIn<Node>& neighbors,
                  const ArrayIn<double>& weights) {
    return {first, as_span(offsets), as_span(neighbors), as_span(weights)};
}

ArrayOut<Node> copied(const Labels& labels) { return as_numpy(Labels(labels)); }

auto as_arrays(RowEntries&& entries) {
    return std::make_tuple(as_numpy(std::move(entries.nodes)), as_numpy(std::move(entries.neighbors)),
                           as_numpy(std::move(entries.weights)), as_numpy(std::move(entries.begins)));
}

}  // namespace

void bind_streamed(nb::module_& m) {
    nb::class_<StreamedMoves>(m, "StreamedMoves", "Moves of single nodes while rows come by in node order.")
        .def(
            "__init__",
            [](StreamedMoves* self, ArrayIn<Node> labels, ArrayIn<double> sizes, double missing, ArrayIn<Node> apart_u,
               ArrayIn<Node> apart_v) {
                if (apart_u.shape(0) != apart_v.shape(0)) {
                    throw std::invalid_argument("arrays must have the same length");
                }
                new (self)
                    StreamedMoves(as_vector(labels), as_vector(sizes), missing, as_span(apart_u), as_span(apart_v));
            },
            nb::arg("labels"), nb::arg("sizes"), nb::arg("missing"), nb::arg("apart_u"), nb::arg("apart_v"))
        .def("labels", [](const StreamedMoves& moves) { return copied(moves.labels()); })
        .def("begin_sweep", &StreamedMoves::begin_sweep, nb::arg("seed"))
        .def(
            "anneal",
            [](StreamedMoves& moves, Node first, ArrayIn<std::int64_t> offsets, ArrayIn<Node> neighbors,
               ArrayIn<double> weights,
               double temperature) { moves.anneal(as_chunk(first, offsets, neighbors, weights), temperature); },
            nb::arg("first"), nb::arg("offsets"), nb::arg("neighbors"), nb::arg("weights"), nb::arg("temperature"),
            nb::call_guard<nb::gil_scoped_release>())
        .def(
            "move_marked",
            [](StreamedMoves& moves, Node first, ArrayIn<std::int64_t> offsets, ArrayIn<Node> neighbors,
               ArrayIn<double> weights) { return moves.move_marked(as_chunk(first, offsets, neighbors, weights)); },
            nb::arg("first"), nb::arg("offsets"), nb::arg("neighbors"), nb::arg("weights"),
            nb::call_guard<nb::gil_scoped_release>())
        .def("is_any_marked", &StreamedMoves::is_any_marked, nb::arg("begin"), nb::arg("end"));

    nb::class_<StreamedRefinement>(m, "StreamedRefinement", "Leiden refinement while rows come by in node order.")
        .def(
            "__init__",
            [](StreamedRefinement* self, ArrayIn<Node> labels, ArrayIn<double> sizes, double missing) {
                new (self) StreamedRefinement(checked_labels(labels, labels.shape(0)), as_vector(sizes), missing);
            },
            nb::arg("labels"), nb::arg("sizes"), nb::arg("missing"))
        .def(
            "join",
            [](StreamedRefinement& refinement, Node first, ArrayIn<std::int64_t> offsets, ArrayIn<Node> neighbors,
               ArrayIn<double> weights, std::uint64_t seed,
               int turn) { refinement.join(as_chunk(first, offsets, neighbors, weights), seed, turn); },
            nb::arg("first"), nb::arg("offsets"), nb::arg("neighbors"), nb::arg("weights"), nb::arg("seed"),
            nb::arg("turn"), nb::call_guard<nb::gil_scoped_release>())
        .def("parts", [](const StreamedRefinement& refinement) { return as_numpy(refinement.parts()); });

    m.def(
        "entries_of_pairs",
        [](ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<double> w, ArrayIn<Node> numbers, ArrayIn<Node> edges) {
            RowEntries entries;
            {
                nb::gil_scoped_release release;
                entries = entries_of_pairs(as_span(u), as_span(v), as_span(w), as_span(numbers), as_span(edges));
            }
            return as_arrays(std::move(entries));
        },
        nb::arg("u"), nb::arg("v"), nb::arg("w"), nb::arg("numbers"), nb::arg("edges"),
        "Entries of the rows of contracted nodes, grouped by ranges of nodes, and where each range begins.");
    m.def(
        "entries_of_rows",
        [](Node first, ArrayIn<std::int64_t> offsets, ArrayIn<Node> neighbors, ArrayIn<double> weights,
           ArrayIn<Node> numbers, ArrayIn<Node> edges) {
            RowEntries entries;
            {
                nb::gil_scoped_release release;
                entries =
                    entries_of_rows(as_chunk(first, offsets, neighbors, weights), as_span(numbers), as_span(edges));
            }
            return as_arrays(std::move(entries));
        },
        nb::arg("first"), nb::arg("offsets"), nb::arg("neighbors"), nb::arg("weights"), nb::arg("numbers"),
        nb::arg("edges"), "The same for rows of the nodes that are contracted.");
    m.def(
        "sum_rows",
        [](Node low, Node high, ArrayIn<Node> nodes, ArrayIn<Node> neighbors, ArrayIn<double> weights) {
            SummedRows rows;
            {
                nb::gil_scoped_release release;
                rows = sum_rows(low, high, as_span(nodes), as_span(neighbors), as_span(weights));
            }
            return std::make_tuple(as_numpy(std::move(rows.lengths)), as_numpy(std::move(rows.neighbors)),
                                   as_numpy(std::move(rows.weights)));
        },
        nb::arg("low"), nb::arg("high"), nb::arg("nodes"), nb::arg("neighbors"), nb::arg("weights"),
        "Rows of the nodes low..high - 1 from their entries: lengths, neighbours and summed weights.");
    m.def(
        "count_entries",
        [](ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<Node> numbers, ArrayInOut<std::int64_t> counts) {
            count_entries(as_span(u), as_span(v), as_span(numbers), {counts.data(), counts.shape(0)});
        },
        nb::arg("u"), nb::arg("v"), nb::arg("numbers"), nb::arg("counts"), nb::call_guard<nb::gil_scoped_release>(),
        "Adds to `counts` the entries that pairs make in the rows of contracted nodes.");
}

}  // namespace frenemy::bindings
