from no_counterpart import absent

HNSW = absent("no graph of neighbours: nearest by any distance of vectors; signatures.nearest() looks at every row")
