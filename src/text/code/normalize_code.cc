#include "text/code/normalize_code.h"

#include "text/code/code_language.h"
#include "text/code/code_scanner.h"

namespace textkin::text {
namespace {

class Code : public Normalizer {
 public:
  explicit Code(const CodeLanguage& language) : language_(language) {}
  AsciiEffect ascii_effect() const override { return AsciiEffect::kReadsCase; }
  void apply(std::string_view text, ByteBuffer& out) override {
    out.clear();
    const auto take = [&](std::string_view token, std::size_t, std::size_t) {
      if (out.size() > 0) out.append(" ");
      out.append(token);
    };
    CodeScanner(language_, text, take).scan();
  }

 private:
  const CodeLanguage& language_;
};

}  // namespace

std::unique_ptr<Normalizer> make_code_c() { return std::make_unique<Code>(c_language()); }
std::unique_ptr<Normalizer> make_code_java() { return std::make_unique<Code>(java_language()); }
std::unique_ptr<Normalizer> make_code_python() { return std::make_unique<Code>(python_language()); }

}  // namespace textkin::text
