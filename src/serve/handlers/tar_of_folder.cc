#include "serve/handlers/tar_of_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace textkin::serve {
namespace {

constexpr std::size_t kTarBlock = 512;
constexpr std::size_t kTarPiece = 1u << 20;  // bytes of a file at once
constexpr std::size_t kEndBlocks = 2;
constexpr std::uint64_t kMostInOctal = 077777777777;

// Where fields of a header begin, and their sizes.
struct TarField {
  std::size_t at;
  std::size_t size;
};
constexpr TarField kTarName{0, 100};
constexpr TarField kTarMode{100, 8};
constexpr TarField kTarOwner{108, 8};
constexpr TarField kTarGroup{116, 8};
constexpr TarField kTarSize{124, 12};
constexpr TarField kTarTime{136, 12};
constexpr TarField kTarSum{148, 8};
constexpr TarField kTarKind{156, 1};
constexpr TarField kTarMagic{257, 8};

void put(std::string& block, TarField field, std::string_view text) { block.replace(field.at, text.size(), text); }

void put_number(std::string& block, TarField field, std::uint64_t value) {
  put(block, field, fmt::format("{:0{}o}", value, field.size - 1));
}

// Beyond 8 GiB in binary, as GNU tar and all that read its archives.
void put_size(std::string& block, std::uint64_t size) {
  if (size <= kMostInOctal) return put_number(block, kTarSize, size);
  block[kTarSize.at] = '\x80';
  for (std::size_t i = kTarSize.size - 1; i > 0; --i, size >>= 8) block[kTarSize.at + i] = static_cast<char>(size);
}

std::string header(const std::string& path, std::uint64_t size, bool is_folder) {
  std::string block(kTarBlock, '\0');
  put(block, kTarName, path);
  put_number(block, kTarMode, is_folder ? 0700 : 0600);
  put_number(block, kTarOwner, 0);
  put_number(block, kTarGroup, 0);
  put_size(block, size);
  put_number(block, kTarTime, 0);
  put(block, kTarKind, is_folder ? "5" : "0");
  put(block, kTarMagic, std::string_view("ustar\00000", kTarMagic.size));
  put(block, kTarSum, "        ");
  std::uint32_t sum = 0;
  for (const char byte : block) sum += static_cast<unsigned char>(byte);
  put(block, kTarSum, fmt::format("{:06o}", sum));
  block[kTarSum.at + 6] = '\0';
  return block;
}

}  // namespace

ScratchCopy::~ScratchCopy() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Result<std::shared_ptr<TarOfFolder>> TarOfFolder::make(std::unique_ptr<ScratchCopy> folder, const std::string& name) {
  std::shared_ptr<TarOfFolder> made(new TarOfFolder(std::move(folder), name));
  std::error_code error;
  const std::filesystem::path root = made->folder_->path();
  for (std::filesystem::recursive_directory_iterator at(root, error), end; !error && at != end; at.increment(error)) {
    Member member{
        .path = at->path().lexically_relative(root).string(), .size = 0, .is_folder = at->is_directory(error)};
    if (!member.is_folder && !error) member.size = at->file_size(error);
    if (name.size() + member.path.size() + 2 > kTarName.size)
      return Status(Code::kIo, fmt::format("{} has too long a name for a tar archive", member.path));
    if (!error) made->members_.push_back(std::move(member));
  }
  if (error) return Status(Code::kIo, fmt::format("the copy of the index cannot be listed: {}", error.message()));
  std::ranges::sort(made->members_, {}, &Member::path);  // a folder before what is in it
  made->members_.insert(made->members_.begin(), Member{.path = "", .size = 0, .is_folder = true});
  return made;
}

Status TarOfFolder::next(std::string& out) {
  while (out.size() < kTarPiece && !ended_) {
    if (file_) {
      TEXTKIN_RETURN_IF_ERROR(go_on_with_file(out));
    } else if (at_ < members_.size()) {
      TEXTKIN_RETURN_IF_ERROR(begin_member(out));
    } else {
      folder_.reset();  // whoever has the end of it finds no copy left
      out.append(kEndBlocks * kTarBlock, '\0');
      ended_ = true;
    }
  }
  return {};
}

Status TarOfFolder::begin_member(std::string& out) {
  const Member& member = members_[at_++];
  out += header(name_ + "/" + member.path + (member.is_folder && !member.path.empty() ? "/" : ""), member.size,
                member.is_folder);
  if (member.is_folder || member.size == 0) return {};
  TEXTKIN_ASSIGN_OR_RETURN(base::File opened, base::File::open(folder_->path() + "/" + member.path));
  file_.emplace(std::move(opened));
  left_ = member.size;
  padding_ = (kTarBlock - member.size % kTarBlock) % kTarBlock;
  return {};
}

Status TarOfFolder::go_on_with_file(std::string& out) {
  const std::size_t before = out.size();
  const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left_, kTarPiece));
  out.resize(before + wanted);
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file_->read(out.data() + before, wanted));
  out.resize(before + size);
  left_ -= size;
  if (size == 0) return Status(Code::kIo, "a file of the copy is shorter than it was");
  if (left_ > 0) return {};
  out.append(padding_, '\0');
  file_.reset();
  return {};
}

}  // namespace textkin::serve
