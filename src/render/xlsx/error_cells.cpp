#include "render/xlsx/error_cells.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zip.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "render/output/zip.hpp"

namespace attn::xlsx {

namespace {

/// As the library prints a value, and what a spreadsheet has for it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> errors{{
    {"<v>NAN</v>", "<v>#N/A</v>"},
    {"<v>INF</v>", "<v>#NUM!</v>"},
}};

using Archive = std::unique_ptr<zip_t, void (*)(zip_t*)>;

Archive opened(int file) {
  int code = 0;
  const int descriptor = dup(file);
  zip_t* const archive = zip_fdopen(descriptor, 0, &code);
  if (archive == nullptr) throw std::runtime_error(fmt::format("libzip: error {} with a workbook", code));
  return {archive, zip_discard};
}

std::string member(zip_t* archive, zip_uint64_t index) {
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(archive, index, 0),
                                                               zip_fclose);
  if (!file) throw std::runtime_error(fmt::format("libzip: {}", zip_strerror(archive)));
  std::string text;
  std::array<char, 65536> piece;
  for (zip_int64_t size = 0; (size = zip_fread(file.get(), piece.data(), piece.size())) > 0;)
    text.append(piece.data(), static_cast<std::size_t>(size));
  return text;
}

}  // namespace

std::string with_error_cells(std::string_view sheet) {
  std::string result;
  std::size_t copied = 0;
  for (std::size_t at = sheet.find("<v>"); at != std::string_view::npos; at = sheet.find("<v>", at + 1))
    for (const auto& [printed, error] : errors) {
      if (!sheet.substr(at).starts_with(printed)) continue;
      const std::size_t cell = sheet.rfind("<c ", at);
      result += sheet.substr(copied, cell - copied);
      result += "<c t=\"e\" ";
      result += sheet.substr(cell + 3, at - cell - 3);
      result += error;
      copied = at + printed.size();
    }
  return result += sheet.substr(copied);
}

void write_with_error_cells(int file, Output& output) {
  const Archive archive = opened(file);
  ZipWriter writer(output);
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive.get(), 0));
  for (zip_uint64_t i = 0; i < count; ++i) {
    const std::string name = zip_get_name(archive.get(), i, 0);
    std::string text = member(archive.get(), i);
    if (name.starts_with("xl/worksheets/")) text = with_error_cells(text);
    writer.add(name, {text});
  }
  writer.finish();
}

}  // namespace attn::xlsx
