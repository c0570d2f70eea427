"""datatrove's names over textkin, as far as textkin has what they name: for datatrove's own tests, and for nothing else."""
