"""datasketch's tests put a false Redis in its place."""

Redis = None
