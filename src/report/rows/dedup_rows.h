// What `textkin dedup` writes beside the kept records: audit rows, the cluster table, annotations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::report {

// One line a removed document: {"id", "kept", "similarity", "basis", "cluster", "reason"}.
// `identical`: equal shingle sets, else similar.
void append_removed_row(std::string_view id, std::string_view kept, double similarity, bool identical,
                        std::string& out);

void append_cluster_header(std::string& out);
// `cluster` is the kept document's id; its own role is "kept" with similarity 1.
void append_cluster_row(std::string_view cluster, std::string_view id, bool kept, double similarity, std::string& out);

// The member that --annotate adds: "textkin":{"kept":true,"cluster":ID or null,"similarity":S or null}.
// `cluster` empty with in_cluster false: the document is alone.
void append_annotation(bool kept, bool in_cluster, std::string_view cluster, double similarity, std::string& out);

// One line of --problems.
void append_problem_row(std::string_view file, std::uint64_t line, std::string_view reason, std::string_view message,
                        std::string& out);

}  // namespace textkin::report
