#include "frenemy/structures/forest.hpp"

#include <stdexcept>
#include <utility>

#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr std::size_t pairs_ahead = 16;

Node root_of(std::span<Node> forest, Node i) {
    while (forest[i] != i) {
        forest[i] = forest[forest[i]];
        i = forest[i];
    }
    return i;
}

void check(std::span<const Node> forest) {
    for (std::size_t i = 0; i < forest.size(); ++i) {
        if (forest[i] < 0 || forest[i] > static_cast<Node>(i)) {
            throw std::invalid_argument("a node of a forest must point to one that is not larger");
        }
    }
}

void check(std::span<const Node> forest, std::span<const Node> u, std::span<const Node> v) {
    check(forest);
    const auto n = static_cast<std::int64_t>(forest.size());
    for (const auto ends : {u, v}) {
        for (const Node i : ends) {
            if (i < 0 || i >= n) throw std::invalid_argument("a node of a pair is none of the forest");
        }
    }
}

void fetch_ahead(std::span<const Node> forest, std::span<const Node> u, std::span<const Node> v, std::size_t a) {
    if (a + pairs_ahead >= u.size()) return;
    prefetch(&forest[u[a + pairs_ahead]]);
    prefetch(&forest[v[a + pairs_ahead]]);
}

}  // namespace

void unite(std::span<Node> forest, std::span<const Node> u, std::span<const Node> v) {
    check(forest, u, v);
    for (std::size_t a = 0; a < u.size(); ++a) {
        fetch_ahead(forest, u, v, a);
        Node i = root_of(forest, u[a]), j = root_of(forest, v[a]);
        if (i > j) std::swap(i, j);
        forest[j] = i;
    }
}

void unite_up_to(std::span<Node> forest, std::span<Node> sizes, std::span<const Node> u, std::span<const Node> v,
                 std::span<const double> weights, double above, double up_to, Node max_size) {
    check(forest, u, v);
    for (std::size_t a = 0; a < u.size(); ++a) {
        fetch_ahead(forest, u, v, a);
        if (!(weights[a] > above && weights[a] <= up_to)) continue;
        Node i = root_of(forest, u[a]), j = root_of(forest, v[a]);
        if (i == j || sizes[i] > max_size - sizes[j]) continue;
        if (i > j) std::swap(i, j);
        forest[j] = i;
        sizes[i] += sizes[j];
    }
}

void flatten(std::span<Node> forest) {
    check(forest);
    // No node points to a larger one, so its parent is already flat.
    for (std::size_t i = 0; i < forest.size(); ++i) forest[i] = forest[forest[i]];
}

}  // namespace frenemy
