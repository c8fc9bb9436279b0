/** The one thing on which S3's third version depends: a vector of atomics that is resized. */
export const resizedAtomics = `
#include <atomic>
#include <cstdint>
#include <vector>

int main() {
  std::vector<std::atomic<uint64_t>> words;
  words.resize(8);
  return static_cast<int>(words.size());
}
`;

/** The same with its size given at once: the control that compiler and flags are in order. */
export const constructedAtomics = `
#include <atomic>
#include <cstdint>
#include <vector>

int main() {
  std::vector<std::atomic<uint64_t>> words(8);
  return static_cast<int>(words.size());
}
`;

/**
 * Bytes of two hash tables of as many keys as the first argument says, as malloc accounts for them;
 * then, for each of as many rounds as the second says, nanoseconds a bit or word of four tasks on
 * 10^6 bits, each done in two ways.
 */
export const measurements = `
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <string>
#include <unordered_set>
#include <vector>

static size_t held = 0;

void *operator new(size_t size) {
  void *place = std::malloc(size);
  if (!place) throw std::bad_alloc();
  held += malloc_usable_size(place) + sizeof(size_t);
  return place;
}

void operator delete(void *place) noexcept {
  if (place) held -= malloc_usable_size(place) + sizeof(size_t);
  std::free(place);
}

void operator delete(void *place, size_t) noexcept { operator delete(place); }

static volatile uint64_t sink;

template <typename Task>
static void timed(size_t steps, Task task) {
  const auto start = std::chrono::steady_clock::now();
  sink = task();
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  std::printf("%.4f ", taken.count() / steps);
}

static uint64_t onesByLoop(uint64_t word) {
  uint64_t ones = 0;
  for (; word; word >>= 1) ones += word & 1;
  return ones;
}

static void tables(size_t keys) {
  {
    std::unordered_set<std::string> strings;
    char text[32];
    for (size_t i = 0; i < keys; i++) {
      std::snprintf(text, sizeof text, "%020zu", i);
      strings.insert(text);
    }
    std::printf("%zu ", held);
  }
  std::unordered_set<uint32_t> numbers;
  for (size_t i = 0; i < keys; i++) numbers.insert(static_cast<uint32_t>(i * 0x9e3779b1u));
  std::printf("%zu ", held);
}

static void rounds(int count) {
  const size_t bits = 1000000, steps = 1000000;
  std::vector<uint32_t> at(steps);
  uint64_t state = 88172645463325252ULL;
  for (auto &one : at) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    one = state % bits;
  }
  std::vector<bool> flags(bits);
  std::vector<uint64_t> words(bits / 64 + 1);
  for (int round = 0; round < count; round++) {
    timed(steps, [&] { for (auto i : at) flags[i] = true; return 0; });
    timed(steps, [&] { for (auto i : at) words[i >> 6] |= 1ULL << (i & 63); return 0; });
    timed(steps, [&] { uint64_t n = 0; for (auto i : at) n += flags[i]; return n; });
    timed(steps, [&] { uint64_t n = 0; for (auto i : at) n += words[i >> 6] >> (i & 63) & 1; return n; });
    timed(words.size(), [&] { return std::count(flags.begin(), flags.end(), true); });
    timed(words.size(), [&] { uint64_t n = 0; for (auto w : words) n += __builtin_popcountll(w); return n; });
    timed(words.size(), [&] { uint64_t n = 0; for (auto w : words) n += onesByLoop(w); return n; });
    timed(words.size(), [&] { uint64_t n = 0; for (auto w : words) n += __builtin_popcountll(w); return n; });
  }
}

int main(int, char **argv) {
  tables(std::strtoull(argv[1], nullptr, 10));
  rounds(std::atoi(argv[2]));
}
`;
