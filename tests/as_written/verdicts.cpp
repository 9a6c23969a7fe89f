#include "as_written/verdicts.hpp"

#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <string>

#include "computed.hpp"

namespace attn {

namespace {

/// A problem in a text in which ' stands for ", its expectation judged.
struct Judged {
  explicit Judged(const std::string& text)
      : problem(computed::parsed(text)),
        expected(find_expected(*problem, problem->expect, true)),
        found(judge(*problem, expected)) {}

  std::shared_ptr<const Problem> problem;
  ExpectedSteps expected;
  AsWritten found;
};

/// "weights 0 1 0.36: wrong here, 0.37 | exp 0 0 ...": what is not right, and what would be.
std::string text(const Judged& judged) {
  std::string text;
  for (const StepVerdicts& step : judged.found.steps)
    for (const CellVerdict& cell : step.cells)
      text += fmt::format("{}{} {} {} {}: {}{}, {}", text.empty() ? "" : " | ", step.expected->id, cell.row,
                          cell.column, cell.written, name_of(verdicts, cell.verdict),
                          cell.from.empty() ? "" : fmt::format(" from {}", fmt::join(cell.from, ", ")),
                          cell.corrected);
  return text;
}

/// How the first number of a step that is not right comes about.
std::string why(const Judged& judged, const std::string& id) {
  for (const StepVerdicts& step : judged.found.steps)
    if (step.expected->id == id && !step.cells.empty()) return step.cells.front().why;
  return "all right";
}

}  // namespace

TEST_CASE("numbers rounded to nearest are right, a tie to either side") {
  CHECK(text(Judged("{'scaled': [[0, 0.285]], 'expect': {'scaled': [[0, 0.28]]}}")).empty());
  CHECK(text(Judged("{'scaled': [[0, 0.285]], 'expect': {'scaled': [[0, 0.29]]}}")).empty());
  // Softmax of equal scores.
  CHECK(text(Judged("{'scaled': [[1, 1, 1]], 'expect': {'weights': [[0.333, 0.33, 0.3]], 'row_sum': [3]}}"))
            .empty());
}

TEST_CASE("a number that follows from printed ones is rounded on the way") {
  // q·k = 3, 3/√2 = 2.1213; e^2.121 = 8.3395, e^2.1213 = 8.3420
  const std::string problem = "{'Q': [[1, 1]], 'K': [[2, 1]], 'softmax': 'naive', 'expect': {";
  CHECK(text(Judged(problem + "'scaled': [[2.121]], 'exp': [[8.342]]}}")).empty());
  CHECK(text(Judged(problem + "'scaled': [[2.121]], 'exp': [[8.339]]}}")) ==
        "exp 0 0 8.339: rounded on the way, 8.339");
  // Without the printed 2.121 there is no such reason.
  CHECK(text(Judged(problem + "'exp': [[8.339]]}}"))
            .starts_with("exp 0 0 8.339: rounded on the way"));  // 3/1.4145
  CHECK(text(Judged(problem + "'exp': [[8.332]]}}")).starts_with("exp 0 0 8.332: wrong here"));
}

TEST_CASE("digits may be cut off, and the root be rounded") {
  const std::string problem = "{'Q': [[1, 1]], 'K': [[5, 1]], 'expect': {'scaled': [[";
  CHECK(text(Judged(problem + "4.24]]}}")).empty());  // 4.2426
  CHECK(text(Judged(problem + "4.242]]}}")) ==
        "scaled 0 0 4.242: rounded on the way, 4.242");  // cut off; 6 · 0.707
  CHECK(text(Judged(problem + "4.26]]}}")) ==
        "scaled 0 0 4.26: rounded on the way, 4.26");  // 6 / 1.41 = 4.2553
  CHECK(text(Judged(problem + "4.31]]}}")).starts_with("scaled 0 0 4.31: wrong here"));
}

TEST_CASE("what comes after a wrong number is inherited, and says from where") {
  // exp(1) = 2.718, sum 3.718; weights 0.269, 0.731
  const Judged judged(
      "{'scaled': [[0, 1]], 'softmax': 'naive', 'expect': {'exp': [[1, 2.817]], 'row_sum': [3.817], "
      "'weights': "
      "[[0.262, 0.738]]}}");
  CHECK(text(judged) ==
        "exp 0 1 2.817: wrong here, 2.718 | row_sum 0 0 3.817: inherited from exp, 3.718 | "
        "weights 0 0 0.262: inherited from exp, row_sum, 0.269 | "
        "weights 0 1 0.738: inherited from exp, row_sum, 0.731");
  CHECK(judged.found.first_wrong()->expected->id == "exp");
}

TEST_CASE("a right number after a wrong one is right, a second slip is a slip") {
  const Judged judged(
      "{'scaled': [[0, 1]], 'softmax': 'naive', 'expect': {'exp': [[1, 2.817]], 'row_sum': [3.718], "
      "'weights': "
      "[[0.269, 0.831]]}}");
  CHECK(text(judged) == "exp 0 1 2.817: wrong here, 2.718 | weights 0 1 0.831: wrong here, 0.731");
}

// Self-Attention by Hand: the article carries the printed digits from step to step, and takes e^4.243
// for 69.617.
TEST_CASE("the one slip of a careful article is found") {
  const Judged judged(R"({'X': [[1, 0, 1, 0], [0, 2, 0, 2]],
    'W_Q': [[1, 0], [0, 1], [0, 1], [1, 0]], 'W_K': [[1, 1], [0, 0], [1, 0], [0, 1]], 'W_V': [[0, 2], [1, 0], [1, 1], [0, 1]],
    'softmax': 'naive', 'compare': 'as-written', 'expect': {
      'scores': [[3.0, 2.0], [6.0, 4.0]], 'scaled': [[2.121, 1.414], [4.243, 2.828]],
      'exp': [[8.339, 4.112], [69.617, 16.912]], 'row_sum': [12.451, 86.529],
      'weights': [[0.670, 0.330], [0.805, 0.195]], 'output': [[1.330, 2.670], [1.195, 2.805]]}})");
  CHECK(judged.found.count(Verdict::wrong_here) == 1);
  CHECK(judged.found.count(Verdict::inherited) == 1);
  CHECK(judged.found.first_wrong()->expected->id == "exp");
  CHECK(judged.found.manner.starts_with("from rounded numbers, step by step"));
  for (const StepVerdicts& step : judged.found.steps) {
    if (step.expected->id == "exp")
      CHECK(step.corrected ==
            std::vector<std::vector<std::string>>{{"8.339", "4.112"}, {"69.616", "16.912"}});
    if (step.expected->id == "row_sum")
      CHECK(step.corrected == std::vector<std::vector<std::string>>{{"12.451"}, {"86.528"}});
  }
}

TEST_CASE("what explains a number is said of the numbers that explain it") {
  // The printed 4.11/25.21 = 0.16303; of e^2.828 = 16.91 it would be 4.11/25.13 = 0.16355, cut off.
  CHECK(text(Judged("{'scaled': [[1.414, 1.414, 2.828]], 'softmax': 'naive', 'expect': {'exp': [[4.11, 4.11, "
                    "16.99]], 'row_sum': [25.21], 'weights': [[0.163, 0.163, 0.674]]}}")) ==
        "exp 0 2 16.99: wrong here, 16.91 | row_sum 0 0 25.21: inherited from exp, 25.14 | "
        "weights 0 0 0.163: inherited from exp, row_sum, 0.164 | "
        "weights 0 1 0.163: inherited from exp, row_sum, 0.164 | "
        "weights 0 2 0.674: inherited from exp, row_sum, 0.673");
  // 4.11/25.14 = 0.16348 and 4.11/25.21 give the same digits: what is printed is true as well.
  CHECK(
      why(Judged("{'scaled': [[1.4144, 1.4144, 2.8284]], 'softmax': 'naive', 'expect': {'exp': [[4.11, 4.11, "
                 "16.99]], 'row_sum': [25.21], 'weights': [[0.163, 0.163, 0.674]]}}"),
          "weights") == "from the printed exp, row_sum");
  // 4.11 + 4.11 + 16.91, where 16.99 is printed; exact 25.14.
  CHECK(why(Judged("{'scaled': [[1.414, 1.414, 2.828]], 'softmax': 'naive', 'expect': {'exp': [[4.11, 4.11, "
                   "16.99]], 'row_sum': [25.13]}}"),
            "row_sum") == "from exp with its wrong numbers calculated anew");
  // 6/√2 = 4.2426 and 3/√2 = 2.1213, from a score that is not wrong beside one that is.
  CHECK(why(Judged("{'Q': [[1, 1]], 'K': [[5, 1.004], [1, 1]], 'expect': {'scores': [[6.00, 3]], "
                   "'scaled': [[4.242, 2.121]]}}"),
            "scaled") == "from the printed scores, its last digits cut off");
}

TEST_CASE("who takes something for the root takes it for all numbers") {
  // Scores 1, 2, 3, 4, over √2: 0.7071, 1.4142, 2.1213, 2.8284; over 1.4: 0.7143, 1.4286, 2.1429, 2.8571
  const std::string problem =
      "{'Q': [[1, 1]], 'K': [[1, 0], [2, 0], [3, 0], [4, 0]], 'expect': {'scaled': [[";
  const Judged all(problem + "0.714, 1.429, 2.143, 2.857]]}}");
  CHECK(all.found.count(Verdict::rounded) == 4);
  CHECK(why(all, "scaled") == "from the inputs, √d_k taken for 1.4");
  CHECK(text(Judged(problem + "0.707, 1.414, 2.121, 2.857]]}}")) == "scaled 0 3 2.857: wrong here, 2.828");
}

TEST_CASE("digits may be cut off of single numbers, and of all") {
  // 1, e^0.5, e over their sum 5.36700: 0.186324, 0.307196, 0.506480
  const std::string problem =
      "{'scaled': [[0, 0.5, 1], [0, 0.5, 1], [0, 0.5, 1]], 'expect': {'weights': [[0.1863, 0.3072, 0.5065], "
      "[0.1863, 0.3072, 0.5065], [0.1863, ";
  CHECK(text(Judged(problem + "0.3072, 0.5065]]}}")).empty());
  CHECK(text(Judged(problem + "0.3071, 0.5064]]}}")) ==
        "weights 2 1 0.3071: rounded on the way, 0.3072 | weights 2 2 0.5064: rounded on the way, 0.5065");
  const Judged one(problem + "0.3071, 0.5065]]}}");
  CHECK(text(one) == "weights 2 1 0.3071: rounded on the way, 0.3072");
  CHECK(why(one, "weights") == "from the inputs, its last digits cut off");
  CHECK(text(Judged(problem + "0.3070, 0.5065]]}}")) == "weights 2 1 0.3070: wrong here, 0.3072");
  CHECK(text(Judged(problem + "0.3073, 0.5065]]}}")) == "weights 2 1 0.3073: wrong here, 0.3072");
  const Judged all("{'scaled': [[0, 0.5, 1]], 'expect': {'weights': [[0.1863, 0.3071, 0.5064]]}}");
  CHECK(all.found.count(Verdict::rounded) == 2);
  CHECK(all.found.manner == "in full; of what is printed the last digits are cut off");
  // And one rounded up where all others are cut off.
  const Judged up(
      "{'scaled': [[0, 0.5, 1], [0, 0.5, 1]], 'expect': {'weights': [[0.1863, 0.3071, 0.5064], "
      "[0.1863, 0.3071, 0.5065]]}}");
  CHECK(up.found.count(Verdict::rounded) == 3);
  CHECK(up.found.count(Verdict::wrong_here) == 0);
}

/// An example with two heads and a causal mask, worked out to three decimals, every step, in decimal
/// arithmetic; some of it is printed.
std::string every_step(const std::string& exp, const std::string& row_sum, const std::string& weights) {
  return "{'heads': 2, 'X': [[1, 0, 0], [0.5, 0.5, 0], [0, 1, 0.2], [0.1, 0.3, 1], [0, 0.9, -0.4]], "
         "'W_Q': [[[0.5, 0, 0.2], [0, 1, 0.3], [2, 0, -0.1]], [[0, 1, 0.4], [1, 0.5, 0], [0, 0.2, 1.5]]], "
         "'W_K': [[[0.1, 0, 0.7], [1.5, 0.2, 0], [0, 1, 0.6]], [[0.8, 0.1, 0], [0, 1, 0.3], [0.4, 0, 1.2]]], "
         "'W_V': [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0.5], [1, 0, 0.5], [0.5, 0.5, 0]]], "
         "'W_O': [[1, 0, 0], [0, 0.5, 0], [0, 0, 1], [0.2, 0, 0.3], [0, 1, 0], [0.1, 0.4, 0.5]], "
         "'mask': 'causal', 'softmax': 'naive', 'expect': {'head0.exp': [[1.116, 0, 0, 0, 0], [1.122, 1.215, "
         "0, 0, 0], [1.146, 1.349, 1.817, 0, 0], [" +
         exp + "], [1.082, 0.775, 0.629, 1.581, 0.458]], 'head0.row_sum': [1.116, 2.337, 4.312, " + row_sum +
         ", 4.525], 'head0.weights': [[1.000, 0.000, 0.000, 0.000, 0.000], [0.480, 0.520, 0, 0, 0], "
         "[0.266, 0.313, 0.421, 0, 0], [" +
         weights +
         "], [0.239, 0.171, 0.139, 0.349, 0.101]], 'output': [[1.050, 1.200, 0.250], [0.842, 1.068, 0.329], "
         "[0.578, 1.029, 0.492], [0.397, 1.000, 0.673], [0.516, 0.822, 0.728]]}}";
}

TEST_CASE("who rounds every step, printed or not, is understood") {
  const Judged own(every_step("1.130, 2.627, 6.328, 2.079, 0", "12.164", "0.093, 0.216, 0.520, 0.171, 0"));
  CHECK_FALSE(own.found.has_wrong());
  CHECK(own.found.manner ==
        "from rounded numbers, step by step (half-up), steps that are not printed to 3 decimals");
  for (const StepVerdicts& step : own.found.steps) CHECK_FALSE(step.is_changed);

  // Digits swapped in 6.328; what follows are 12.218 and 1.130/12.218 = 0.0925, 2.627/12.218 = 0.2150, ...
  const Judged slipped(
      every_step("1.130, 2.627, 6.382, 2.079, 0", "12.218", "0.092, 0.215, 0.522, 0.170, 0"));
  CHECK(slipped.found.count(Verdict::wrong_here) == 1);
  CHECK(slipped.found.count(Verdict::inherited) == 5);
  for (const StepVerdicts& step : slipped.found.steps)
    for (const CellVerdict& cell : step.cells) {
      CAPTURE(cell.written);
      CHECK(cell.why.find("√d_k") == std::string::npos);
      if (step.expected->id == "head0.exp" && cell.row == 3 && cell.column == 2)
        CHECK(cell.corrected == "6.328");
      if (step.expected->id == "head0.weights")
        CHECK(cell.from == std::vector<std::string>{"head0.exp", "head0.row_sum"});
      if (step.expected->id == "output" && cell.written == "0.822")
        CHECK(cell.why == "from the printed weights, each step rounded (half-up)");
      if (cell.verdict == Verdict::rounded) CHECK(cell.corrected == cell.written);
    }
}

TEST_CASE("numbers that are not stated explain nothing") {
  // From the printed 2.121 and 0.707, e^x carried in full: 0.80440; exact 0.80443.
  CHECK(why(Judged("{'Q': [[1, 1], [1, 0]], 'K': [[2, 1], [1, 0]], 'softmax': 'naive', 'expect': {"
                   "'scaled': [[2.121, 0.707], [1.414, 0.707]], 'exp': [[null, null], [4.112, 2.028]], "
                   "'weights': [[0.80440, null]]}}"),
            "weights") == "from the printed scaled");
}

TEST_CASE("what is taken for the root is said to its last digit") {
  // 12345/1.4142 = 8729.317, 12345/1.414 = 8730.552, 12345/√2 = 8729.233
  CHECK(why(Judged("{'Q': [[1, 1]], 'K': [[12345, 0]], 'expect': {'scaled': [[8729.317]]}}"), "scaled") ==
        "from the inputs, √d_k taken for 1.4142");
}

TEST_CASE("nobody is said to take a root that the printed scaled scores do not have") {
  // 4/1.414 = 2.829. Taken for the manner, it would change what is right: e^2.829 = 16.93 is no better than
  // e^2.828 = 16.91.
  const Judged judged(
      "{'Q': [[2, 0], [0, 2], [1, 1]], 'K': [[1, 0], [1, 0], [2, 0]], 'softmax': 'naive', 'expect': {"
      "'scores': [[2, 2, 4], [0, 0, 0], [1, 1, 2]], "
      "'scaled': [[1.414, 1.414, 2.828], [0, 0, 0], [0.707, 0.707, 1.414]], "
      "'exp': [[4.11, 4.11, 16.99], [null, null, null], [2.03, 2.03, 4.11]], 'row_sum': [25.21, null, 8.17], "
      "'weights': [[0.163, 0.163, 0.674], [0.333, 0.333, 0.333], [0.248, 0.248, 0.504]]}}");
  CHECK(judged.found.manner.find("√d_k") == std::string::npos);
  for (const StepVerdicts& step : judged.found.steps) {
    if (step.expected->id == "scaled") CHECK_FALSE(step.is_changed);
    if (step.expected->id == "weights")
      CHECK(step.corrected[0] == std::vector<std::string>{"0.164", "0.164", "0.673"});
  }
}

TEST_CASE("numbers that are not stated, and rows that are not there, are not judged") {
  const Judged judged(
      "{'scaled': [[0, 0], [0, 1]], 'expect': {'weights': [[0.5, null]], 'row_max': [[0], [null]]}}");
  CHECK(judged.found.count(Verdict::right) == 2);
  CHECK(text(judged).empty());
}

TEST_CASE("NaN and infinities are printed as themselves and nothing else") {
  const std::string problem =
      "{'scaled': [[0, 0]], 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [[true, false]]}, "
      "'expect': {'masked': [[0, ";
  CHECK(text(Judged(problem + "'-inf']]}}")).empty());
  CHECK(text(Judged(problem + "'nan']]}}")).starts_with("masked 0 1 \"nan\": wrong here"));
  CHECK(text(Judged(problem + "'inf']]}}")).starts_with("masked 0 1 \"inf\": wrong here"));
  CHECK(text(Judged(problem + "-1e9]]}}")).starts_with("masked 0 1 -1e9: wrong here"));
}

TEST_CASE("tiles that somebody printed are judged too") {
  // One tile a key: m = 1 after the second, correction e^(0 - 1) = 0.368, l = 0.368 + 1
  const Judged judged(
      "{'scaled': [[0, 1]], 'V': [[1], [2]], 'tile': {'rows': 1, 'cols': 1}, 'expect': "
      "{'tile0,1.correction': [0.368], "
      "'tile0,1.row_sum': [1.386], 'output': [[1.73]]}}");
  CHECK(text(judged) == "tile0,1.row_sum 0 0 1.386: wrong here, 1.368");
}

TEST_CASE("numbers in a file of their own have no digits to be held to") {
  const auto problem =
      computed::problem_of({{"scaled", {1, 1}}, {"expect.weights", Array{{1, 1}, {1}, false, {}}}});
  const ExpectedSteps expected = find_expected(*problem, problem->expect, true);
  CHECK(computed::error_of([&] { judge(*problem, expected); }).find("write them there") != std::string::npos);
}

}  // namespace attn
