// open_archives: archives among the sources, as the files that are in them.
//
// What a learning platform gives is a ZIP of all hand-ins. It is read as a folder of its name: a file in it is a source
// ARCHIVE/NAME. A process of its own, which can do nothing else, takes it apart (base/processes/confinement.h); what
// comes from there is taken for hostile too, and goes to a nameless scratch file: nothing is ever written under a name
// that an archive gives.
#pragma once

#include <cstdint>

#include "input/blocks/read_settings.h"
#include "input/sources/sources.h"
#include "textkin/status.h"

namespace textkin::input {

// Puts the files of each archive in its place, where `settings` ask for that; a file is one by its first bytes,
// whatever it is called, unless it is a packed document (docx, odt). `second` is a number in the list and stays that of
// the same source. What cannot be used is a source that has a `refusal`. Not ok() where the program cannot be run, a
// scratch file cannot be written, or an archive changes meanwhile. Cost: 10 us a file of the list; unpacking, for an
// archive.
Status open_archives(const ReadSettings& settings, SourceList& list, std::uint32_t& second);

}  // namespace textkin::input
