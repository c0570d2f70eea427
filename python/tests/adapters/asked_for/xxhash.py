"""datatrove's tests ask whether this can be imported; the adapters cut sentences and words by textkin."""
