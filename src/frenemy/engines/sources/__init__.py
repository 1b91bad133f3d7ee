"""Where pairs come from that are not Parquet files: they are copied to scratch once, and solved from there."""
