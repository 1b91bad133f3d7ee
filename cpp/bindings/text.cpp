#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <string_view>

#include "frenemy/text/number_rows.hpp"

namespace nb = nanobind;

namespace frenemy::bindings {

void bind_text(nb::module_& m) {
    nb::enum_<RowValue>(m, "RowValue", "What follows the positions of a row.")
        .value("NONE", RowValue::none)
        .value("REAL", RowValue::real)
        .value("INTEGER", RowValue::integer);
    m.def(
        "check_number_rows",
        [](nb::bytes text, std::size_t start, std::int64_t n_rows, std::int64_t n_columns, RowValue value) {
            const std::string_view whole(text.c_str(), text.size());
            RowCheck found{};
            {
                nb::gil_scoped_release release;
                found = check_number_rows(whole.substr(start), {{n_rows, n_columns}, value});
            }
            return std::make_tuple(found.n_rows, start + found.end);
        },
        nb::arg("text"), nb::arg("start"), nb::arg("n_rows"), nb::arg("n_columns"), nb::arg("value"),
        "Checks lines of a row, a column and a value, without positions if both counts are 0. Returns how many are "
        "good, and where the first bad one begins.");
}

}  // namespace frenemy::bindings
