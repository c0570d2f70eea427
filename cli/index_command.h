// What the words below `textkin index` share. Each is a command of its own: add_index_NAME.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "command.h"
#include "engine/index/index_spec.h"
#include "engine/index/where.h"
#include "engine/places/index_place.h"

namespace textkin::cli {

class IndexCommand : public Command {
 public:
  // Adds `textkin index NAME DIR`; `app` gets `index` with the first of them. `writes`: DIR, which then must hold no
  // INPUT.
  IndexCommand(CLI::App& app, const std::string& name, const std::string& doc, bool writes);

  std::string index_folder() const override { return folder_; }
  Status check() const override;

 protected:
  // Of the commands whose index may be behind a server: DIR is then its address.
  void add_server();
  // The index that DIR says, with the folders that are asked as one with it.
  Result<std::shared_ptr<engine::places::IndexPlace>> open_place(std::vector<std::string> folders) const;
  Result<std::shared_ptr<engine::places::IndexPlace>> open_place() const { return open_place({folder_}); }

  // Of the commands that read INPUT: how it is read, and what the run may use.
  void add_reading();
  // Of those that make an index; a default is the caller's to say.
  CLI::Option* add_passages(engine::index::IndexSpec& spec);
  // Of those that look at some documents only.
  void add_where(engine::index::WhereOptions& where);

  // Of the commands that ask several indexes: DIR, and the INPUTs in front that are folders of an index, which are
  // taken out of `inputs`. kInvalidArgument where no INPUT is left, or one stands behind an INPUT.
  Result<std::vector<std::string>> take_folders(std::vector<std::string>& inputs) const;

  std::string folder_;

 private:
  bool may_be_served_ = false;
  std::string token_file_;
  std::uint32_t timeout_ = 300;
};

}  // namespace textkin::cli
