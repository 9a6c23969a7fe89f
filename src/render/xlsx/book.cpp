#include "render/xlsx/book.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "render/xlsx/error_cells.hpp"
#include "render/xlsx/sheet.hpp"
#include "text/visible.hpp"

namespace attn::xlsx {

namespace {

void check(lxw_error error) {
  if (error != LXW_NO_ERROR) throw std::runtime_error(fmt::format("libxlsxwriter: {}", lxw_strerror(error)));
}

lxw_row_t row(const At& at) {
  return static_cast<lxw_row_t>(at.row);
}
lxw_col_t column(std::size_t index) {
  return static_cast<lxw_col_t>(index);
}

/// Where a process finds a file of its own that has no other name.
std::string name_of(const Descriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.fd());
}

constexpr double lowest = -std::numeric_limits<double>::infinity();

/// Not a number or inf, without a sign: the library prints one. See error_cells.hpp.
double as_error(double value) {
  return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
}

/// A cell holds 32767 characters.
std::string fitting(const std::string& text) {
  return shown(text, 8000);
}

}  // namespace

Book::Book(const std::string& title, const std::string& version)
    : file_(memfd_create("workbook", MFD_CLOEXEC), "workbook in memory"),
      workbook_(workbook_new(name_of(file_).c_str())) {
  if (!workbook_) throw std::bad_alloc();
  std::string title_text = shown(title, 200);
  std::string comment = "Made by attn-calc " + version;
  lxw_doc_properties properties{};
  properties.title = title_text.data();
  properties.comments = comment.data();
  properties.created = 946684800;  // 2000-01-01: the same trace is the same bytes
  check(workbook_set_properties(workbook_.get(), &properties));
}

lxw_format* Book::format(const Look& look) {
  constexpr lxw_color_t blue = 0x0000C0;
  constexpr lxw_color_t grey = 0x707070;
  constexpr lxw_color_t yellow = 0xFFFBE6;
  lxw_format* format = workbook_add_format(workbook_.get());
  if (look.is_bold) format_set_bold(format);
  if (look.is_faint) format_set_font_color(format, grey);
  if (look.is_given) {
    format_set_font_color(format, blue);
    format_set_bg_color(format, yellow);
  }
  if (look.number_format.empty()) return format;
  format_set_num_format(format, look.number_format.c_str());
  format_set_align(format, LXW_ALIGN_RIGHT);
  return format;
}

lxw_worksheet* Book::add_sheet(const std::string& name) {
  sheet_ = workbook_add_worksheet(workbook_.get(), name.c_str());
  if (sheet_ == nullptr) throw std::runtime_error("libxlsxwriter: no sheet " + name);
  return sheet_;
}

void Book::text(const At& at, const std::string& text, lxw_format* format) {
  check(worksheet_write_string(sheet_, row(at), column(at.column), fitting(text).c_str(), format));
}

void Book::number(const At& at, double value, lxw_format* format) {
  if (value == lowest) return text(at, "-inf", format);
  has_errors_ = has_errors_ || !std::isfinite(value);
  check(worksheet_write_number(sheet_, row(at), column(at.column), value, format));
}

void Book::formula(const At& at, const std::string& text, double value, lxw_format* format) {
  const lxw_col_t in = column(at.column);
  if (value == lowest)
    return check(worksheet_write_formula_str(sheet_, row(at), in, text.c_str(), format, "-inf"));
  has_errors_ = has_errors_ || !std::isfinite(value);
  check(worksheet_write_formula_num(sheet_, row(at), in, text.c_str(), format, as_error(value)));
}

/// They are sums, which never give -inf.
void Book::array_formula(const At& at, const std::string& text, double value, lxw_format* format) {
  const lxw_col_t in = column(at.column);
  has_errors_ = has_errors_ || !std::isfinite(value);
  check(worksheet_write_array_formula_num(sheet_, row(at), in, row(at), in, text.c_str(), format,
                                          as_error(value)));
}

void Book::name_cell(const std::string& name, const std::string& sheet, const At& at) {
  const std::string cell = fmt::format("={}!{}", quoted(sheet), fixed_address(at.row, at.column));
  check(workbook_define_name(workbook_.get(), name.c_str(), cell.c_str()));
}

void Book::link(const At& at, const std::string& sheet, const std::string& text) {
  const std::string target = fmt::format("internal:'{}'!A1", sheet);
  check(worksheet_write_url_opt(sheet_, row(at), column(at.column), target.c_str(), nullptr,
                                fitting(text).c_str(), nullptr));
}

void Book::column_width(std::size_t first, std::size_t last, double width) {
  check(worksheet_set_column(sheet_, column(first), column(last), width, nullptr));
}

void Book::freeze(const At& at) {
  worksheet_freeze_panes(sheet_, row(at), column(at.column));
}

void Book::colour(const At& first, const At& last) {
  lxw_conditional_format scale{};
  scale.type = LXW_CONDITIONAL_2_COLOR_SCALE;
  scale.min_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER;
  scale.max_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER;
  scale.min_value = 0;
  scale.max_value = 1;
  scale.min_color = 0xFFFFFF;
  scale.max_color = 0x4292C6;  // still light enough for black numbers
  check(worksheet_conditional_format_range(sheet_, row(first), column(first.column), row(last),
                                           column(last.column), &scale));
}

void Book::write_to(Output& output) {
  check(workbook_close(workbook_.release()));
  if (has_errors_) return write_with_error_cells(file_.fd(), output);
  std::ifstream file(name_of(file_), std::ios::binary);
  std::array<char, 65536> piece;
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0)
    output.write({piece.data(), static_cast<std::size_t>(file.gcount())});
}

}  // namespace attn::xlsx
