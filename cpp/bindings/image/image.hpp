#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

#include "../numpy.hpp"
#include "frenemy/image/grid.hpp"

namespace frenemy::bindings {

/// Larger pictures plus a frame would exceed 32-bit indices.
constexpr std::int64_t max_pixels = std::int64_t{1} << 29;

inline image::Grid checked_grid(std::int64_t height, std::int64_t width) {
    if (height < 1 || width < 1 || height > max_pixels / width) {
        throw std::invalid_argument("a picture must have 1 to " + std::to_string(max_pixels) + " pixels, got " +
                                    std::to_string(height) + " x " + std::to_string(width));
    }
    return {static_cast<image::Pixel>(height), static_cast<image::Pixel>(width)};
}

template <class Array>
image::Grid grid_of(const Array& array) {
    return checked_grid(static_cast<std::int64_t>(array.shape(0)), static_cast<std::int64_t>(array.shape(1)));
}

/// "height must be finite, got nan at (3, 7)"
template <class T>
[[noreturn]] void refuse(const char* name, const char* wanted, T value, image::Grid grid, std::size_t pixel) {
    std::ostringstream text;
    text << name << " must be " << wanted << ", got " << value << " at ("
         << pixel / static_cast<std::size_t>(grid.width) << ", " << pixel % static_cast<std::size_t>(grid.width) << ")";
    throw std::invalid_argument(text.str());
}

/// Throws for the first value that fails `is_good`, which is called for all values and should be cheap.
template <class Array, class Good>
image::Grid checked(const Array& array, const char* name, const char* wanted, const Good& is_good) {
    const image::Grid grid = grid_of(array);
    const auto values = flat(array);
    const auto bad = std::find_if_not(values.begin(), values.end(), is_good);
    if (bad != values.end()) refuse(name, wanted, *bad, grid, static_cast<std::size_t>(bad - values.begin()));
    return grid;
}

inline void check_same_shape(image::Grid grid, image::Grid other, const char* name, const char* other_name) {
    if (grid.height == other.height && grid.width == other.width) return;
    throw std::invalid_argument(std::string(other_name) + " must have the shape of " + name + ", got (" +
                                std::to_string(other.height) + ", " + std::to_string(other.width) + ") and (" +
                                std::to_string(grid.height) + ", " + std::to_string(grid.width) + ")");
}

template <class T>
Array2Out<T> as_picture(std::vector<T>&& values, image::Grid grid) {
    return as_numpy<Array2Out<T>>(std::move(values),
                                  {static_cast<std::size_t>(grid.height), static_cast<std::size_t>(grid.width)});
}

}  // namespace frenemy::bindings
