"""Executors: where tasks run. In this process, in a pool of processes, on Dask or on Ray."""
