#include "extract/notebook.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace textkin::extract {
namespace {

std::string text_of(const std::string& notebook) {
  const Result<Extracted> made = extract_notebook(notebook, {});
  return made.ok() ? made->text : std::string(made.status().message());
}

std::string of_cells(const std::string& cells) { return R"({"cells":[)" + cells + R"(],"nbformat":4})"; }

TEST(Notebook, CellsAreReadInOrderWithAnEmptyLineBetween) {
  EXPECT_EQ(text_of(of_cells(R"({"cell_type":"markdown","source":["# A title\n","words"]},
                               {"cell_type":"code","source":"a = 1\n"},{"cell_type":"raw","source":[]},
                               {"cell_type":"code","source":"\"caf\u00e9 \ud83d\ude00\""})")),
            "# A title\nwords\n\na = 1\n\n\n\"café 😀\"");
  EXPECT_EQ(text_of(of_cells("")), "");
}

TEST(Notebook, WhatItsCodeAnsweredIsLeftOutAndTold) {
  const std::string answers = R"json(
      {"outputs":[{"data":{"text/plain":["secret"],"n":[1e999,99999999999999999999999]}}],"source":"print(1)"},
      {"source":"print(2)","outputs":[]},{"source":"print(3)","outputs":[{"text":"secret"},{}],"metadata":{"a":"b"}})json";
  const Result<Extracted> made = extract_notebook(of_cells(answers), {});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->text, "print(1)\n\nprint(2)\n\nprint(3)");
  EXPECT_EQ(made->notes, std::vector<std::string>{"what the code of 2 cells answered is left out"});
  EXPECT_TRUE(extract_notebook(of_cells(R"({"source":"a","outputs":[]})"), {})->notes.empty());
}

TEST(Notebook, WhereKeysStandMakesNoDifference) {
  EXPECT_EQ(
      text_of(
          R"({"nbformat":4,"metadata":{"cells":[{"source":"no"}]},"cells":[{"metadata":{"source":"no"},"source":"yes"}]})"),
      "yes");
  EXPECT_EQ(text_of("\xEF\xBB\xBF" + of_cells(R"({"source":"yes"})")), "yes");
}

TEST(Notebook, OfVersionThree) {
  EXPECT_EQ(text_of(R"({"worksheets":[{"cells":[{"cell_type":"heading","source":["A title"]},
                        {"cell_type":"code","input":["a = 1\n","b = 2"],"outputs":[]}]},{"cells":[{"source":"end"}]}],"nbformat":3})"),
            "A title\n\na = 1\nb = 2\n\nend");
}

TEST(Notebook, WhatIsThereTwiceIsRefused) {
  for (const char* bytes : {R"({"cells":[{"source":"a"}],"cells":[{"source":"b"}]})",
                            R"({"cells":[{"source":"a"}],"c\u0065lls":[{"source":"b"}]})",
                            R"({"cells":[{"source":"a"}],"worksheets":[{"cells":[{"source":"b"}]}]})",
                            R"({"cells":[{"source":"a","source":"b"}]})", R"({"cells":[{"input":"a","source":"b"}]})",
                            R"({"worksheets":[{"cells":[],"cells":[{"source":"b"}]}]})"})
    EXPECT_NE(text_of(bytes).find("no notebook"), std::string::npos) << bytes << ": " << text_of(bytes);
  EXPECT_EQ(text_of(R"({"c\u0065lls":[{"source":"b"}]})"), "b");
}

TEST(Notebook, WhatIsNoneIsRefused) {
  for (const std::string& bytes :
       {std::string(), std::string("{}"), std::string("[]"), std::string("words"), std::string(R"({"cells":{}})"),
        std::string(R"({"cells":[1]})"), of_cells("{}"), of_cells(R"({"source":7})"),
        of_cells(R"({"source":["a",{}]})"), of_cells(R"({"source":"\ud83d"})"), of_cells(R"({"source":"a)"),
        of_cells("{\"source\":\"\xFF\"}"), std::string(R"({"cells":[{"source":"a"},{"source":"b)"),
        std::string(R"({"worksheets":[{}]})")})
    EXPECT_NE(text_of(bytes).find("no notebook"), std::string::npos) << bytes << ": " << text_of(bytes);
}

TEST(Notebook, WhatIsCutIsRefusedAnywhereWithinItsCells) {
  const std::string cells = R"({"cells":[{"source":["first\n","second"],"outputs":[{}]},{"source":"third"}]})";
  for (std::size_t size = 0; size + 1 < cells.size(); ++size)
    EXPECT_FALSE(extract_notebook(cells.substr(0, size), {}).ok()) << size;
}

}  // namespace
}  // namespace textkin::extract
