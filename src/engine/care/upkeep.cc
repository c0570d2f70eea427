#include "engine/care/upkeep.h"

#include <memory>

#include "archive/archive_writer.h"
#include "archive/verify.h"
#include "engine/care/new_folder.h"
#include "engine/care/text_keys.h"
#include "engine/index/index_spec.h"

namespace textkin::engine::care {

using index::IndexSpec;
using index::spec_of;

Status merge(const std::string& folder, const run::LimitOptions& limits) {
  const run::Limits settled = run::settle(limits);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<archive::ArchiveWriter> writer,
                           archive::ArchiveWriter::open(folder, settled.memory / 2));
  writer->use_threads(settled.threads);
  TEXTKIN_RETURN_IF_ERROR(writer->merge());
  writer->tidy();
  return {};
}

Status verify(const std::string& folder, bool deep, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<archive::Archive> archive,
                           archive::Archive::open(folder, run::settle(limits).memory / 2));
  TEXTKIN_ASSIGN_OR_RETURN(const IndexSpec spec, spec_of(archive->words(), folder));
  TEXTKIN_RETURN_IF_ERROR(archive::verify(*archive));
  if (!deep) return {};
  TEXTKIN_ASSIGN_OR_RETURN(TextKeys keys, TextKeys::make(spec));
  return archive::verify_keys(*archive, [&](std::string_view text) { return keys.of(text); });
}

Result<std::uint64_t> repair(const std::string& folder, bool all, const run::LimitOptions& limits) {
  using archive::ArchiveWriter;
  TEXTKIN_ASSIGN_OR_RETURN(
      const std::unique_ptr<ArchiveWriter> writer,
      ArchiveWriter::open(folder, run::settle(limits).memory / 2, ArchiveWriter::Segments::kUntouched));
  TEXTKIN_ASSIGN_OR_RETURN(const IndexSpec spec, spec_of(writer->archive().words(), folder));
  TEXTKIN_ASSIGN_OR_RETURN(TextKeys keys, TextKeys::make(spec));
  TEXTKIN_ASSIGN_OR_RETURN(const DocId made, writer->repair([&](std::string_view text) { return keys.of(text); }, all));
  return std::uint64_t{made};
}

Status snapshot(const std::string& folder, const std::string& copy, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<archive::ArchiveWriter> writer,
                           archive::ArchiveWriter::open(folder, run::settle(limits).memory / 2));
  TEXTKIN_ASSIGN_OR_RETURN(NewFolder made, NewFolder::begin(copy));
  TEXTKIN_RETURN_IF_ERROR(writer->copy_to(made.path()));
  return made.commit();
}

}  // namespace textkin::engine::care
