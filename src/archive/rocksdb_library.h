// RocksDB's library, through its C interface, as Vault calls it.
//
// It is loaded when it is first asked for, so that a program that keeps no index starts no slower and needs none; any
// version from 6 on, under whatever name it has. Errors: `missing` says what to install. Threads: any number.
#pragma once

#include <rocksdb/c.h>

#include <string>

namespace textkin::archive {

// Every function that is called, by its name.
// clang-format off
#define TEXTKIN_ROCKSDB(each) \
  each(block_based_options_create) each(block_based_options_destroy) each(block_based_options_set_block_cache) \
  each(block_based_options_set_block_size) each(block_based_options_set_format_version) each(cache_create_lru) \
  each(cache_destroy) each(checkpoint_create) each(checkpoint_object_create) each(checkpoint_object_destroy) \
  each(close) each(column_family_handle_destroy) each(create_default_env) each(create_snapshot) \
  each(compact_range_cf_opt) each(compactoptions_create) \
  each(compactoptions_destroy) each(compactoptions_set_bottommost_level_compaction) each(flushoptions_set_wait) \
  each(options_set_bottommost_compression) each(create_iterator_cf) each(env_destroy) each(env_get_background_threads) \
  each(env_get_high_priority_background_threads) each(env_set_background_threads) \
  each(env_set_high_priority_background_threads) each(flush_cf) each(flush_wal) each(flushoptions_create) each(flushoptions_destroy) \
  each(free) each(get_pinned_cf) each(iter_destroy) each(iter_get_error) each(iter_key) each(iter_next) \
  each(iter_seek) each(iter_valid) each(iter_value) each(open_column_families) each(property_int_cf) each(property_value_cf) \
  each(open_for_read_only_column_families) each(options_create) each(options_destroy) each(options_set_atomic_flush) \
  each(options_set_block_based_table_factory) each(options_set_compression) each(options_set_compression_options) \
  each(options_set_create_if_missing) each(options_set_target_file_size_base) \
  each(options_set_level0_file_num_compaction_trigger) \
  each(block_based_options_set_filter_policy) each(block_based_options_set_index_type) \
  each(block_based_options_set_partition_filters) each(filterpolicy_create_bloom_full) \
  each(options_set_memtable_prefix_bloom_size_ratio) each(options_set_memtable_whole_key_filtering) \
  each(options_set_create_missing_column_families) each(options_set_db_write_buffer_size) \
  each(options_set_error_if_exists) each(options_set_info_log_level) each(options_set_keep_log_file_num) \
  each(options_set_max_open_files) each(options_set_stats_dump_period_sec) each(options_set_stats_persist_period_sec) \
  each(options_set_wal_recovery_mode) each(options_set_write_buffer_size) each(pinnableslice_destroy) \
  each(pinnableslice_value) each(readoptions_create) each(readoptions_destroy) each(readoptions_set_snapshot) \
  each(readoptions_set_verify_checksums) each(release_snapshot) \
  each(write) each(writebatch_clear) each(writebatch_create) each(writebatch_delete_cf) each(writebatch_delete_range_cf) \
  each(writebatch_destroy) each(writebatch_put_cf) each(writeoptions_create) each(writeoptions_destroy) \
  each(writeoptions_set_sync)
// clang-format on

struct RocksDb {
// NOLINTNEXTLINE(bugprone-macro-parentheses): what is declared has none
#define TEXTKIN_MEMBER(name) decltype(&rocksdb_##name) name = nullptr;
  TEXTKIN_ROCKSDB(TEXTKIN_MEMBER)
#undef TEXTKIN_MEMBER
  std::string missing;  // why there is none; empty: all is there
};

const RocksDb& rocksdb();

}  // namespace textkin::archive
