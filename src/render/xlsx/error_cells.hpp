#pragma once

#include <string>
#include <string_view>

#include "attn/render.hpp"

namespace attn::xlsx {

/// A sheet's XML, in which libxlsxwriter has printed NaN and inf as numbers, with the errors #N/A and #NUM!
/// in their place. The library knows no cells that are errors, and such numbers make a broken file.
std::string with_error_cells(std::string_view sheet);

/// Writes the workbook that is in the file, with error cells. Its members are stored as they are: see
/// ZipWriter.
void write_with_error_cells(int file, Output& output);

}  // namespace attn::xlsx
