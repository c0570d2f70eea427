#include "input/json/nested_path.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace textkin::input {
namespace {

std::string path_of(std::string line, const std::string& field) {
  const std::size_t size = line.size();
  line.append(64, '\0');
  return nested_path(std::string_view(line).substr(0, size), field);
}

TEST(NestedPath, NamesTheStringThatIsMeant) {
  const std::string record =
      R"({"id": "x", "doc": {"text": "t", "n": {"body": "b"}}, "messages": [{"content": "c"}], "body": 3})";
  struct Row {
    std::string field;
    std::string path;
  };
  const std::vector<Row> rows = {
      {"text", "doc.text"},
      {"doc.text", "doc.text"},
      {"content", "messages[].content"},
      {"messages[].content", "messages[].content"},
      {"messages.content", "messages[].content"},
      {"a.id", "id"},
      {"body", "doc.n.body"},
      {"n.body", "doc.n.body"},
      {"title", ""},
      {"doc", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(path_of(record, row.field), row.path) << row.field;
  EXPECT_EQ(path_of(R"({"deep": {"in": {"text": "1"}}, "near": {"text": "2"}})", "text"), "near.text");
}

// Each field below a long name would hold that name once more.
TEST(NestedPath, LooksNoFurtherThanAnybodyMeans) {
  const std::string longer(250, 'k');
  EXPECT_EQ(path_of("{\"" + longer + R"(": {"text": "1"}, "near": {"text": "2"}})", "text"), "near.text");
  std::string wide = "{";
  for (int i = 0; i < 5000; ++i) wide += "\"" + std::to_string(i) + "\": 1, ";
  EXPECT_EQ(path_of(wide + R"("text": "1"})", "a.text"), "");
  EXPECT_EQ(path_of(R"({"pad": ")" + std::string(70'000, 'x') + R"(", "doc": {"text": "t"}})", "text"), "");
}

TEST(NestedPath, OfWhatIsNoObjectThereIsNone) {
  for (const char* line : {"", "{", "3", "\"text\"", "[]", "[[[[[]]]]]"}) EXPECT_EQ(path_of(line, "text"), "") << line;
}

}  // namespace
}  // namespace textkin::input
