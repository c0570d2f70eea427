// How a text is written where that keeps it from being compared: spaced throughout, with signs for letters, control
// characters or spaces that hardly show among them, or backwards.
//
// Such words are compared as they stand, since to read them otherwise would make words equal that are not; then nothing
// is found, and nothing found is no acquittal. So it is told, and a person looks. Told is what no text of the innocents
// has (bench/passages/innocents.py, 19,000 texts): forty letters or more, and three in ten, that stand alone, eight or
// more in a row; ten words or more, and one in twenty, with @ or $ between letters, addresses left out, or with control
// characters, U+FFFC, U+1D159 or noncharacters; ten words or more, and one in three, with U+0080 to U+009F between
// letters (fewer are apostrophes and letters of a mistaken encoding), or with spaces of typographers (U+2000 to U+200A
// and their like) or line separators, if what stands between two usual spaces has nine letters at most on average:
// words that such spaces part are longer by twos, and so are lines; ten words or more that an override (U+202E, U+202D)
// shows in the other direction than they are read in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace textkin::engine::pages {

// Lines for a person, each beginning with "written oddly: "; mostly none. Of prose: programs have such words.
std::vector<std::string> odd_writing(std::string_view text);

}  // namespace textkin::engine::pages
