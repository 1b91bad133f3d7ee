"""CPU time, memory and stages of one measurement."""
