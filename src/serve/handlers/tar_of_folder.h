// TarOfFolder: a folder as a tar archive (POSIX ustar), piece by piece; the folder is gone before
// its last piece is told, and with it.
//
// Files must stay as they are meanwhile. Each stands below one folder in the archive, is for its owner alone, and has
// no time: the same files give the same bytes. Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "serve/http/message.h"
#include "textkin/status.h"

namespace textkin::serve {

// Removes it, whatever is in it, at its end.
class ScratchCopy {
 public:
  explicit ScratchCopy(std::string path) : path_(std::move(path)) {}
  ~ScratchCopy();
  ScratchCopy(const ScratchCopy&) = delete;
  ScratchCopy& operator=(const ScratchCopy&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class TarOfFolder final : public Pieces {
 public:
  // `name`: of the folder in the archive. kIo where the folder cannot be listed.
  static Result<std::shared_ptr<TarOfFolder>> make(std::unique_ptr<ScratchCopy> folder, const std::string& name);
  Status next(std::string& out) override;

 private:
  struct Member {
    std::string path;  // below the folder
    std::uint64_t size = 0;
    bool is_folder = false;
  };

  TarOfFolder(std::unique_ptr<ScratchCopy> folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}
  Status begin_member(std::string& out);
  Status go_on_with_file(std::string& out);

  std::unique_ptr<ScratchCopy> folder_;
  std::string name_;
  std::vector<Member> members_;
  std::size_t at_ = 0;  // the member that is next
  std::optional<base::File> file_;
  std::uint64_t left_ = 0;  // of it
  std::uint64_t padding_ = 0;
  bool ended_ = false;
};

}  // namespace textkin::serve
