#include "render/output/removed_on_signal.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <initializer_list>

namespace attn {
namespace {

// Plain storage that is never freed: the handler may run in any thread, at any moment, and may neither lock
// nor allocate.
struct Slot {
  std::atomic<bool> taken = false;
  std::atomic<bool> ready = false;
  std::array<char, PATH_MAX> path{};
  std::atomic<const FileInside*> last_file = nullptr;
};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<const FileInside*>::is_always_lock_free);

std::array<Slot, 8> slots;

void remove_and_die(int signal) {
  for (const auto& slot : slots) {
    if (!slot.ready) continue;
    for (const FileInside* file = slot.last_file; file != nullptr; file = file->before)
      unlink(file->path.c_str());
    if (unlink(slot.path.data()) != 0) rmdir(slot.path.data());
  }
  raise(signal);  // held until this handler returns; by then the default action is back (SA_RESETHAND)
}

// Where the program has not done otherwise.
void install_handlers() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2}) {
    struct sigaction current {};
    sigaction(signal, nullptr, &current);
    if ((current.sa_flags & SA_SIGINFO) != 0 || current.sa_handler != SIG_DFL) continue;
    struct sigaction ours {};
    ours.sa_handler = remove_and_die;
    ours.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(signal, &ours, nullptr);
  }
}

}  // namespace

RemovedOnSignal::RemovedOnSignal(const std::string& path) : slot_(slots.size()) {
  install_handlers();
  std::signal(SIGXFSZ, SIG_IGN);  // so that a write over the limit fails as one on a full disk does
  if (path.size() >= PATH_MAX) return;
  for (slot_ = 0; slot_ < slots.size(); ++slot_)
    if (!slots[slot_].taken.exchange(true)) break;
  if (slot_ == slots.size()) return;  // more files at once than slots: this one is not looked after
  std::memcpy(slots[slot_].path.data(), path.c_str(), path.size() + 1);
  slots[slot_].ready = true;
}

RemovedOnSignal::~RemovedOnSignal() {
  if (slot_ == slots.size()) return;
  slots[slot_].ready = false;
  slots[slot_].last_file = nullptr;
  slots[slot_].taken = false;
}

void RemovedOnSignal::add(const std::string& path) {
  if (slot_ == slots.size()) return;
  files_.push_back({path, slots[slot_].last_file});
  slots[slot_].last_file = &files_.back();  // a deque leaves its elements where they are
}

}  // namespace attn
