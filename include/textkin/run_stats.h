// RunStats: what a run that looks for alike documents did, in numbers. The object behind --stats, the terminal summary
// and every report of pairs, dedup and its stages, rules and simhash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "textkin/run_facts.h"

namespace textkin {

// The realised recall of a run (--audit), from documents drawn at random and their neighbours by exact search.
struct RunAudit {
  // The share, and the interval that holds that of the whole collection with `confidence`; all three are the same where
  // every document was drawn.
  struct Recall {
    double value = 0;
    double lower = 0;
    double upper = 1;
  };
  std::uint64_t documents = 0;   // drawn
  std::uint64_t neighbours = 0;  // theirs at or above the threshold, summed
  std::uint64_t found = 0;       // pairs: those in the output; dedup: those of which not both documents stay
  std::optional<Recall> recall;  // none where no drawn document has a neighbour: then nothing is known
  double confidence = 0.95;
  double stated = 0;  // of a question to an index: the mean of the recalls that its answers state, a neighbour each
};

// Which pairs were printed under a false discovery rate (--fdr).
struct RunFdr {
  double rate = 0;
  std::string method;             // "bh" or "by"
  double tests = 0;               // all pairs that there are
  std::uint64_t universe = 0;     // of shingles, that chance draws from
  std::uint64_t found = 0;        // pairs at or above the threshold
  std::uint64_t significant = 0;  // of them, and printed
  double log10_p = 0;             // of the largest p-value that is significant; -infinity where none is
};

// The other side of a clean-up (dedup --against).
struct RunAgainst {
  std::uint64_t documents = 0;                  // that nothing is removed of
  std::uint64_t removed = 0;                    // documents of INPUT that are similar to one of them
  std::optional<double> recall = std::nullopt;  // at least, at the threshold; none: that of the run
};

// How pairs were looked for, and what that promises.
struct SearchMethod {
  std::string spec;    // printable identity of text and sketch
  std::string method;  // "lsh", "exact" or "runs" (of an index): what was used, whatever was asked for
  std::string reason;  // why that method, one line
  double threshold = 0;
  std::string measure = "jaccard";  // of which it is the threshold
  double recall_target = 0;
  // Share of the pairs at or above the threshold that this run is expected to have found, given the similarities that
  // it verified (Horvitz-Thompson); 1 for the exact method. Where it found none nothing is known of them, and this is
  // recall_at_threshold: see RunStats::found_any(). Of a question to an index: at least, the least of its answers.
  double recall_predicted = 1;
  // Least probability that a pair exactly at the threshold was found: what the plan promises.
  double recall_at_threshold = 1;
  std::uint32_t bands = 0;
  std::uint32_t rows = 0;
  std::uint32_t hashes = 0;
  std::uint64_t seed = 0;
  std::string simd;
};

// What was looked at, and what was found.
struct SearchCounts {
  std::uint64_t exact_duplicates = 0;  // documents whose shingle set equals that of another, earlier in keep order
  std::uint64_t candidates = 0;        // distinct pairs that were looked at
  std::uint64_t verified = 0;          // pairs whose sets were compared
  std::uint64_t pairs = 0;             // pairs at or above the threshold that the command found
};

struct RunStats : RunFacts, SearchMethod, SearchCounts {
  std::uint64_t skipped_hidden = 0;  // hidden files and folders below directories
  std::uint64_t skipped_links = 0;
  std::uint64_t skipped_special = 0;          // pipes, sockets and devices
  std::optional<RunAudit> audit;              // where it was asked for; of what the search found, whatever --fdr leaves
  std::optional<RunFdr> fdr;                  // where it was asked for
  std::optional<std::uint64_t> transactions;  // rules only: what was read; its items are the documents
  std::optional<std::uint64_t> kept;          // dedup only
  std::optional<std::uint64_t> removed;
  std::optional<RunAgainst> against;      // dedup --against; `documents` are then those of INPUT
  std::optional<std::uint64_t> left_out;  // simhash --min-cosine: so many of `pairs`
  std::uint64_t removed_identical = 0;    // of them: equal to the one that stays for them, as --removed says

  bool found_any() const { return exact_duplicates > 0 || removed.value_or(0) > 0 || (fdr ? fdr->found : pairs) > 0; }
};

}  // namespace textkin
