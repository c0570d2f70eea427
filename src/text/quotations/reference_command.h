// References by commands of LaTeX: \cite{key}, \citep[p. 17]{key}, \footcite*{key}, and notes.
//
// A command counts whose name has `cite` in it and that names a key: natbib, biblatex, apacite and jurabib have dozens.
// \nocite, which prints nothing, does not. Cost: linear in the text. Threads: any.
#pragma once

#include <string_view>

namespace textkin::text {

// Whether a command in `text` cites.
bool cites_by_command(std::u32string_view text);

// Whether `text` begins with a note, behind marks and spaces: \footnote{...}, \footnotemark.
bool begins_with_note_command(std::u32string_view text);

}  // namespace textkin::text
