#include <algorithm>
#include <random>
#include <string>

#include "gtest/gtest.h"
#include "text/catalog.h"
#include "text/code/normalize_code.h"

namespace textkin::text {
namespace {

using Make = std::unique_ptr<Normalizer> (*)();
constexpr Make kAll[] = {make_code_c, make_code_java, make_code_python};

std::string folded(Make make, std::string_view text) {
  ByteBuffer out;
  make()->apply(text, out);
  return std::string(out.view());
}
std::string c(std::string_view text) { return folded(make_code_c, text); }
std::string java(std::string_view text) { return folded(make_code_java, text); }
std::string python(std::string_view text) { return folded(make_code_python, text); }

TEST(NormalizeCode, NamesLiteralsCommentsAndSpaceDoNotMatter) {
  EXPECT_EQ(c("int add(int a, int b) { return a+b*2; } // sum"),
            "int id ( int id , int id ) { return id + id * num ; }");
  EXPECT_EQ(c("/* x */int\tplus(int first,int second)\r\n{return first + second*0x1F;}"),
            c("int add(int a, int b) { return a+b*2; } // sum"));
  EXPECT_EQ(java("for(int i = 0; i < 5; i++){ System.out.println(\"Welcome\"); }"),
            "for ( int id = num ; id < num ; id ++ ) { id . id . id ( str ) ; }");
  EXPECT_EQ(java("/** doc */ for (int zähler=1_0;zähler<9L ;zähler++)\n{ Out.err . print('c') ; }"),
            java("for(int i = 0; i < 5; i++){ System.out.println(\"Welcome\"); }"));
  EXPECT_EQ(python("def f(x):  # why\n    return x ** 2 if x else 'none'\n"),
            "def id ( id ) : return id ** num if id else str");
  EXPECT_EQ(python("def größe(y):\n\treturn y**.5e-3 if y else rb\"\"\"a\nb\"\"\""),
            python("def f(x):  # why\n    return x ** 2 if x else 'none'\n"));
}

TEST(NormalizeCode, StructureMatters) {
  EXPECT_NE(c("while (a) b();"), c("if (a) b();"));
  EXPECT_NE(c("a + b"), c("a - b"));
  EXPECT_NE(c("int a;"), c("long a;"));
  EXPECT_NE(java("a(b, c)"), java("a(b)"));
  EXPECT_NE(java("if (a == 1)"), java("if (a != 1)"));
  EXPECT_NE(python("for a in b: c"), python("while a in b: c"));
  EXPECT_NE(python("a // b"), python("a / b"));
}

TEST(NormalizeCode, OfC) {
  EXPECT_EQ(c("#include <a b.h>\n#  include \"x.h\"\n#define F(x) #x ## y\\\n 1\n#embed <f"),
            "#include str #include str #define id ( id ) # id ## id num #embed str");
  EXPECT_EQ(c("R\"x(a )\" \" // )x\" + u8R\"(\\)\" - LR\"(\n)\" u8\"q\" L'x'"), "str + str - str str str");
  EXPECT_EQ(c("R\"a b(c\" d"), "str id");  // no delimiter has a space
  EXPECT_EQ(c("R\"12345678901234567(c\" d"), "str id");
  EXPECT_EQ(c("R\"1234567890123456(c\"\n)1234567890123456\" d"), "str id");
  EXPECT_EQ(c("1'000'000 0x1.8p-3 1e+5 .5f 0xE+1 1-2"), "num num num num num + num num - num");
  EXPECT_EQ(c("a // b \\\n c \\\r\n d\ne"), "id id");
  EXPECT_EQ(c("\"a\\\"b\" 'c' '\\'' \"d\\\r\ne\""), "str str str str");
  EXPECT_EQ(c("a<=>b->*c<<=d::e...;vector<vector<int>>x"), "id <=> id ->* id <<= id :: id ... ; id < id < int > > id");
  EXPECT_EQ(c("If \\u00e4b co_await"), "id id co_await");
}

TEST(NormalizeCode, OfJavaAndPython) {
  EXPECT_EQ(java("String s = \"\"\"\n  a \"quoted\" \\\"\"\" // no\n  \"\"\"; # @Override x->y::z"),
            "id id = str ; # @ id id -> id :: id");
  EXPECT_EQ(java("'''"), "str str");  // an empty character and the begin of another one
  EXPECT_EQ(python("'''a'b''\\'''' + \"\" + Rb'\\'' x'y'"), "str + str + str id str");
  EXPECT_EQ(python("a = b \\\n  // c /* d"), "id = id // id / * id");
  EXPECT_EQ(python("x = 0x_ff + 1_000j; @d"), "id = num + num ; @ id");
}

TEST(NormalizeCode, BrokenTextEndsWithItsLineOrWithTheText) {
  for (const Make make : {make_code_c, make_code_java}) {
    EXPECT_EQ(folded(make, "a \"b // c\n d 'e\r\nf"), "id str id str id");
    EXPECT_EQ(folded(make, "a /* b \" \n c"), "id");
    EXPECT_EQ(folded(make, "a /*/ b"), "id");
    EXPECT_EQ(folded(make, "a \"b\\"), "id str");
    EXPECT_EQ(folded(make, std::string_view("\xEF\xBB\xBF"
                                            "a\0b\x01\x7F;\xFF\xC3",
                                            10)),
              "id id ; id");
  }
  EXPECT_EQ(c("a R\"x( b )\" c"), "id str");
  EXPECT_EQ(python("a '''b\n'' c"), "id str");
  EXPECT_EQ(java("a \"\"\"b\n"), "id str");
  for (const Make make : kAll) EXPECT_EQ(folded(make, ""), "");
}

TEST(NormalizeCode, AnyBytesGiveAsciiTokensWithOneSpaceBetween) {
  std::mt19937_64 random(7);
  constexpr std::string_view kParts[] = {"\"",   "'",   "\\",     "\n",  "\r\n",     "/*",  "*/", "//", "#",
                                         "R\"(", ")\"", "\"\"\"", "'''", "include",  "<",   ">",  "0x", "1e+",
                                         ".",    "a",   "if",     " ",   "\xC3\xA4", "\\u", "_"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t parts = random() % 30; parts > 0; --parts) {
      if (random() % 8 == 0)
        text += static_cast<char>(random());
      else
        text += kParts[random() % std::size(kParts)];
    }
    const std::string exact(text.data(), text.size());
    for (const Make make : kAll) {
      const std::string out = folded(make, exact);
      ASSERT_LE(out.size(), 4 * text.size());
      ASSERT_EQ(out.find("  "), std::string::npos) << text;
      ASSERT_TRUE(out.empty() || (out.front() != ' ' && out.back() != ' ')) << text;
      ASSERT_TRUE(std::ranges::all_of(out, [](char byte) { return byte >= ' ' && byte < '\x7F'; })) << text;
    }
  }
}

// Each repeats what a scanner that goes back would go back for; quadratic time would take hours.
TEST(NormalizeCode, HostileTextCostsLinearTime) {
  for (const std::string_view part : {"(", "R\"(", "R\"aaaaaaaaaaaaaaaa(", "\"\"\"", "'''\\", "/*", "#include<",
                                      "#define ", "# ", "\\u", "1'", "0x", "'", "\"", "\\\n", "rb"}) {
    std::string text;
    while (text.size() < 1'000'000) text += part;
    for (const Make make : kAll) EXPECT_LE(folded(make, text).size(), 4 * text.size());
  }
}

TEST(NormalizeCode, ComposesWithCaseFoldingInEitherOrder) {
  const auto features = [](std::vector<std::string> normalizers, std::string_view text) {
    TextSpec spec;
    spec.normalizers = std::move(normalizers);
    spec.tokens = "whitespace";
    spec.shingle_size = 1;
    std::vector<Feature> out;
    (*make_shingler(spec))->sorted_set(text, out);
    return out;
  };
  // Lower-cased first, If is a keyword; lower-cased behind, a name.
  EXPECT_EQ(features({"ascii-lower", "code:c"}, "If (A)"), features({"code:c"}, "if (a)"));
  EXPECT_EQ(features({"nfkc-casefold", "code:c"}, "If (A)"), features({"code:c"}, "if (a)"));
  EXPECT_EQ(features({"code:c", "ascii-lower"}, "If (A)"), features({"code:c"}, "If (A)"));
  EXPECT_NE(features({"code:c"}, "If (A)"), features({"code:c"}, "if (a)"));
}

}  // namespace
}  // namespace textkin::text
