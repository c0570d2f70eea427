// BodyFile: the bytes of a request as a file without a name, which the engine reads as it reads any other.
//
// Memory: that of the bytes, once more. Threads: one. Cost: some 20 us.
#pragma once

#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::serve {

class BodyFile {
 public:
  static Result<BodyFile> make(std::string_view bytes);
  ~BodyFile();
  BodyFile(BodyFile&& other) noexcept;
  BodyFile& operator=(BodyFile&& other) noexcept;
  BodyFile(const BodyFile&) = delete;
  BodyFile& operator=(const BodyFile&) = delete;

  // By which this process opens it, as long as this lives.
  std::string path() const;

 private:
  explicit BodyFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace textkin::serve
