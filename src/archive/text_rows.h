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

#include "archive/page_cache.h"
#include "archive/vault.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::archive {

class TextRows {
 public:
  // `vault` must outlive it; `folder` is what errors name.
  TextRows(const Vault& vault, std::string folder, std::uint64_t memory)
      : vault_(vault), folder_(std::move(folder)), cache_(std::make_shared<PageCache>(memory)) {}
  // Of a snapshot of that vault; what was unpacked is shared.
  TextRows(const Vault& snapshot, const TextRows& of) : vault_(snapshot), folder_(of.folder_), cache_(of.cache_) {}

  // False, and `out` as it was, where there is no such text.
  Result<bool> read(DocId number, std::string& out) const;

  // Those from `begin` on that are there, ascending, until `visit` gives false. The views live until it returns.
  using Visit = std::function<Result<bool>(DocId number, std::string_view text)>;
  Status each(DocId begin, const Visit& visit) const;

 private:
  Result<PageCache::Page> unpacked(DocId last, std::string_view row) const;

  const Vault& vault_;
  std::string folder_;
  std::shared_ptr<PageCache> cache_;  // by the number of the last text
};

}  // namespace textkin::archive
