from no_counterpart import absent

ESDatasetToSequence = ESMergeSequences = ESRangeRemover = read_bytes = sequence_reader = absent(
    "no sequences of tokens for another program's suffix array, whose ranges lose every copy: textkin.trim() finds repeats itself, and the first stays"
)
