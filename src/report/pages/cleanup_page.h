// The HTML report of a clean-up: what was found at a glance, and removed documents beside the ones that stay.
//
// A page as html_page.h promises. Write append_cleanup_begin, write_cleanup_text for those documents that have one, in
// any order, append_cleanup_end.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/commands/plan_report.h"
#include "report/pages/html_page.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::report {

// What became of the documents that are not kept.
enum class CleanupFate {
  kRemoved,
  kChecked,    // nothing: --check
  kAnnotated,  // they stay, and say so: --annotate
};

struct CleanupDocument {
  std::string id;
  std::uint64_t bytes = 0;  // of its record
  bool has_text = false;    // write_cleanup_text was given it
  std::uint64_t hash = 0;   // XXH3 of the text as it was compared, where it is on the page
};

struct CleanupRemoval {
  std::uint32_t document = 0;  // numbers of CleanupDocuments
  std::uint32_t kept = 0;
  double similarity = 0;
  std::uint32_t shared = 0;  // shingles
  std::uint32_t size = 0;
  std::uint32_t size_kept = 0;
  bool identical = false;
};

struct CleanupCluster {
  std::uint32_t kept = 0;  // number of a CleanupDocument
  std::uint64_t removed = 0;
  double least = 0;  // similarity of any of them to the kept one
  std::uint64_t removed_bytes = 0;
};

struct CleanupPage {
  RunStats stats;  // but for times, memory and threads, of which the page does not speak
  CleanupFate fate = CleanupFate::kRemoved;
  std::vector<std::string> inputs;
  std::string text;          // what documents are compared by
  std::string sketch;        // its name
  std::string keep;          // the keep rule
  std::string removed_list;  // --removed and --clusters, where they were written
  std::string clusters_list;
  std::vector<PlanReport::Point> curve;  // none for the exact method

  std::uint64_t bytes = 0;  // of the records of all documents
  std::uint64_t removed_bytes = 0;
  std::uint64_t removed = 0;
  std::uint64_t identical = 0;                    // of them
  std::array<std::uint64_t, 100> similarities{};  // of the others, by hundredths, rounded down
  std::uint64_t clusters = 0;

  std::vector<CleanupDocument> documents;  // those that the page speaks of
  std::vector<CleanupCluster> largest;     // the largest first
  std::vector<CleanupRemoval> shown;       // `removed` counts all
};

void append_cleanup_begin(std::string& out);
// The text of documents[number], which need not fit into memory a second time: what it adds is written in pieces.
Status write_cleanup_text(std::size_t number, std::string_view text, const PageSink& write);
void append_cleanup_end(const CleanupPage& page, std::string& out);

}  // namespace textkin::report
