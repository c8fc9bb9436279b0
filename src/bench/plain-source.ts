/**
 * What anybody would write in C++: article S0's filter, its two hashes made first, a division for
 * every probe. Its bits and hashes are arguments and no constants: where the compiler knows the
 * divisor it divides by multiplying, which a filter that is sized at run time cannot have.
 *
 * It reads commands, a line each, and answers each with a count and the nanoseconds an id took:
 *
 *     ids COUNT        takes COUNT ids, 32 bits each, from the bytes behind the line
 *     ask PARTS        how many of the ids pass; the time of the fastest part of them
 *     build TIMES      an empty filter takes the ids; bits set; the fastest of the times
 *     fill FROM TO     adds consecutive ids; how many
 *     bits BYTES       takes the bits of another such filter, from the bytes behind the line; bits set
 *     scan FROM TO     how many of the consecutive ids pass
 */
export const plainSource = `
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

static uint64_t splitmix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

class BloomFilter {
 public:
  BloomFilter(uint64_t bits, int hashes) : bits_(bits), hashes_(hashes), words_(bits / 64 + 1) {}

  void add(uint64_t id) {
    const uint64_t h1 = splitmix64(id), h2 = second(id);
    for (int i = 0; i < hashes_; i++) {
      const uint64_t at = (h1 + i * h2) % bits_;
      words_[at >> 6] |= 1ULL << (at & 63);
    }
  }

  bool has(uint64_t id) const {
    const uint64_t h1 = splitmix64(id), h2 = second(id);
    for (int i = 0; i < hashes_; i++) {
      const uint64_t at = (h1 + i * h2) % bits_;
      if (!(words_[at >> 6] >> (at & 63) & 1)) return false;
    }
    return true;
  }

  size_t take(size_t bytes, FILE *from) { return std::fread(words_.data(), 1, bytes, from); }

  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  uint64_t bitsSet() const {
    uint64_t count = 0;
    for (const uint64_t word : words_) count += __builtin_popcountll(word);
    return count;
  }

 private:
  static uint64_t second(uint64_t id) {
    const uint64_t h2 = splitmix64(id ^ 0x94d049bb133111ebULL);
    return h2 == 0 ? 1 : h2;
  }

  uint64_t bits_;
  int hashes_;
  std::vector<uint64_t> words_;
};

template <typename Task>
static double nanoseconds(Task task) {
  const auto start = std::chrono::steady_clock::now();
  task();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

int main(int, char **argv) {
  BloomFilter filter(std::strtoull(argv[1], nullptr, 10), std::atoi(argv[2]));
  std::vector<uint32_t> ids;
  char command[8];
  unsigned long long first, last = 0;
  while (std::scanf("%7s %llu", command, &first) == 2) {
    const bool isRange = !std::strcmp(command, "fill") || !std::strcmp(command, "scan");
    if (isRange && std::scanf("%llu", &last) != 1) return 1;
    std::getchar();
    uint64_t count = 0;
    double least = std::numeric_limits<double>::infinity();
    if (!std::strcmp(command, "ids")) {
      ids.resize(first);
      count = std::fread(ids.data(), sizeof(uint32_t), first, stdin);
      least = 0;
    } else if (!std::strcmp(command, "bits")) {
      if (filter.take(first, stdin) != first) return 1;
      count = filter.bitsSet();
      least = 0;
    } else if (!std::strcmp(command, "fill")) {
      count = last - first + 1;
      least = nanoseconds([&] { for (uint64_t id = first; id <= last; id++) filter.add(id); });
      least /= count;
    } else if (!std::strcmp(command, "scan")) {
      least = nanoseconds([&] {
        for (uint64_t id = first; id <= last; id++) count += filter.has(id);
      });
      least /= last - first + 1;
    } else if (!std::strcmp(command, "ask")) {
      const size_t size = (ids.size() + first - 1) / first;
      for (size_t from = 0; from < ids.size(); from += size) {
        const size_t to = std::min(ids.size(), from + size);
        const double taken = nanoseconds([&] {
          for (size_t i = from; i < to; i++) count += filter.has(ids[i]);
        });
        least = std::min(least, taken / (to - from));
      }
    } else {
      for (uint64_t pass = 0; pass < first; pass++) {
        filter.clear();
        const double taken = nanoseconds([&] { for (auto id : ids) filter.add(id); });
        least = std::min(least, taken / ids.size());
      }
      count = filter.bitsSet();
    }
    std::printf("%llu %.4f\\n", static_cast<unsigned long long>(count), least);
    std::fflush(stdout);
  }
}
`;
