#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace frenemy::bindings {

namespace nb = nanobind;

/// A one-dimensional contiguous read-only numpy array.
template <class T>
using ArrayIn = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The same with rows and columns, or rows, columns and channels.
template <class T>
using Array2In = nb::ndarray<const T, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Array3In = nb::ndarray<const T, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <class T>
using ArrayOut = nb::ndarray<T, nb::numpy, nb::ndim<1>, nb::c_contig>;
template <class T>
using Array2Out = nb::ndarray<T, nb::numpy, nb::ndim<2>, nb::c_contig>;
template <class T>
using Array3Out = nb::ndarray<T, nb::numpy, nb::ndim<3>, nb::c_contig>;

template <class T>
std::span<const T> as_span(const ArrayIn<T>& array) {
    return {array.data(), array.shape(0)};
}

template <class T>
std::vector<T> as_vector(const ArrayIn<T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

/// All values of an array of any shape, in row-major order.
template <class T, class... Kind>
std::span<const T> flat(const nb::ndarray<const T, Kind...>& array) {
    return {array.data(), array.size()};
}

/// Moves a vector's memory to numpy without a copy.
template <class Array, class T>
Array as_numpy(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto* moved = new std::vector<T>(std::move(values));
    nb::capsule owner(moved, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Array(moved->data(), shape, owner);
}
template <class T>
ArrayOut<T> as_numpy(std::vector<T>&& values) {
    const std::size_t size = values.size();
    return as_numpy<ArrayOut<T>>(std::move(values), {size});
}

/// Raises KeyboardInterrupt after Ctrl-C. For long work with the GIL released.
inline void raise_signals() {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace frenemy::bindings
