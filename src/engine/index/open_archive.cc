#include "engine/index/open_archive.h"

namespace textkin::engine::index {

Result<OpenArchive> open_archive(const std::string& folder, std::uint64_t memory, const OpenArchives& held) {
  if (const auto found = held.find(folder); found != held.end()) return found->second;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<archive::Archive> opened, archive::Archive::open(folder, memory));
  return OpenArchive(std::move(opened));
}

Result<OpenArchive> open_to_hold(const std::string& folder, const run::LimitOptions& limits) {
  return open_archive(folder, run::settle(limits).memory / 3, {});
}

std::uint64_t sequence_of(const archive::Archive& archive) { return archive.state().sequence; }
std::uint64_t documents_of(const archive::Archive& archive) { return archive.state().alive; }

Result<bool> has(const archive::Archive& archive, std::string_view id) {
  TEXTKIN_ASSIGN_OR_RETURN(const DocId number, archive.find(id));
  return number != kNoDoc;
}

}  // namespace textkin::engine::index
