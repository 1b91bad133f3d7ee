#pragma once

#include <array>
#include <cstdint>

namespace frenemy {

/// The reduction rules; `Split`, `Merge` and `SmallParts` describe and prove them.
enum class Rule { components, blocks, clamp, edge, pair, twins, triangle, small };
inline constexpr std::array rule_names = {"components", "blocks", "clamp",    "edge",
                                          "pair",       "twins",  "triangle", "small"};
inline constexpr std::size_t n_rules = rule_names.size();

/// The enabled rules.
struct Rules {
    std::array<bool, n_rules> is_on{};
    bool has(Rule rule) const { return is_on[static_cast<std::size_t>(rule)]; }
};

/// How often each rule was applied.
struct RuleCounts {
    std::array<std::int64_t, n_rules> times{};
    void add(Rule rule, std::int64_t by = 1) { times[static_cast<std::size_t>(rule)] += by; }
};

}  // namespace frenemy
