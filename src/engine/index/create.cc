#include "engine/index/create.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "archive/archive_writer.h"

namespace textkin::engine::index {

Status create(const std::string& folder, const IndexSpec& spec, const run::LimitOptions& limits) {
  TEXTKIN_RETURN_IF_ERROR(check(spec));
  IndexSpec made = spec;
  if (!made.text.key.empty()) {  // it is opened from other folders, too
    std::error_code error;
    const std::filesystem::path key = std::filesystem::absolute(made.text.key, error);
    if (error) return Status(Code::kIo, fmt::format("where --key {} is: {}", made.text.key, error.message()));
    made.text.key = key.lexically_normal();
  }
  return archive::ArchiveWriter::create(folder, words_of(made), run::settle(limits).memory / 4);
}

}  // namespace textkin::engine::index
