// beside_records: files that lie beside or above files of records in a folder and are about them, not of them. For this
// room, and those who list files of tables.
//
// Jobs leave _SUCCESS, _metadata and the like, hubs and people README.md, LICENSE, dataset_info.json. Read as texts
// they would be documents of the collection. In a folder without records, in it or below it, they are texts like all
// others.
#pragma once

#include <cstddef>
#include <string_view>

#include "input/sources/source_list.h"

namespace textkin::input {

// Whether a file of that name, without folders, is such a one beside records.
bool is_about_records(std::string_view name);

// Of the sources from `first` on, takes such files out of the list, and names them in left_out. What was named as an
// argument stays.
void leave_out_beside_records(std::size_t first, SourceList& list);

}  // namespace textkin::input
