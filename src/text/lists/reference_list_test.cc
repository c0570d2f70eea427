#include "text/lists/reference_list.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::text {
namespace {

std::string words_of(const std::string& word, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += word + std::to_string(i) + ' ';
  return out;
}

// The lists of a text, "first+words" each.
std::string lists(const std::string& text) {
  WordLocator locator;
  std::vector<LocatedWord> words;
  locator.locate(text, words);
  std::vector<WordRange> ranges;
  find_reference_lists(text, words, ranges);
  std::string out;
  for (const WordRange& range : ranges) {
    if (!out.empty()) out += ' ';
    out += std::to_string(range.first) + '+' + std::to_string(range.words);
  }
  return out;
}

const std::string kSources = "Doe, J. 1999. On rivers.\nRoe, R. 2001. On bridges.\n";  // 10 words

TEST(ReferenceList, HeadingsOfManyLanguagesAndForms) {
  const std::string body = words_of("w", 40) + "\n";
  for (const char* const heading : {"References",
                                    "REFERENCES:",
                                    "## References",
                                    "7. References",
                                    "VII. References",
                                    "**Works cited**",
                                    "Bibliography",
                                    "Literaturverzeichnis",
                                    "Quellen- und Literaturverzeichnis",
                                    "Références",
                                    "Bibliografía",
                                    "Referências",
                                    "Bibliografia",
                                    "Список литературы",
                                    "ЛИТЕРАТУРА",
                                    "Βιβλιογραφία",
                                    "ΠΗΓΈΣ",
                                    "Kaynakça",
                                    "Źródła",
                                    "מקורות",
                                    "المراجع",
                                    "Tài liệu tham khảo",
                                    "References and Notes",
                                    "Notes and references",
                                    "Cited references",
                                    "Selected bibliography",
                                    "Further reading",
                                    "R EFERENCES",
                                    "R EFERENCES AND N OTES",
                                    "\\section*{References}",
                                    "\\begin{thebibliography}{99}",
                                    "Weiterführende Literatur",
                                    "Références et notes",
                                    "Referencias y notas",
                                    "Примечания и литература"})
    EXPECT_NE(lists(body + heading + "\n" + kSources), "") << heading;
  for (const char* const heading : {"参考文献", "５．参考文献", "參考文獻", "참고문헌", "संदर्भ"})
    EXPECT_NE(lists(body + heading + "\r\n" + kSources), "") << heading;
  EXPECT_EQ(lists(body + "References\n" + kSources), "40+11");
  EXPECT_EQ(lists(body + "References\n\n" + kSources + "\n\n"), "40+11");
}

TEST(ReferenceList, WhatIsNone) {
  const std::string body = words_of("w", 40) + "\n";
  EXPECT_EQ(lists(body + "References are given in 1999 and 2001.\n" + kSources), "") << "a sentence";
  EXPECT_EQ(lists(body + "of all\nsources.\n" + kSources), "") << "the end of one";
  EXPECT_NE(lists(body + "\nreferences\n" + kSources), "");
  EXPECT_EQ(lists(body + "Sources of error\n" + kSources), "") << "another heading";
  EXPECT_EQ(lists(body + "Sources\n" + words_of("prose", 100)), "") << "prose without a year";
  EXPECT_EQ(lists(body + "Sources\n" + words_of("prose", 300) + "in 1999"), "") << "prose with one";
  EXPECT_EQ(lists("Contents\nReferences\n" + kSources + body), "") << "in the first half";
  EXPECT_EQ(lists(body + "References\n"), "");
  EXPECT_EQ(lists(body + "References\nroom 12345, row 0999"), "") << "no year, no address";
  EXPECT_EQ(lists(""), "");
  EXPECT_EQ(lists("References"), "");
}

TEST(ReferenceList, EndsAtAnAppendixOrTheNextHeadingOfMarkdown) {
  const std::string body = words_of("w", 40) + "\n";
  EXPECT_EQ(lists(body + "References\n" + kSources + "Appendix A: the data\n" + words_of("x", 5)), "40+11");
  EXPECT_EQ(lists(body + "Literatur\n" + kSources + "Anhang\n" + words_of("x", 5)), "40+11");
  EXPECT_EQ(lists(body + "## References\n### Books\n" + kSources + "## Thanks\n" + words_of("x", 5)), "40+12");
  EXPECT_EQ(lists(body + "References\n" + kSources + "Thanks\n"), "40+11") << "a plain line is none";
  EXPECT_EQ(lists(body + "\\begin{thebibliography}\n" + kSources + "\\end{thebibliography}\n" + kSources), "40+12");
  EXPECT_EQ(lists(body + "References\n" + kSources + "Appendix\n" + words_of("x", 5) + "\nReferences\n" + kSources),
            "40+11 57+11");
}

const std::string kProse =
    "Sediment cores were taken in three fjords of the northern coast between May and September 2019 with a gravity "
    "corer of nine centimetres diameter. Each core was split lengthwise in the laboratory, photographed under even "
    "light, and one half was sampled at intervals of two centimetres. As Bauer (1998) noted, ignition overestimates "
    "carbon in clay. Samples were dried at sixty degrees for forty eight hours, ground by hand in an agate mortar, and "
    "weighed to the nearest milligram before loss on ignition was determined.\n";  // 84 words
const std::string kHistory =
    "The account books of the priory begin in 1531 and break off in 1548, when the last steward left for Bergen with "
    "the keys of the archive. A second series, kept by the toll house from 1602 onwards, names every ship that paid in "
    "grain, and in 1611 the clerk began to note the origin of the crew as well. Both series were copied in 1744 by a "
    "schoolmaster who modernised the spelling.\n";

// Lines of 60 characters, about.
std::string wrapped(std::string text) {
  for (std::size_t i = 60; i < text.size(); i += 60) {
    i = text.find(' ', i);
    if (i == std::string::npos) break;
    text[i] = '\n';
  }
  return text;
}

TEST(ReferenceList, ProseBehindItCounts) {
  const std::string body = words_of("w", 400) + "\n\n";
  for (const std::string gap : {"\n", "\n\n", "\n\nThe samples\n\n", "\n\n5. The samples\n\n"})
    for (const std::string& prose : {kProse, wrapped(kProse)})
      EXPECT_EQ(lists(body + "References\n" + kSources + gap + prose + gap + prose), "400+11") << gap;
  EXPECT_EQ(lists(body + "References\n" + kSources + "Methods\n" + kProse + kSources), "400+11");
  EXPECT_EQ(lists(body + "References\n\n" + kSources + "\nThe samples\n\n" + kProse + "\n" + kSources), "400+11");
  const std::string brief =
      "They were dried at sixty degrees for forty eight hours and weighed by hand in the laboratory.\n";
  EXPECT_EQ(lists(body + "References\n\n" + kSources + "\nThe samples\n\n" + brief + "\nThe data\n\n" + kSources),
            "400+11")
      << "brief sections";
  // Each heading has a list of its own.
  EXPECT_EQ(lists(body + "References\n" + kSources + kProse + "References\n" + kSources), "400+11 495+11");
  EXPECT_EQ(lists(body + "5. Sources\n\n" + kHistory + "\n6. Conclusion\n\n" + kProse), "") << "a section of prose";
  EXPECT_EQ(lists(body + "5. Sources\n\n" + wrapped(kHistory + kProse)), "");
}

// What a list holds, whatever its entries look like.
TEST(ReferenceList, EntriesOfAllKindsAreOfIt) {
  const std::string body = words_of("w", 400) + "\n\n";
  const char* const entries[] = {
      "Smith J, Jones K, Brown L. Effects of long term exposure to low doses of ionizing radiation on the incidence of "
      "leukemia in children. Lancet. 2003;361(9365):1234-9.",
      "Chen, L. (2011). Laser diffraction and the size of grains in lakes with a comparison of methods for the "
      "determination of organic carbon in marine sediments. Earth Surface Reports, 36(2), 88-104.",
      "Foucault, Michel. Discipline and Punish: The Birth of the Prison. Trans. Alan Sheridan. New York: Vintage, "
      "1995.",
      "World Health Organization. (n.d.). How to wash your hands properly. Geneva: Author.",
      "BBC. How to wash your hands. Retrieved from https://www.bbc.co.uk/news/hands on 3 May.",
      "[12] A. Broder, “On the resemblance of documents,” in Proc. Compression of Sequences, 1997, pp. 21-29.",
      "Müller, Hans: Die Entwicklung der deutschen Sprache im Jahrhundert der Aufklärung. Berlin 1998.",
      "Dupont, Jean, « La naissance de la presse populaire en France », Revue historique, no 12, mai 1987, p. 12-34.",
      "Le Monde, « Les forêts du nord », lemonde.fr, consulté le 3 mai 2019, https://www.lemonde.fr/forets",
      "Mazower, Mark. The Dark Continent: a short history of Europe since 1945. London: Penguin, 1998.",
      "Иванов И. И. История русской литературы второй половины девятнадцатого века. М.: Наука, 1985. 312 с.",
      "[1] 张三, 李四. 中国近代史论文题目研究[J]. 历史研究, 2003, 18(4): 301-319.",
      "田中太郎『日本近代史の研究』東京大学出版会、1998年。",
      "أحمد، محمد (١٩٩٨). تاريخ المدينة في العصر الوسيط. بيروت: دار النشر."};
  std::string all;
  for (const char* const entry : entries) {
    const std::string list = body + "References\n\n" + entry + "\n";
    EXPECT_EQ(lists(list).substr(0, 4), "400+") << entry;
    WordLocator locator;
    std::vector<LocatedWord> words;
    locator.locate(list, words);
    EXPECT_EQ(lists(list), "400+" + std::to_string(words.size() - 400)) << entry;
    all += std::string(entry) + "\n\n";
  }
  for (const std::string& list : {all, "Books\n\n" + all + "Internet\n\n" + all, wrapped(all)}) {
    WordLocator locator;
    std::vector<LocatedWord> words;
    const std::string text = body + "References\n\n" + list;
    locator.locate(text, words);
    EXPECT_EQ(lists(text), "400+" + std::to_string(words.size() - 400)) << list;
  }
}

// What somebody writes about a source is prose; the entries are a list, before it and behind it.
TEST(ReferenceList, AnnotationsCountAndEntriesDoNot) {
  const std::string entry =
      "Chen, L. (2011). Laser diffraction and the size of grains. Earth Surface Reports, 36(2), 88-104.\n\n";  // 17
  const std::string body = words_of("w", 40) + "\n\n";
  EXPECT_EQ(lists(body + "Bibliography\n\n" + entry + kProse + "\n" + entry + kProse + "\n" + entry),
            "40+18 142+17 243+17");
  const std::string brief =
      "She finds that grains grow with the depth of water in all the lakes that she took them from.";
  const std::string few = body + "Bibliography\n\n" + entry + brief + "\n\n" + entry + brief + "\n\n" + entry;
  EXPECT_EQ(lists(few), "40+90");
}

TEST(ReferenceList, InTheFirstHalfItNamesThree) {
  const std::string body = words_of("w", 400) + "\n";
  EXPECT_EQ(lists("References\n" + kSources + "Poe, E. 2004. On ferries.\nChapter 2\n" + body), "0+16");
  EXPECT_EQ(lists("References\n" + kSources + "Chapter 2\n" + body), "");
  EXPECT_EQ(lists("7. References\n\n0. Preface\n\n" + kProse + "\n" + kSources + kSources + body), "") << "contents";
}

TEST(ReferenceList, AnyBytes) {
  const char* const pieces[] = {"References", "\n",    "# ",       "Appendix", " 1999 ",
                                "\xFF",       "word ", "\xE5\x8F", "参考文献", "\r\n"};
  std::uint32_t state = 1;
  for (int round = 0; round < 1000; ++round) {
    std::string text;
    for (int i = 0; i < 50; ++i) {
      state = state * 1664525u + 1013904223u;
      text += pieces[(state >> 16) % std::size(pieces)];
    }
    WordLocator locator;
    std::vector<LocatedWord> words;
    locator.locate(text, words);
    std::vector<WordRange> ranges;
    find_reference_lists(text, words, ranges);
    std::uint32_t done = 0;
    for (const WordRange& range : ranges) {
      ASSERT_GE(range.first, done);
      ASSERT_GT(range.words, 0u);
      done = range.first + range.words;
      ASSERT_LE(done, words.size());
    }
  }
}

// Notes are judged each by itself: a citation is left out, its neighbours are not.
TEST(ReferenceList, NotesThatAreCitations) {
  const std::string body = words_of("w", 40) + "\n";
  const std::string note = "John Miller, The Long Harvest (Oxford: Clarendon Press, 2004), 112.\n\n";  // 10 words
  EXPECT_EQ(lists(body + "⸻\n\n" + note), "40+10");
  EXPECT_EQ(lists(body + "⸻\n\n" + note + "Ebd., 14.\n\n" + note), "40+22");
  EXPECT_EQ(lists(body + "⸻\n\n" + note + kProse + "\n" + note), "40+10 134+10");
  EXPECT_EQ(lists(body + "⸻\n\n" + kHistory), "");
  EXPECT_EQ(lists(body + "Notes\n" + note), "41+10") << "without its heading";
  EXPECT_EQ(lists(body + "Notes\n" + kHistory + note), "") << "prose first";
  EXPECT_EQ(lists(body + "[^1]: " + note), "41+10");
  EXPECT_EQ(lists(body + "[^1]: " + kHistory), "");
  EXPECT_EQ(lists(body + note), "") << "nobody says that it is a note";
}

// Where documents of word processors have their notes. They may be longer than the text.
TEST(ReferenceList, NotesAreNotOfTheList) {
  const std::string text = words_of("w", 40) + "\nReferences\n" + kSources;
  for (const char* const line : {"⸻\n", "\n⸻\n\n", "\r\n ⸻ \r\n", "⸻"})
    EXPECT_EQ(lists(text + line + words_of("\nnote", 90)), "40+11") << line;
  EXPECT_EQ(lists(text + "a ⸻ of 2004\n"), "40+14");
  EXPECT_EQ(lists(words_of("w", 40) + "\n⸻\n" + words_of("note", 20) + "\nReferences\n" + kSources), "60+11");
}

}  // namespace
}  // namespace textkin::text
