#include "cli/problem_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>

#include "attn/error.hpp"
#include "cli/names.hpp"
#include "cli/remark.hpp"
#include "cli/words.hpp"
#include "problem/settings.hpp"
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

/// An option that says one setting of the problem file in one word. Its help is that key's.
struct ValueOption {
  const char* option;
  const char* key;
  std::string (*names)();  ///< the words that are accepted; null: a number
};

constexpr std::array value_options{
    ValueOption{"--kv-heads", "kv_heads", nullptr},
    ValueOption{"--d-k", "d_k", nullptr},
    ValueOption{"--scale", "scale", nullptr},
    ValueOption{"--softcap", "softcap", nullptr},
    ValueOption{"--softmax", "softmax", names<softmaxes>},
    ValueOption{"--empty-row", "empty_row", names<empty_rows>},
    ValueOption{"--layout", "layout", names<layouts>},
    ValueOption{"--weights-layout", "weights_layout", names<weights_layouts>},
    ValueOption{"--qkv-packing", "qkv_packing", names<qkv_packings>},
};

std::string help_of(std::string_view key) {
  const auto found = std::ranges::find(problem_keys(), key, &ProblemKey::name);
  return found == problem_keys().end() ? "" : std::string(found->help);
}

Setting setting_of(const ValueOption& option, const std::string& word) {
  if (option.names) return {option.option, word};
  return {option.option, number_word(option.option, word)};
}

}  // namespace

void ProblemOptions::define(CLI::App& app, const char* no_list) {
  no_list_ = no_list;
  app.add_option("problem", file_, "problem file (JSON); - is standard input")->type_name("FILE");
  for (const MatrixOption& option : matrix_options)
    app.add_option(option.option, matrices_[option.option], fmt::format("{} from a file", option.key))
        ->type_name("FILE[:TENSOR]")
        ->group("Matrices");
  define_conventions(app);
  execution_.define(app);
  app.add_option("--csv-sep", separator_, "what stands between cells: a character, or tab")
      ->type_name("CHAR")
      ->group("CSV");
  app.add_option("--csv-decimal", decimal_, "decimal mark: . or ,")->type_name("CHAR")->group("CSV");
  app.add_flag("--csv-header", csv_header_, "the first record holds names, not numbers")->group("CSV");
}

void ProblemOptions::define_conventions(CLI::App& app) {
  constexpr const char* group = "Conventions (go over those of the problem file)";
  define_heads(app, group);
  for (const ValueOption& option : value_options)
    app.add_option(option.option, values_[option.key], help_of(option.key))
        ->type_name(option.names ? option.names() : "NUMBER")
        ->group(group);
  app.add_flag("--causal", causal_, "adds a causal mask; how it is aligned must be said where n_q != n_k")
      ->type_name("[=" + names<aligns>() + "]")
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw)
      ->group(group);
  app.add_flag("--no-mask", no_mask_, "leaves out the masks of the problem file")->group(group);
}

void ProblemOptions::define_heads(CLI::App& app, const char* group) {
  const bool takes_list = no_list_.empty();
  app.add_option_function<std::vector<std::string>>(
         "--heads", [this](const std::vector<std::string>& words) { take_heads(words); },
         takes_list ? "N: number of query heads. A list or range (0,3 or 2:4 or 3,): the heads to show"
                    : "number of query heads")
      ->expected(1)
      ->type_name(takes_list ? "N|LIST" : "N")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(group);
}

void ProblemOptions::take_heads(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const bool is_list = word.find_first_of(",:") != std::string::npos;
    if (is_list && !no_list_.empty()) throw InputError(fmt::format("--heads: {}", no_list_));
    std::string& said = is_list ? shown_heads_ : heads_;
    if (!said.empty())
      throw InputError(
          fmt::format("--heads: found {} after {}; say it once", in_quotes(word), in_quotes(said)));
    said = word;
  }
}

void ProblemOptions::override_settings(RawProblem& raw) const {
  for (const ValueOption& option : value_options)
    if (const std::string& word = values_.at(option.key); !word.empty())
      raw.settings[option.key] = setting_of(option, word);
  if (!heads_.empty()) override_heads(raw);
  require_scale(raw);
  execution_.override_settings(raw);
}

/// One number is easily meant as the head to show, where there is a head of that number.
std::string ProblemOptions::heads_hint() const {
  std::size_t head = 0;
  const auto [end, error] = std::from_chars(heads_.data(), heads_.data() + heads_.size(), head);
  const bool is_head = error == std::errc() && end == heads_.data() + heads_.size() && head < heads_there_;
  return is_head && no_list_.empty() ? fmt::format("; --heads {0}, shows head {0} alone", heads_) : "";
}

void ProblemOptions::override_heads(RawProblem& raw) const {
  const double heads = number_word("--heads", heads_);
  Setting& setting = raw.settings["heads"];
  const auto* said = std::get_if<double>(&setting.value);
  const bool is_said = said != nullptr && !setting.where.empty();
  if (is_said && *said >= 1) heads_there_ = static_cast<std::size_t>(*said);
  if (heads == 0) throw InputError("--heads: found 0, expected a number of heads, 1 or more" + heads_hint());
  if (is_said && *said != heads)
    heads_note_ = fmt::format("--heads {}: is the number of heads, and goes over {} ({}){}", heads_,
                              visible(setting.where), *said, heads_hint());
  setting = {"--heads", heads};
}

/// Of the starts only `scores` makes its scale of d_k, and not where the scale is said.
void ProblemOptions::require_scale(const RawProblem& raw) const {
  const Setting* scale = find(raw.settings, "scale");
  if (values_.at("d_k").empty() || !scale || !find(raw.settings, "scores")) return;
  throw InputError(fmt::format("--d-k: would give the scale, but {} says it; leave out one of the two",
                               visible(scale->where)));
}

/// `--causal` goes over the causal masks of the file, or adds one.
void ProblemOptions::override_masks(RawProblem& raw) const {
  if (no_mask_) raw.masks.clear();
  if (causal_.empty()) return;
  MaskSpec spec{"--causal", "causal", {}};
  if (causal_ != "true") spec.settings["align"] = {"--causal", causal_};
  std::erase_if(raw.masks, [](const MaskSpec& mask) { return mask.type == "causal"; });
  raw.masks.push_back(std::move(spec));
}

CsvOptions ProblemOptions::csv() const {
  CsvOptions csv{.header = csv_header_};
  if (!separator_.empty()) csv.separator = character_word("--csv-sep", separator_);
  if (!decimal_.empty()) csv.decimal = character_word("--csv-decimal", decimal_);
  return csv;
}

void ProblemOptions::require_csv(const Reader& reader) const {
  if (reader.has_read_csv()) return;
  for (const auto& [option, is_said] :
       {std::pair("--csv-sep", !separator_.empty()), std::pair("--csv-decimal", !decimal_.empty()),
        std::pair("--csv-header", csv_header_)})
    if (is_said) throw InputError(fmt::format("{}: no CSV file is read; leave it out", option));
}

RawProblem ProblemOptions::read_raw(Reader& reader) const {
  RawProblem raw;
  raw.where = "command line";
  if (!file_.empty()) raw = reader.problem(file_);
  for (const MatrixOption& option : matrix_options)
    if (const std::string& word = matrices_.at(option.option); !word.empty()) {
      const MatrixFile from = matrix_file(word);
      raw.settings[option.key] = {fmt::format("{}: {}", from.shown(), option.key), reader.matrix(from)};
    }
  require_csv(reader);
  override_settings(raw);
  override_masks(raw);
  return raw;
}

std::shared_ptr<const Problem> ProblemOptions::make(const RawProblem& raw) const {
  try {
    return make_problem(raw);
  } catch (const InputError& error) {
    const std::string why = error.what();
    const bool is_of_heads = !heads_note_.empty() && why.find("heads") != std::string::npos;
    throw InputError(is_of_heads ? why + heads_hint() : why);
  }
}

void ProblemOptions::remark_on_heads() const {
  if (!heads_note_.empty()) remark(heads_note_);
}

}  // namespace attn::cli
