#include "cli/problem_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "attn/error.hpp"
#include "cli/words.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

/// An option that names the file of a matrix.
struct MatrixOption {
  const char* option;
  const char* key;  ///< of the problem file
};

constexpr std::array matrix_options{
    MatrixOption{"--q", "Q"},           MatrixOption{"--k", "K"},
    MatrixOption{"--v", "V"},           MatrixOption{"--x", "X"},
    MatrixOption{"--x-kv", "X_kv"},     MatrixOption{"--w-q", "W_Q"},
    MatrixOption{"--w-k", "W_K"},       MatrixOption{"--w-v", "W_V"},
    MatrixOption{"--w-o", "W_O"},       MatrixOption{"--b-q", "b_Q"},
    MatrixOption{"--b-k", "b_K"},       MatrixOption{"--b-v", "b_V"},
    MatrixOption{"--b-o", "b_O"},       MatrixOption{"--w-qkv", "W_QKV"},
    MatrixOption{"--b-qkv", "b_QKV"},   MatrixOption{"--past-k", "past.K"},
    MatrixOption{"--past-v", "past.V"}, MatrixOption{"--scores", "scores"},
    MatrixOption{"--scaled", "scaled"},
};

/// An option that says one setting of the problem file in one word.
struct ValueOption {
  const char* option;
  const char* key;
  bool is_number;
  const char* help;
};

constexpr std::array value_options{
    ValueOption{"--heads", "heads", true, ""},
    ValueOption{"--kv-heads", "kv_heads", true, "number of key/value heads"},
    ValueOption{"--d-k", "d_k", true, "width of a query and a key, where the arrays do not say it"},
    ValueOption{"--scale", "scale", true, "a number instead of 1/sqrt(d_k); 1 means unscaled"},
    ValueOption{"--softcap", "softcap", true,
                "c: scores become c tanh(s/c), after the scale, before the mask"},
    ValueOption{"--softmax", "softmax", false, "safe or naive"},
    ValueOption{"--empty-row", "empty_row", false, "zero or nan: what a row with no visible key gives"},
    ValueOption{"--layout", "layout", false, "axes of Q, K, V: nd, hnd, bhnd, bnd or bnhd"},
    ValueOption{"--weights-layout", "weights_layout", false, "in_out or out_in (a stored nn.Linear)"},
    ValueOption{"--qkv-packing", "qkv_packing", false, "q_k_v or per_head"},
};

Setting setting_of(const ValueOption& option, const std::string& word) {
  if (option.is_number) return {option.option, number_word(option.option, word)};
  return {option.option, word};
}

}  // namespace

void ProblemOptions::define(CLI::App& app) {
  app.add_option("problem", file_, "problem file (JSON); - is standard input")->type_name("FILE");
  for (const MatrixOption& option : matrix_options)
    app.add_option(option.option, matrices_[option.option],
                   fmt::format("{} from a CSV or JSON file", option.key))
        ->type_name("FILE")
        ->group("Matrices");
  app.add_option_function<std::vector<std::string>>(
         "--heads", [this](const std::vector<std::string>& words) { take_heads(words); },
         "N: number of query heads. A list or range (0,3 or 2:4 or 3,): the heads to show")
      ->expected(1)
      ->type_name("N|LIST")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group("Conventions");
  for (const ValueOption& option : value_options) {
    if (std::string_view(option.help).empty()) continue;  // defined above
    app.add_option_function<std::string>(
           option.option, [this, &option](const std::string& word) { values_[option.option] = word; },
           option.help)
        ->type_name(option.is_number ? "NUMBER" : "NAME")
        ->group("Conventions");
  }
  app.add_option_function<std::string>(
         "--tile", [this](const std::string& word) { values_["--tile"] = word; },
         "rows of Q and of K, V in one tile: FlashAttention's online softmax, tile by tile")
      ->type_name("R,C")
      ->group("Conventions");
  app.add_flag("--causal", causal_, "adds a causal mask; =top-left or =bottom-right where n_q != n_k")
      ->type_name("[=ALIGN]")
      ->group("Conventions");
  app.add_option("--csv-sep", separator_, "what stands between cells: a character, or tab")
      ->type_name("CHAR")
      ->group("CSV");
  app.add_option("--csv-decimal", decimal_, "decimal mark: . or ,")->type_name("CHAR")->group("CSV");
  app.add_flag("--csv-header", csv_.header, "the first record holds names, not numbers")->group("CSV");
}

void ProblemOptions::take_heads(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.find_first_of(",:") != std::string::npos)
      shown_heads_ = word;
    else
      values_["--heads"] = word;
  }
}

void ProblemOptions::override_settings(RawProblem& raw) const {
  for (const ValueOption& option : value_options)
    if (const auto said = values_.find(option.option); said != values_.end())
      raw.settings[option.key] = setting_of(option, said->second);
  if (const auto said = values_.find("--tile"); said != values_.end()) {
    const std::vector<std::size_t> sides = indices_word("--tile", said->second);
    if (sides.size() != 2)
      throw InputError(fmt::format("--tile: found {}, expected ROWS,COLUMNS", in_quotes(said->second)));
    raw.settings["tile.rows"] = {"--tile", static_cast<double>(sides[0])};
    raw.settings["tile.cols"] = {"--tile", static_cast<double>(sides[1])};
  }
}

/// `--causal` goes over the causal mask of the file, or adds one.
void ProblemOptions::override_masks(RawProblem& raw) const {
  if (causal_.empty()) return;
  MaskSpec spec{"--causal", "causal", {}};
  if (causal_ != "true") spec.settings["align"] = {"--causal", causal_};
  const auto same = std::ranges::find(raw.masks, "causal", &MaskSpec::type);
  if (same == raw.masks.end())
    raw.masks.push_back(std::move(spec));
  else
    *same = std::move(spec);
}

std::shared_ptr<const Problem> ProblemOptions::read() const {
  CsvOptions csv = csv_;
  csv.separator = character_word("--csv-sep", separator_);
  csv.decimal = character_word("--csv-decimal", decimal_);
  Reader reader(csv);
  RawProblem raw;
  raw.where = "command line";
  if (!file_.empty()) raw = reader.problem(file_);
  for (const MatrixOption& option : matrix_options)
    if (const std::string& path = matrices_.at(option.option); !path.empty())
      raw.settings[option.key] = {fmt::format("{}: {}", path, option.key), reader.matrix(path)};
  override_settings(raw);
  override_masks(raw);
  return make_problem(std::move(raw));
}

}  // namespace attn::cli
