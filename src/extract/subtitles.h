// Subtitles (SubRip, WebVTT): the file itself with what only players read blanked.
//
// Times are those of the film, which all who write subtitles for it are given. Each character of a line that begins
// with a time, an arrow and a time becomes a space, and so does a number alone on the line before it, and the first
// line where it begins with WEBVTT; offsets are those of the file. All else is read, and so is a file without such
// lines. Charset: as decode().
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_subtitles(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
