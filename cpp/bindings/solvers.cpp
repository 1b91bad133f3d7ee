#include "solver.hpp"

namespace frenemy::bindings {

void bind_solvers(nb::module_& m) {
    def_solver(m, "adaptive_icm", adaptive_icm, "is_order_random");
    def_solver(m, "local_moves", local_moves, "is_order_random");
    def_solver(m, "anneal", anneal, "sweeps", "hot", "cold");
    def_solver(m, "multilevel", multilevel, "sweeps", "members", "passes");
    def_solver(m, "evolve", evolve, "sweeps", "population", "patience");
    def_solver(m, "dense_evolve", dense_evolve, "sweeps", "population", "patience", "max_work");
    def_solver(m, "swap_explore", swap_explore, "max_stored_pairs");
    def_solver(m, "expand_explore", expand_explore, "max_stored_pairs");
    def_solver(m, "greedy_additive", greedy_additive);
    def_solver(m, "kernighan_lin", kernighan_lin, "patience");
}

}  // namespace frenemy::bindings
