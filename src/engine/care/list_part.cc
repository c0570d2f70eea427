#include "engine/care/list_part.h"

#include <fmt/format.h>

#include "engine/index/index_spec.h"
#include "report/formats/catalog.h"
#include "report/rows/index_rows.h"

namespace textkin::engine::care {

Result<DocId> append_part(const archive::Archive& archive, const std::string& folder, const ListPart& wanted,
                          std::string& out) {
  TEXTKIN_ASSIGN_OR_RETURN(const index::IndexSpec spec, index::spec_of(archive.words(), folder));
  TEXTKIN_ASSIGN_OR_RETURN(const index::Where where, index::Where::make(wanted.where, spec));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format("jsonl"));
  if (wanted.as_of > archive.state().sequence)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} is at sequence {}; {} is not yet", folder, archive.state().sequence, wanted.as_of));
  if (wanted.as_of != 0 && wanted.as_of < archive.state().purged)
    return Status(Code::kInvalidArgument, fmt::format("{}: texts were purged at sequence {}; ask as of that, or later",
                                                      folder, archive.state().purged));
  const std::uint64_t sequence = wanted.as_of == 0 ? archive.state().sequence : wanted.as_of;
  const report::Table<report::IndexRow> table(*format);
  const DocId begin = wanted.after ? *wanted.after + 1 : 0;
  DocId last = kNoDoc;
  bool is_more = false;
  std::uint64_t rows = 0;
  if (wanted.after && begin == 0) return kNoDoc;
  TEXTKIN_RETURN_IF_ERROR(archive.each(begin, [&](DocId number, const archive::Entry& entry) -> Result<bool> {
    if (!entry.alive_at(sequence) || !entry.id.starts_with(wanted.prefix) || !where.holds(entry)) return true;
    is_more = rows == wanted.limit;
    if (is_more) return false;
    table.append_row({.id = entry.id, .sequence = entry.added, .size = entry.size, .bytes = entry.text_bytes}, out);
    last = number;
    ++rows;
    return true;
  }));
  return is_more ? last : kNoDoc;
}

}  // namespace textkin::engine::care
