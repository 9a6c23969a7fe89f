#pragma once

#include <string_view>

#include "attn/raw_problem.hpp"
#include "attn/read.hpp"

namespace attn {

/// A CSV text (RFC 4180) as a matrix [rows, columns]. Lines end in LF, CRLF or CR, the last one may lack its
/// end; cells may stand in double quotes; a UTF-8 byte order mark is skipped. Spaces and tabs around a number
/// are accepted. Besides numbers, a cell may be inf, -inf or nan. Rows and columns are counted from 1 in
/// error messages, as spreadsheets do: "q.csv: row 3 column 2: ...".
Array read_csv(std::string_view text, std::string_view where, const CsvOptions& options);

}  // namespace attn
