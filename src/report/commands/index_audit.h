// IndexAudit: what `textkin index audit` tells.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/run_stats.h"

namespace textkin::report {

struct IndexAudit {
  std::string folder;
  std::uint64_t documents = 0;
  double threshold = 0;
  RunAudit audit;
  double stated = 1;             // mean of the recalls that the answers stated
  std::uint64_t candidates = 0;  // by keys, of all questions
};

std::string index_audit_text(const IndexAudit& report);
std::string index_audit_json(const IndexAudit& report);

}  // namespace textkin::report
