// TextRows: the texts of an index, whether each has a row of its own in the vault or is packed with its neighbours.
//
// Errors: kBadInput where a pack cannot be unpacked, and the vault's. Threads: any number at once. Memory: packs that
// were unpacked last, within `memory`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/page_cache.h"
#include "archive/vault.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::archive {

class TextRows {
 public:
  // `vault` must outlive it; `folder` is what errors name.
  TextRows(const Vault& vault, std::string folder, std::uint64_t memory)
      : vault_(vault), folder_(std::move(folder)), cache_(memory) {}

  // False, and `out` as it was, where there is no such text.
  Result<bool> read(DocId number, std::string& out) const;

  // Those from `begin` on that are there, ascending, until `visit` gives false. The views live until it returns.
  using Visit = std::function<Result<bool>(DocId number, std::string_view text)>;
  Status each(DocId begin, const Visit& visit) const;

  // What must be done so that those documents have no text, in portions that each fit in memory; `gone`: one each that
  // has a number. What was unpacked before it is still known here.
  Status leave_out(const std::vector<bool>& gone, const std::function<Status(const Changes&)>& commit) const;

 private:
  Result<PageCache::Page> unpacked(DocId last, std::string_view row) const;
  Status damaged(DocId last) const;

  const Vault& vault_;
  std::string folder_;
  mutable PageCache cache_;  // by the number of the last text
};

}  // namespace textkin::archive
