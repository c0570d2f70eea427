// run(): a command of the command line over sources in memory or files, with its answer in memory.
//
// The interpreter lock is released; the calling thread waits for the engine's, hands on progress, and looks for
// signals twenty times a second: Ctrl-C ends the run, which leaves nothing half-written, and is raised. Runs of several
// threads go on side by side, each with its own threads, memory limit and interruption; a callback may begin one. In a
// child that was forked while one was on its way none can (RuntimeError).
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/write/memory_result.h"

namespace textkin::python {

// `words` are those of the command line, `sources` maps arguments among them to lists of (name, Rows): what stands
// there, by the names that messages say. `progress` is None or has update(stage, done, total), note(line) and
// warn(line), called under the lock in the calling thread. An exception that they raise ends the run. `program` is the
// path of the program `textkin`, which extracts the text of files. Without
// `in_memory` results go where the words say, and the answer is empty. `used` bytes of
// --memory are the caller's. `held` are OpenIndex and IndexWriter objects, which a command `index` works on. `in_place`
// are files of signatures that stand in the place of those that the words name. Throws what raise_if_failed() does.
std::unique_ptr<engine::write::MemoryResult> run(const std::vector<std::string>& words, const nanobind::dict& sources,
                                                 nanobind::object progress, const std::string& program, bool in_memory,
                                                 std::uint64_t used, const nanobind::list& held,
                                                 const std::map<std::string, std::string>& in_place);

// What the words of a command line name as INPUT and by --against: two lists; and the folder of the index that it works
// on, or an empty string.
nanobind::tuple inputs(const std::vector<std::string>& words);

// By their names the options that the words give, each with its values; of a flag that is taken back (`--check=false`)
// nothing.
std::map<std::string, std::vector<std::string>> given(const std::vector<std::string>& words);

// The files of signatures, or tables of them, that the words name; and whether tables that they name as INPUT are read
// as such.
nanobind::tuple signature_files(const std::vector<std::string>& words);

}  // namespace textkin::python
