#include "frenemy/linkage/persistent_groups.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace frenemy {

namespace {

/// The trees of joins, with a level for each cluster. Nodes come first, then joins, each after its parts.
class JoinTrees {
  public:
    JoinTrees(Node n_nodes, std::span<const Node> a, std::span<const Node> b, std::span<const double> weight,
              const GroupChoice& choice)
        : n_(n_nodes), a_(a), b_(b) {
        const std::size_t n_all = static_cast<std::size_t>(n_nodes) + a.size();
        size_.assign(n_all, 1);
        level_.assign(n_all, std::log(choice.highest));
        is_top_.assign(n_all, true);
        for (std::size_t k = 0; k < a.size(); ++k) {
            const std::size_t q = static_cast<std::size_t>(n_) + k;
            for (const Node part : {a[k], b[k]}) {
                if (part < 0 || static_cast<std::size_t>(part) >= q || !is_top_[part]) {
                    throw std::invalid_argument("each join needs two earlier clusters that are not joined yet");
                }
                is_top_[part] = false;
            }
            size_[q] = size_[a[k]] + size_[b[k]];
            const double pairs = static_cast<double>(size_[a[k]]) * static_cast<double>(size_[b[k]]);
            const double level = std::log(choice.floor + (weight[k] + choice.pseudo) / pairs);
            // A union cannot hold at a higher level than its parts.
            level_[q] = std::min({level, level_[a[k]], level_[b[k]]});
        }
    }

    bool is_single(Node q) const { return q < n_; }
    Node larger(Node q) const { return size_[a_[q - n_]] >= size_[b_[q - n_]] ? a_[q - n_] : b_[q - n_]; }
    Node smaller(Node q) const { return size_[a_[q - n_]] >= size_[b_[q - n_]] ? b_[q - n_] : a_[q - n_]; }
    std::int64_t size(Node q) const { return size_[q]; }
    double level(Node q) const { return level_[q]; }

    std::vector<Node> tops() const {
        std::vector<Node> found;
        for (std::size_t q = 0; q < is_top_.size(); ++q) {
            if (is_top_[q]) found.push_back(static_cast<Node>(q));
        }
        return found;
    }

    template <class OnNode>
    void for_each_node(Node top, OnNode on_node) const {
        std::vector<Node> open{top};
        while (!open.empty()) {
            const Node q = open.back();
            open.pop_back();
            if (is_single(q)) {
                on_node(q);
            } else {
                open.push_back(a_[q - n_]);
                open.push_back(b_[q - n_]);
            }
        }
    }

  private:
    const Node n_;
    std::span<const Node> a_, b_;
    std::vector<std::int64_t> size_;
    std::vector<double> level_;
    std::vector<bool> is_top_;
};

/// A cluster that may become a group: from the level where it joins another one to where it splits into large parts.
struct Branch {
    Node top;  // its cluster in the tree; -1 for all nodes, if there are several trees
    std::int64_t size;
    double join, split, mass;  // mass: persistence, added up over the nodes
    std::vector<std::size_t> parts;
    double best = 0.0;  // the largest mass of groups inside it
    bool is_group = false;
};

class GroupSearch {
  public:
    GroupSearch(const JoinTrees& trees, Node n_nodes, const GroupChoice& choice) : trees_(trees), choice_(choice) {
        const std::vector<Node> tops = trees.tops();
        if (tops.size() == 1) {
            open_.push_back({tops[0], trees.level(tops[0]) - choice.least, none});
        } else {
            const auto all = static_cast<double>(n_nodes);
            branches_.push_back({-1, n_nodes, 0.0, choice.least, choice.least * all, {}});
            for (const Node top : tops) {
                if (trees.size(top) < choice.min_size) continue;
                const double pairs =
                    static_cast<double>(trees.size(top)) * (all - static_cast<double>(trees.size(top)));
                open_.push_back({top, std::min(trees.level(top), std::log(choice.floor + choice.pseudo / pairs)), 0});
            }
        }
        while (!open_.empty()) {
            const Open next = open_.back();
            open_.pop_back();
            follow(next);
        }
        choose();
    }

    PersistentGroups groups(Node n_nodes) const {
        PersistentGroups found;
        std::vector<Node> group(static_cast<std::size_t>(n_nodes), -1);  // the branch
        std::vector<std::size_t> open{0};
        while (!open.empty()) {
            const std::size_t k = open.back();
            open.pop_back();
            if (!branches_[k].is_group) {
                open.insert(open.end(), branches_[k].parts.begin(), branches_[k].parts.end());
            } else if (branches_[k].top < 0) {
                std::fill(group.begin(), group.end(), static_cast<Node>(k));
            } else {
                trees_.for_each_node(branches_[k].top, [&](Node i) { group[i] = static_cast<Node>(k); });
            }
        }
        std::vector<Node> number(branches_.size(), -1);
        found.labels.resize(group.size(), -1);
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (group[i] < 0) continue;
            const Branch& branch = branches_[group[i]];
            if (number[group[i]] < 0) {
                number[group[i]] = static_cast<Node>(found.split.size());
                found.split.push_back(branch.split);
                found.join.push_back(branch.join);
                found.persistence.push_back(branch.mass / static_cast<double>(branch.size));
            }
            found.labels[i] = number[group[i]];
        }
        return found;
    }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct Open {
        Node top;
        double join;
        std::size_t whole;
    };

    /// Follows a branch upwards until it splits into two large parts or dissolves.
    void follow(const Open& open) {
        const std::size_t me = branches_.size();
        Branch branch{open.top, trees_.size(open.top), open.join, 0.0, 0.0, {}};
        if (open.whole != none) branches_[open.whole].parts.push_back(me);
        bool is_split = false;
        for (Node q = open.top;;) {
            const double held = trees_.level(q) - open.join;
            if (trees_.is_single(q)) {
                branch.mass += held;
                break;
            }
            const Node larger = trees_.larger(q), smaller = trees_.smaller(q);
            if (trees_.size(smaller) >= choice_.min_size) {
                branch.mass += held * static_cast<double>(trees_.size(q));
                branch.split = trees_.level(q);
                is_split = true;
                open_.push_back({larger, trees_.level(q), me});
                open_.push_back({smaller, trees_.level(q), me});
                break;
            }
            if (trees_.size(larger) < choice_.min_size) {
                branch.mass += held * static_cast<double>(trees_.size(q));
                break;
            }
            branch.mass += held * static_cast<double>(trees_.size(smaller));
            q = larger;
        }
        if (!is_split) branch.split = branch.join + branch.mass / static_cast<double>(branch.size);
        branches_.push_back(std::move(branch));
    }

    /// Parts come after their whole.
    void choose() {
        for (std::size_t k = branches_.size(); k-- > 0;) {
            Branch& branch = branches_[k];
            double inside = 0.0;
            for (const std::size_t part : branch.parts) inside += branches_[part].best;
            const bool is_clear = inside >= choice_.clear * static_cast<double>(branch.size);
            branch.is_group = branch.parts.empty() || (branch.mass >= inside && !is_clear);
            branch.best = branch.is_group ? branch.mass : inside;
        }
    }

    const JoinTrees& trees_;
    const GroupChoice& choice_;
    std::vector<Open> open_;
    std::vector<Branch> branches_;
};

}  // namespace

PersistentGroups persistent_groups(Node n_nodes, std::span<const Node> a, std::span<const Node> b,
                                   std::span<const double> weight, const GroupChoice& choice) {
    if (a.size() != b.size() || a.size() != weight.size()) {
        throw std::invalid_argument("a, b and weight of the joins must have the same length");
    }
    if (!(choice.floor + choice.pseudo > 0.0)) throw std::invalid_argument("floor or pseudo must be above 0");
    if (n_nodes == 0) return {};
    const JoinTrees trees(n_nodes, a, b, weight, choice);
    return GroupSearch(trees, n_nodes, choice).groups(n_nodes);
}

}  // namespace frenemy
