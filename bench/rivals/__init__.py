"""Other deduplicators beside textkin on the same documents: `make bench-rivals`. One file a rival; compare.py is the run."""
