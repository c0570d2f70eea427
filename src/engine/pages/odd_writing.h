// How a text is written where that keeps it from being compared: spaced throughout, with signs for letters or control
// characters among them, or backwards.
//
// Such words are compared as they stand, since to read them otherwise would make words equal that are not; then nothing
// is found, and nothing found is no acquittal. So it is told, and a person looks. Told is what no text of the innocents
// has (bench/passages/innocents.py, 19,000 texts): forty letters or more, and three in ten, that stand alone, eight or
// more in a row; ten words or more, and one in twenty, with @ or $ between letters, addresses left out, or with control
// characters; ten words or more that an override (U+202E, U+202D) shows in the other direction than they are read in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace textkin::engine::pages {

// Lines for a person, each beginning with "written oddly: "; mostly none. Of prose: programs have such words.
std::vector<std::string> odd_writing(std::string_view text);

}  // namespace textkin::engine::pages
