// That an archive is what was written to it.
//
// Errors: kBadInput names what is damaged, and what mends it; kIo. Threads: any number.
#pragma once

#include "archive/archive.h"
#include "textkin/status.h"

namespace textkin::archive {

// That everything is there and whole: each document, id, text and segment, by its checksum and against the others.
Status verify(const Archive& archive);

// That the keys of every document whose text is there are those of its text. Cost: that of adding everything again.
Status verify_keys(const Archive& archive, const KeysOfText& keys_of_text);

}  // namespace textkin::archive
