#include <nanobind/stl/tuple.h>

#include <stdexcept>

#include "frenemy/hashing/dense_numbering.hpp"
#include "frenemy/hashing/id_keys.hpp"
#include "frenemy/structures/forest.hpp"
#include "numpy.hpp"

namespace frenemy::bindings {

namespace {

/// A one-dimensional numpy array that is modified in place.
template <class T>
using ArrayInOut = nb::ndarray<T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<T> as_mutable_span(const ArrayInOut<T>& array) {
    return {array.data(), array.shape(0)};
}

void check_same_length(std::size_t a, std::size_t b) {
    if (a != b) throw std::invalid_argument("arrays must have the same length");
}

}  // namespace

void bind_streams(nb::module_& m) {
    m.def(
        "unite",
        [](ArrayInOut<Node> forest, ArrayIn<Node> u, ArrayIn<Node> v) {
            check_same_length(u.shape(0), v.shape(0));
            unite(as_mutable_span(forest), as_span(u), as_span(v));
        },
        nb::arg("forest"), nb::arg("u"), nb::arg("v"), nb::call_guard<nb::gil_scoped_release>(),
        "Unites the sets of the ends of pairs in place; each node of the forest points to one that is not larger.");
    m.def(
        "unite_up_to",
        [](ArrayInOut<Node> forest, ArrayInOut<Node> sizes, ArrayIn<Node> u, ArrayIn<Node> v, ArrayIn<double> weights,
           double above, double up_to, Node max_size) {
            check_same_length(forest.shape(0), sizes.shape(0));
            check_same_length(u.shape(0), v.shape(0));
            check_same_length(u.shape(0), weights.shape(0));
            unite_up_to(as_mutable_span(forest), as_mutable_span(sizes), as_span(u), as_span(v), as_span(weights),
                        above, up_to, max_size);
        },
        nb::arg("forest"), nb::arg("sizes"), nb::arg("u"), nb::arg("v"), nb::arg("weights"), nb::arg("above"),
        nb::arg("up_to"), nb::arg("max_size"), nb::call_guard<nb::gil_scoped_release>(),
        "The same for pairs with a weight in (above, up_to], while sets have at most `max_size` nodes.");
    m.def(
        "flatten", [](ArrayInOut<Node> forest) { flatten(as_mutable_span(forest)); }, nb::arg("forest"),
        nb::call_guard<nb::gil_scoped_release>(), "Makes every node of a forest point directly to its root.");
    m.def(
        "text_keys",
        [](ArrayIn<std::int64_t> offsets, ArrayIn<std::uint8_t> bytes, Key salt) {
            std::vector<Key> keys;
            {
                nb::gil_scoped_release release;
                keys = text_keys(as_span(offsets), as_span(bytes), salt);
            }
            return as_numpy(std::move(keys));
        },
        nb::arg("offsets"), nb::arg("bytes"), nb::arg("salt"), "A 64-bit hash of each text of an Arrow column.");
    m.def(
        "dense_numbering",
        [](ArrayIn<Node> given) {
            DenseNumbering found;
            {
                nb::gil_scoped_release release;
                found = dense_numbering(as_span(given));
            }
            return std::make_tuple(as_numpy(std::move(found.nodes)), as_numpy(std::move(found.numbers)));
        },
        nb::arg("given"), "Distinct nodes in order of first appearance, and the number of each given node among them.");
}

}  // namespace frenemy::bindings
