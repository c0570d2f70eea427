// purge_texts: texts that are no row of the vault any more, whether they had one of their own or stood in a pack.
//
// In portions, each a commit: where it is killed some are gone and others not, and it can be done again. In files they
// stay until the vault is rewritten. Errors: kBadInput where a pack cannot be unpacked, and the vault's. Cost: all
// packs are unpacked, and those that change packed again.
#pragma once

#include <string>
#include <vector>

#include "archive/vault.h"
#include "textkin/status.h"

namespace textkin::archive {

// `gone`: one each that has a number; `folder` is what errors name.
Status purge_texts(Vault& vault, const std::string& folder, const std::vector<bool>& gone);

}  // namespace textkin::archive
