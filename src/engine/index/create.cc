#include "engine/index/create.h"

#include <filesystem>

#include "archive/archive_writer.h"

namespace textkin::engine::index {

Status create(const std::string& folder, const IndexSpec& spec, const run::LimitOptions& limits) {
  TEXTKIN_RETURN_IF_ERROR(check(spec));
  IndexSpec made = spec;
  // It is opened from other folders, too.
  if (!made.text.key.empty()) made.text.key = std::filesystem::absolute(made.text.key).lexically_normal();
  return archive::ArchiveWriter::create(folder, words_of(made), run::settle(limits).memory / 4);
}

}  // namespace textkin::engine::index
