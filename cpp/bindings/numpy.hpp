#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <vector>

namespace frenemy::bindings {

namespace nb = nanobind;

/// A one-dimensional contiguous numpy array that is only read.
template <class T>
using ArrayIn = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
using ArrayOut = nb::ndarray<T, nb::numpy, nb::ndim<1>, nb::c_contig>;

template <class T>
std::span<const T> as_span(const ArrayIn<T>& array) {
    return {array.data(), array.shape(0)};
}

template <class T>
std::vector<T> as_vector(const ArrayIn<T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

/// Hands a vector's memory over to numpy without a copy.
template <class T>
ArrayOut<T> as_numpy(std::vector<T>&& values) {
    auto* moved = new std::vector<T>(std::move(values));
    nb::capsule owner(moved, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return ArrayOut<T>(moved->data(), {moved->size()}, owner);
}

/// Raises KeyboardInterrupt out of long work if Ctrl-C was pressed. For calls made with the GIL released.
inline void raise_signals() {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace frenemy::bindings
