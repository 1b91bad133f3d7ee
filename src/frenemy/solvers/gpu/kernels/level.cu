// A problem at one level of contraction.
// Included once for each type of weights: `Weight` is the type, NAMED(x) the name of what depends on it.

/// Rows of a problem, and its nodes by the length of their rows.
struct NAMED(Level) {
    const long long* offsets;
    const int* neighbors;
    const Weight* weights;
    const Sum* sizes;  // of nodes, if missing is not 0
    double missing;
    const int* lists;               // n_nodes each for short, medium, long and far rows
    const long long* slots_before;  // of tables of far rows, in global memory
    const long long* chunks_before;
    int* far_labels;  // empty tables
    Sum* far_sums;
    int n_nodes, n_short, n_medium, n_long, n_far;
};
