#include "engine/signatures/row_ids.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/checksum.h"
#include "base/sort.h"
#include "engine/run/memory_shares.h"
#include "engine/run/printable.h"
#include "store/document_reader.h"

namespace textkin::engine::signatures {

DocId RowIds::rows() const {
  DocId rows = 0;
  for (const Part& part : parts_) rows += part.file != nullptr ? part.file->rows() : part.collection->documents();
  return rows;
}

Status RowIds::each(const Visit& visit) const {
  DocId row = 0;
  std::string_view id;
  for (const Part& part : parts_) {
    if (part.file != nullptr) {
      store::SignatureIds ids(*part.file);
      for (DocId i = 0; i < part.file->rows(); ++i) {
        TEXTKIN_RETURN_IF_ERROR(ids.read(i, id));
        TEXTKIN_RETURN_IF_ERROR(visit(row++, id));
      }
      continue;
    }
    store::DocumentReader documents(part.collection->table);
    for (DocId i = 0; i < part.collection->documents(); ++i) {
      TEXTKIN_RETURN_IF_ERROR(documents.read_id(i, id));
      TEXTKIN_RETURN_IF_ERROR(visit(row++, id));
    }
  }
  return {};
}

// Ids that are equal have equal checksums: only those of which two are equal are looked at.
Status RowIds::check_unique(const run::GivenMemory& memory) const {
  const std::uint64_t needed = std::uint64_t{rows()} * sizeof(std::uint64_t);
  if (needed > memory.bytes / 4) return run::too_little_memory(memory, 4 * needed, rows());
  std::vector<std::uint64_t> sums;
  sums.reserve(rows());
  TEXTKIN_RETURN_IF_ERROR(each([&](DocId, std::string_view id) {
    sums.push_back(base::checksum(id));
    return Status();
  }));
  base::sort(sums.data(), sums.size());
  std::unordered_set<std::uint64_t> twice;
  for (std::size_t i = 1; i < sums.size() && twice.size() < 1024; ++i)
    if (sums[i] == sums[i - 1]) twice.insert(sums[i]);
  if (twice.empty()) return {};
  std::unordered_set<std::string> seen;
  return each([&](DocId, std::string_view id) -> Status {
    if (!twice.contains(base::checksum(id)) || seen.insert(std::string(id)).second) return {};
    return Status(Code::kInvalidArgument,
                  fmt::format("the id {} stands twice in what is put together; leave one of them out, or give it "
                              "another id",
                              run::printable(id)));
  });
}

}  // namespace textkin::engine::signatures
