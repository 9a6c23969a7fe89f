// The corrected steps follow from each other: put back into the file, nothing in it is wrong.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "as_written/report.hpp"
#include "as_written/verdicts.hpp"
#include "computed.hpp"
#include "folders.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

const std::string in_full = "in full; only what is printed is rounded";
const std::string cut_off = "in full; of what is printed the last digits are cut off";
const std::string step_by_step = "from rounded numbers, step by step (";

/// The text of a problem file, its expectation judged.
struct Judged {
  explicit Judged(std::string json)
      : text(std::move(json)),
        problem(make_problem(parse_problem(text, "p.json", "", reader))),
        expected(find_expected(*problem, problem->expect, true)),
        found(judge(*problem, expected)) {}

  std::string text;
  Reader reader;
  std::shared_ptr<const Problem> problem;
  ExpectedSteps expected;
  AsWritten found;
};

std::string json(std::string text) {
  std::ranges::replace(text, '\'', '"');
  return text;
}

bool is_stated(const ExpectedMatrix& matrix, std::size_t cell) {
  return !std::ranges::binary_search(matrix.unstated, cell);
}

const Literal& literal(const ExpectedMatrix& matrix, std::size_t cell) {
  return matrix.source->literals[matrix.first + cell];
}

/// The text with the corrected numbers in the places of the written ones.
std::string corrected(const Judged& judged) {
  std::map<std::size_t, std::pair<std::size_t, std::string>, std::greater<>> edits;  // from the last one on
  for (const StepVerdicts& step : judged.found.steps) {
    const std::size_t columns = step.expected->values.shape(1);
    for (std::size_t cell = 0; cell < step.expected->values.size(); ++cell) {
      if (!is_stated(*step.expected, cell)) continue;
      const Literal& old = literal(*step.expected, cell);
      edits[old.offset] = {old.text.size(), step.corrected[cell / columns][cell % columns]};
    }
  }
  std::string text = judged.text;
  for (const auto& [offset, edit] : edits) text.replace(offset, edit.first, edit.second);
  return text;
}

/// The problem with what the manner's words take for 1/√d_k.
std::string scaled_as_said(const Judged& judged) {
  const std::string taken = "√d_k taken for ";
  const std::string& words = judged.found.manner;
  const std::size_t at = words.find(taken);
  if (at == std::string::npos) return judged.text;
  const double number = std::stod(words.substr(at + taken.size()));
  const double scale = words.substr(0, at).ends_with("1/") ? number : 1 / number;
  return fmt::format("{{\"scale\": {}, {}", scale, judged.text.substr(judged.text.find('{') + 1));
}

/// The arithmetic of `run --round`, which knows nothing of verdicts, with the digits of the printed steps:
/// the trace of a person who calculates in the announced manner.
computed::Trace calculated(const Judged& judged) {
  const std::string& words = judged.found.manner;
  HandRounding rounding{{.count = StepDecimals::all, .of_step = {}}, DecimalRounding::half_up};
  const bool is_by_hand = words.starts_with(step_by_step);
  const std::string others = "steps that are not printed to ";
  if (const std::size_t at = words.find(others); at != std::string::npos)
    rounding.decimals.count = std::stoi(words.substr(at + others.size()));
  for (const auto& way : decimal_roundings)
    if (words.find(fmt::format("({})", way.name)) != std::string::npos) rounding.ties = way.value;
  for (const ExpectedMatrix& matrix : judged.expected.matrices)
    for (std::size_t cell = 0; is_by_hand && cell < matrix.values.size(); ++cell)
      if (is_stated(matrix, cell) && std::isfinite(matrix.values.flat(cell))) {
        const std::string& text = literal(matrix, cell).text;
        const std::size_t point = text.find('.');
        rounding.decimals.of_step[matrix.id] =
            point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
      }
  return computed::trace_of(scaled_as_said(judged), by_hand(rounding));
}

/// Half a unit of the last digit that is written, and what a double may be off.
double half_a_unit(const std::string& text) {
  const std::size_t point = text.find('.');
  return 0.5 * std::pow(10.0, point == std::string::npos ? 0.0 : -double(text.size() - point - 1)) + 1e-9;
}

void require_calculated(const Judged& judged) {
  const computed::Trace trace = calculated(judged);
  const bool is_by_hand = judged.found.manner.starts_with(step_by_step);
  for (const StepVerdicts& step : judged.found.steps) {
    const std::string& id = step.expected->id;
    if (step.expected->from_standard) continue;
    const Matrix<double>& values = trace[id];
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
      if (!is_stated(*step.expected, cell)) continue;
      const std::string& text = step.corrected[cell / values.shape(1)][cell % values.shape(1)];
      CAPTURE(id);
      CAPTURE(cell);
      CAPTURE(text);
      const double value = values.flat(cell);
      if (!std::isfinite(value)) {
        CHECK(text == fmt::format("\"{}\"", value));
        continue;
      }
      const bool is_cut = judged.found.manner == cut_off;
      CHECK(std::abs(std::stod(text) - value) <= (is_by_hand ? 1e-9 : half_a_unit(text) * (is_cut ? 2 : 1)));
      if (is_cut) CHECK(std::abs(std::stod(text)) <= std::abs(value) + 1e-9);
    }
  }
}

/// What a report lists is what has to be changed, and nothing else.
void require_listed(const Judged& judged) {
  const Report report = report_of(judged.found, *judged.problem, false);
  for (const StepVerdicts& step : judged.found.steps) {
    bool differs = false;
    const std::size_t columns = step.expected->values.shape(1);
    for (std::size_t cell = 0; cell < step.expected->values.size(); ++cell)
      differs =
          differs || (is_stated(*step.expected, cell) &&
                      step.corrected[cell / columns][cell % columns] != literal(*step.expected, cell).text);
    CAPTURE(step.expected->id);
    const std::string head = fmt::format("  \"{}\": ", step.expected->id);
    const bool is_listed =
        std::ranges::any_of(report.closing, [&](const std::string& line) { return line.starts_with(head); });
    CHECK(is_listed == (differs && judged.found.has_wrong()));
  }
}

void require_consistent(const std::string& text) {
  const Judged judged(text);
  CAPTURE(judged.found.manner);
  require_listed(judged);
  if (!judged.found.has_wrong()) return;
  require_calculated(judged);
  const Judged again(corrected(judged));
  CAPTURE(again.text);
  CHECK_FALSE(again.found.has_wrong());
  if (judged.found.manner != in_full) return;
  CHECK(again.found.count(Verdict::rounded) == 0);
}

/// Texts in which nothing is wrong beyond rounding.
const std::vector<std::string> own{
    // In full, the last digits cut off: 0.26894, 0.73106.
    json("{'scaled': [[0, 1]], 'softmax': 'naive', 'expect': {'exp': [[1, 2.718]], 'row_sum': [3.718], "
         "'weights': [[0.268, 0.731]]}}"),
    // Digits carried, but for weights in full: e^(6/√2) / (e^(6/√2) + e^(4/√2)) is 0.8044, 69.616/86.528
    // 0.8045.
    json(
        "{'Q': [[1, 1]], 'K': [[3, 3], [2, 2]], 'V': [[1.5, 2], [1, 3]], 'softmax': 'naive', 'expect': {"
        "'scores': [[6.0, 4.0]], 'scaled': [[4.243, 2.828]], 'exp': [[69.616, 16.912]], 'row_sum': [86.528], "
        "'weights': [[0.804, 0.196]], 'output': [[1.402, 2.196]]}}"),
    // Softmax in full, with a tie.
    json("{'scaled': [[0, 1], [0.285, 0.285]], 'softmax': 'naive', 'expect': {'scaled': [[0, 1], [0.28, "
         "0.29]], "
         "'exp': [[1, 2.718], [null, null]], 'row_sum': [[3.72], [null]], 'weights': [[0.269, 0.731], "
         "[0.50, 0.5]]}}"),
    // Digits carried from step to step.
    json("{'X': [[1, 0, 1, 0], [0, 2, 0, 2]], 'W_Q': [[1, 0], [0, 1], [0, 1], [1, 0]], 'W_K': [[1, 1], [0, "
         "0], "
         "[1, 0], [0, 1]], 'W_V': [[0, 2], [1, 0], [1, 1], [0, 1]], 'softmax': 'naive', 'expect': {"
         "'scores': [[3.0, 2.0], [6.0, 4.0]], 'scaled': [[2.121, 1.414], [4.243, 2.828]], "
         "'exp': [[8.339, 4.112], [69.616, 16.912]], 'row_sum': [12.451, 86.528], "
         "'weights': [[0.670, 0.330], [0.805, 0.195]], 'output': [[1.330, 2.670], [1.195, 2.805]]}}"),
    // √2 taken for 1.41: 3/1.41 = 2.1277, 5/1.41 = 3.5461; e^2.13 = 8.41, e^3.55 = 34.81.
    json("{'Q': [[1, 1]], 'K': [[2, 1], [3, 2]], 'softmax': 'naive', 'expect': {'scores': [[3, 5]], "
         "'scaled': [[2.13, 3.55]], 'exp': [[8.41, 34.81]], 'row_sum': [43.22], 'weights': [[0.19, 0.81]]}}"),
    // A mask, two heads, a row that is not printed.
    json("{'heads': 2, 'Q': [[[1, 2], [0, 1]], [[1, 0], [2, 1]]], 'K': [[[1, 1], [0, 2]], [[2, 1], [1, 1]]], "
         "'V': [[[1, 2], [3, 4]], [[0, 1], [1, 0]]], 'mask': 'causal', 'expect': {"
         "'head0.masked': [[2.12, '-inf'], [0.71, 1.41]], 'head1.masked': [[1.41, '-inf']], "
         "'head0.weights': [[1, 0], [0.330, 0.670]], 'head1.context': [[0.0, 1.0], [0.2, 0.8]]}}"),
    // Tile by tile.
    json("{'scaled': [[0, 1]], 'V': [[1], [2]], 'tile': {'rows': 1, 'cols': 1}, 'expect': "
         "{'tile0,1.correction': [0.368], 'tile0,1.row_sum': [1.368], 'output': [[1.73]]}}"),
};

/// The text with another first digit in one number.
std::string with_slip(const std::string& text, const Literal& number) {
  std::string slipped = text;
  const std::size_t at = slipped.find_first_of("0123456789", number.offset);
  slipped[at] = slipped[at] == '9' ? '8' : static_cast<char>(slipped[at] + 1);
  return slipped;
}

}  // namespace

TEST_CASE("what is corrected passes, whatever number of a text is wrong") {
  for (const std::string& text : own) {
    const Judged right(text);
    CAPTURE(text);
    CHECK_FALSE(right.found.has_wrong());
    require_listed(right);
    for (const ExpectedMatrix& matrix : right.expected.matrices)
      for (std::size_t cell = 0; cell < matrix.values.size(); ++cell)
        if (is_stated(matrix, cell) && std::isfinite(matrix.values.flat(cell)))
          require_consistent(with_slip(text, literal(matrix, cell)));
  }
}

TEST_CASE("what is corrected in published examples passes") {
  const fs::path folder = cases_folder() / "published";
  if (!fs::exists(folder)) {
    MESSAGE("no published examples beside the checkout: nothing corrected");
    return;
  }
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().filename() == "verdicts.json" || file.path().extension() != ".json") continue;
    CAPTURE(file.path().filename().string());
    std::ifstream in(file.path());
    require_consistent({std::istreambuf_iterator<char>(in), {}});
  }
}

}  // namespace attn
