// DedupOptions: what a clean-up writes, and where.
#pragma once

#include <string>

#include "engine/index/open_archive.h"

namespace textkin::engine::cleanup {

struct DedupOptions {
  std::string output = "-";  // KEPT: a file, "-", or a folder (ends in '/' or is one): shards stay shards
  std::string keep = "first";
  std::string removed;   // --removed FILE.jsonl; empty: none
  std::string clusters;  // --clusters FILE.tsv
  std::string copy_to;   // --copy-to DIR
  std::string report;    // --report FILE.html; written with `check` too
  bool annotate = false;
  bool all_pairs = false;    // find all pairs, which serve every higher threshold and every keep rule
  double at = 0;             // decide at this threshold, from the run's own on; 0: at that
  index::OpenArchives held;  // of the indexes of --against those that are open
  bool check = false;        // nothing is written but --report, --stats and --problems
};

// Whether kept records go to standard output: not where nothing is written, and not where the copies are the output.
inline bool prints(const DedupOptions& options) {
  return !options.check && options.output == "-" && options.copy_to.empty();
}

}  // namespace textkin::engine::cleanup
