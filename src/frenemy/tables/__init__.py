"""Tables of pairs: columns, ids, scores and weights, whatever made the table."""
