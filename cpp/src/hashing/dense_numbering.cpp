#include "frenemy/hashing/dense_numbering.hpp"

#include "frenemy/hashing/key_numbers.hpp"

namespace frenemy {

DenseNumbering dense_numbering(std::span<const Node> given) {
    DenseNumbering found;
    found.numbers.reserve(given.size());
    KeyNumbers<Node> numbers;
    for (const Node node : given) found.numbers.push_back(numbers.number(node));
    found.nodes = numbers.take_keys();
    return found;
}

}  // namespace frenemy
