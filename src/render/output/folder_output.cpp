#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "render/output/descriptor.hpp"
#include "render/output/removed_on_signal.hpp"
#include "render/output/temporary.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_not_empty(const std::string& name) {
  throw InputError(visible(name) + ": is not empty; name another folder, or remove this one");
}

class FolderOutput : public Output {
 public:
  /// `mode`: that of the empty folder that is replaced, if there is one.
  FolderOutput(std::string name, std::string target, std::optional<mode_t> mode)
      : name_(std::move(name)),
        target_(std::move(target)),
        temporary_(temporary_name(target_)),
        removed_on_signal_(temporary_) {
    if (mkdir(temporary_.c_str(), mode ? 0700 : 0777) != 0) throw_system_error(name_);
    mode_ = mode;
  }
  ~FolderOutput() override {
    std::error_code ignored;
    if (!committed_) fs::remove_all(temporary_, ignored);
  }
  FolderOutput(const FolderOutput&) = delete;
  FolderOutput& operator=(const FolderOutput&) = delete;

  void begin_file(const std::string& file) override {
    if (file_) file_->close();
    const std::string path = temporary_ + "/" + file;
    removed_on_signal_.add(path);
    file_.emplace(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), name_ + "/" + file);
  }

  void write(std::string_view bytes) override {
    if (!file_) throw std::logic_error("a folder was written to before its first file");
    file_->write(bytes);
  }

  // Renaming replaces a folder only if it is empty: what came into it in the meantime is safe.
  void commit() override {
    if (file_) file_->close();
    if (mode_ && chmod(temporary_.c_str(), *mode_) != 0) throw_system_error(name_);
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
      if (errno == ENOTEMPTY || errno == EEXIST) throw_not_empty(name_);
      throw_system_error(name_);
    }
    committed_ = true;
  }

 private:
  std::string name_;  // as the user wrote it, for messages
  std::string target_;
  std::string temporary_;
  RemovedOnSignal removed_on_signal_;
  std::optional<mode_t> mode_;
  std::optional<Descriptor> file_;
  bool committed_ = false;
};

}  // namespace

std::unique_ptr<Output> folder_output(const std::string& path) {
  std::string plain = path;
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  if (plain.empty()) throw InputError("the name of the output folder is empty");
  const std::string target = follow_links(plain);
  if (const std::string last = fs::path(target).filename(); last.empty() || last == "." || last == "..")
    throw InputError(visible(path) + ": cannot be put in place as a whole; name a new folder in it");
  struct stat status {};
  if (stat(target.c_str(), &status) != 0) {
    if (errno != ENOENT) throw_system_error(path);
    return std::make_unique<FolderOutput>(plain, target, std::nullopt);
  }
  if (!S_ISDIR(status.st_mode)) throw InputError(visible(path) + ": is a file, expected a new folder");
  std::error_code failed;
  const bool empty = fs::is_empty(target, failed);
  if (failed) throw_system_error(path, failed.value());
  if (!empty) throw_not_empty(path);
  return std::make_unique<FolderOutput>(plain, target, status.st_mode & 07777);
}

}  // namespace attn
