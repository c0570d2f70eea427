// RowMaker: two kept rows -> a row of the answer: estimate, interval, and what Mash prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/signatures/kept_by.h"
#include "report/rows/signature_rows.h"
#include "textkin/status.h"

namespace textkin::engine::signatures {

// What every answer of estimates is asked for.
struct AnswerOptions {
  std::string output = "-";
  std::string format = "tsv";
  double confidence = 0.95;
  double threshold = 0;        // least similarity of a row
  bool containment = false;    // columns of it
  std::uint64_t universe = 0;  // shingles that chance draws from; 0: all canonical k-mers, of others it is not known
};

// kInvalidArgument for a value that cannot be.
Status check(const AnswerOptions& wanted, const KeptBy& made);

// Which columns an answer has.
bool has_column(const AnswerOptions& wanted, std::size_t column);

// Threads: any number at once; both references must outlive it.
class RowMaker {
 public:
  RowMaker(const KeptBy& made, const AnswerOptions& wanted);

  // All but the ids, of row `i` of `a` and row `j` of `b`.
  Result<report::SignatureRow> make(const SignatureBlock& a, std::size_t i, const SignatureBlock& b,
                                    std::size_t j) const;

 private:
  double log_p(const sketch::KeptEstimate& found, std::uint32_t size_a, std::uint32_t size_b) const;
  Status add_containment(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                         const Estimate& similarity, report::SignatureRow& row) const;

  const KeptBy& made_;
  const AnswerOptions& wanted_;
  bool jaccard_;
  std::optional<double> possible_;
};

}  // namespace textkin::engine::signatures
