#include "engine/index/create.h"

#include "archive/archive_writer.h"

namespace textkin::engine::index {

Status create(const std::string& folder, const IndexSpec& spec, const run::LimitOptions& limits) {
  TEXTKIN_RETURN_IF_ERROR(check(spec));
  return archive::ArchiveWriter::create(folder, words_of(spec), run::settle(limits).memory / 4);
}

}  // namespace textkin::engine::index
