// FASTA: each sequence is a document.
//
// A record begins with a line whose first byte is > and reaches to the next such line. Its id is the first word behind
// the >; without one it is called by its place, FILE:LINE. Its text is what stands behind that line: sequence lines
// with their line ends, which shingles of k-mers skip. Lines before the first > line are refused, white space excepted.
// Cost: one search for line ends a byte.
#pragma once

#include "input/formats/format.h"

namespace textkin::input {

const Format& fasta_format();

}  // namespace textkin::input
