#include "frenemy/node_numbers.hpp"

#include <bit>
#include <cstdint>

namespace frenemy {

namespace {

/// A table with open addresses of numbers into a list of nodes, never more than half full.
class Table {
  public:
    explicit Table(std::vector<Node>& nodes) : nodes_(nodes), slots_(16, -1) {}

    Node number(Node node) {
        std::size_t slot = begin(node);
        for (; slots_[slot] >= 0; slot = (slot + 1) & (slots_.size() - 1)) {
            if (nodes_[static_cast<std::size_t>(slots_[slot])] == node) return slots_[slot];
        }
        const Node number = static_cast<Node>(nodes_.size());
        slots_[slot] = number;
        nodes_.push_back(node);
        if (2 * nodes_.size() > slots_.size()) grow();
        return number;
    }

  private:
    std::size_t begin(Node node) const {
        // The highest bits of a product with the golden ratio (Knuth, The Art of Computer Programming 3, 6.4).
        const std::uint64_t mixed = static_cast<std::uint64_t>(node) * 0x9e3779b97f4a7c15ULL;
        return mixed >> (65 - std::bit_width(slots_.size()));
    }

    void grow() {
        slots_.assign(2 * slots_.size(), -1);
        for (std::size_t a = 0; a < nodes_.size(); ++a) {
            std::size_t slot = begin(nodes_[a]);
            while (slots_[slot] >= 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = static_cast<Node>(a);
        }
    }

    std::vector<Node>& nodes_;
    std::vector<Node> slots_;
};

}  // namespace

NodeNumbers node_numbers(std::span<const Node> given) {
    NodeNumbers found;
    found.numbers.reserve(given.size());
    Table table(found.nodes);
    for (const Node node : given) found.numbers.push_back(table.number(node));
    return found;
}

}  // namespace frenemy
