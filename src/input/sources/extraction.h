// Extraction: the text of a file that is more than text, taken out of it by another program. Private to this room.
//
// The files are other people's, so what reads them runs as a process of its own, with limits on memory and time. All
// that goes wrong there costs that file only. The program reads the file from its standard input, writes its text in
// UTF-8 to standard output and lines "textkin: KIND: ..." to standard error, of the kinds below; or ends with code 2
// and a line "textkin: ..." that says why not. Cost: some .6 ms of the processor a file, 6 where it cannot stand ready
// (base/processes/fork_server.h), and what the reading takes. Threads: any.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/processes/child_process.h"
#include "input/blocks/file_traces.h"
#include "input/blocks/read_settings.h"
#include "input/blocks/refusal.h"
#include "input/blocks/source.h"
#include "textkin/status.h"

namespace textkin::input {

// The suffix of the source, lower case and without a dot, if files of that suffix are extracted; else empty.
std::string extractor_of(const ReadSettings& settings, const Source& source);

// Whether the bytes of a file that is one document are surely not its text: a packed document, a PDF, RTF, text in
// UTF-16 or in another charset than UTF-8.
bool is_more_than_text(std::string_view bytes);

// Not ok() for bytes that are no text in any charset: of a packed document or archive, a PDF, RTF, an old Word file.
Refusal no_text_at_all(std::string_view bytes);

// The suffix that says how the text of a file is to be extracted; empty: its bytes are the text. Where extraction is
// on, a file without an extractor of its own is extracted as "txt" if it is no UTF-8, or may be UTF-16 or ISO-2022.
std::string suffix_to_extract(const ReadSettings& settings, const Source& source, std::string_view bytes);

// A line for a person where the name of a file that is extracted as `suffix` says another kind; else empty.
std::string misnamed_note(const ReadSettings& settings, const Source& source, std::string_view suffix);

struct ExtractedText {
  Refusal refusal;  // not ok(): there is no text
  std::string text;
  std::vector<std::string> notes;
  std::vector<std::string> flags;
  FileTraces traces;
};

// kIo where the kernel cannot confine the program and must.
Status check_confinement(const ReadSettings& settings);

// Why the program's answer is not to be used, as far as its end tells; ok() where it ended well.
Refusal how_it_failed(const Extraction& extraction, const base::ChildEnd& end);

// Not ok() where the program itself cannot be run, or the run was interrupted.
Result<ExtractedText> extract(const ReadSettings& settings, std::string_view suffix, std::string_view bytes);

}  // namespace textkin::input
