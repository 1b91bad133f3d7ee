#include "frenemy/text/number_rows.hpp"

namespace frenemy {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// One line; its end stops every step, so nothing beyond it is read.
struct Line {
    const char* at;
    const char* end;

    bool is_over() const { return at == end; }

    bool skip_blanks() {
        const char* begin = at;
        while (at != end && is_blank(*at)) ++at;
        return at != begin;
    }

    bool skip_digits() {
        const char* begin = at;
        while (at != end && is_digit(*at)) ++at;
        return at != begin;
    }

    bool skip(char a, char b) {
        if (at == end || (*at != a && *at != b)) return false;
        ++at;
        return true;
    }

    /// A whole number in 1..most.
    bool skip_position(std::int64_t most) {
        std::int64_t value = 0;
        const char* begin = at;
        for (; at != end && is_digit(*at); ++at) {
            value = 10 * value + (*at - '0');
            if (value > most) return false;  // before it can overflow: positions are below 2^31
        }
        return at != begin && value >= 1;
    }

    bool skip_integer() {
        skip('+', '-');
        return skip_digits();
    }

    bool skip_real() {
        skip('+', '-');
        bool has_digits = skip_digits();
        if (skip('.', '.')) has_digits |= skip_digits();
        if (!has_digits) return false;
        return skip('e', 'E') ? skip_integer() : true;
    }
};

bool is_row(Line line, const RowKind& kind) {
    bool is_first = true;
    for (const std::int64_t most : kind.most) {
        if (most == 0) continue;
        if (!line.skip_position(most)) return false;
        is_first = false;
        if (!line.skip_blanks() && !line.is_over()) return false;
    }
    if (kind.value != RowValue::none) {
        if (!is_first && line.is_over()) return false;
        if (!(kind.value == RowValue::real ? line.skip_real() : line.skip_integer())) return false;
        line.skip_blanks();
    }
    return line.is_over();
}

}  // namespace

RowCheck check_number_rows(std::string_view text, const RowKind& kind) {
    RowCheck found{0, 0};
    while (found.end < text.size()) {
        const std::size_t end = text.find('\n', found.end);
        if (end == std::string_view::npos) break;
        Line line{text.data() + found.end, text.data() + end};
        line.skip_blanks();
        if (!line.is_over()) {
            if (!is_row(line, kind)) break;
            ++found.n_rows;
        }
        found.end = end + 1;
    }
    return found;
}

}  // namespace frenemy
