/**
 * What anybody would write in C++: article S0's filter of the ids 1 … 200,000, asked for the ids
 * from the first argument to the second. Prints how many pass and the seconds of the scan.
 */
export const plainScan = `
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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

 private:
  static uint64_t second(uint64_t id) {
    const uint64_t h2 = splitmix64(id ^ 0x94d049bb133111ebULL);
    return h2 == 0 ? 1 : h2;
  }

  uint64_t bits_;
  int hashes_;
  std::vector<uint64_t> words_;
};

int main(int, char **argv) {
  BloomFilter filter(7188794, 10);
  for (uint64_t id = 1; id <= 200000; id++) filter.add(id);
  const uint64_t from = std::strtoull(argv[1], nullptr, 10);
  const uint64_t to = std::strtoull(argv[2], nullptr, 10);
  const auto start = std::chrono::steady_clock::now();
  uint64_t passing = 0;
  for (uint64_t id = from; id <= to; id++) passing += filter.has(id);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::printf("%llu %.6f\\n", static_cast<unsigned long long>(passing), taken.count());
}
`;
