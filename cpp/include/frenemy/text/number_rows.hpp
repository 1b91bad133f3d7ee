#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace frenemy {

/// What follows the positions of a row.
enum class RowValue { none, real, integer };

/// What a row of numbers must hold: positions in 1..most of each, then a value. No positions if `most` is 0.
struct RowKind {
    std::array<std::int64_t, 2> most;
    RowValue value;
};

struct RowCheck {
    std::int64_t n_rows;  ///< before the first bad one
    std::size_t end;      ///< where the first bad row begins; the length of the text if there is none
};

/// Checks rows of numbers, one a line, numbers separated by blanks; empty lines are skipped. The last line must end.
/// For readers that trust their input.
RowCheck check_number_rows(std::string_view text, const RowKind& kind);

}  // namespace frenemy
