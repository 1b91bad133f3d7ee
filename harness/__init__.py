"""What ``benchmarks`` and ``experiments`` share: command line, data sets, peers, measurements, tables and results."""
