/**
 * Queries of a filter of S0's bits by one thread and by two, without a lock, under S3's shared lock
 * and under a plain one. For each round that the first argument asks for it prints nanoseconds a
 * query of one thread, then queries a second of two threads by those of one, for each of the three.
 */
export const lockedQueries = `
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

static const uint64_t queries = 400000;
static const int hashes = 10;
static volatile uint64_t sink;
static std::shared_mutex sharedMutex;
static std::mutex plainMutex;

static uint64_t splitmix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

struct Filter {
  std::vector<uint64_t> words;

  bool has(uint64_t id) const {
    const uint64_t h1 = splitmix64(id), h2 = splitmix64(~id) | 1, bits = words.size() * 64;
    for (int i = 0; i < hashes; i++) {
      const uint64_t at = (h1 + i * h2) % bits;
      if (!(words[at >> 6] >> (at & 63) & 1)) return false;
    }
    return true;
  }
};

struct None {
  None() {}
};
struct Shared {
  std::shared_lock<std::shared_mutex> lock{sharedMutex};
};
struct Plain {
  std::lock_guard<std::mutex> lock{plainMutex};
};

template <typename Lock>
static double seconds(const Filter &filter, int threads) {
  const auto ask = [&](uint64_t first) {
    uint64_t found = 0;
    for (uint64_t id = first; id < first + queries; id++) {
      Lock lock;
      found += filter.has(id);
    }
    sink = found;
  };
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> others;
  for (int i = 1; i < threads; i++) others.emplace_back(ask, i * queries);
  ask(0);
  for (auto &other : others) other.join();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <typename Lock>
static void print(const Filter &filter) {
  const double one = seconds<Lock>(filter, 1), two = seconds<Lock>(filter, 2);
  std::printf("%.4f %.5f ", one * 1e9 / queries, 2 * one / two);
}

int main(int, char **argv) {
  Filter filter{std::vector<uint64_t>(7188794 / 64)};
  uint64_t state = 1;
  for (auto &word : filter.words) word = (state = splitmix64(state)) & splitmix64(state + 1);
  for (int round = std::atoi(argv[1]); round > 0; round--) {
    print<None>(filter);
    print<Shared>(filter);
    print<Plain>(filter);
  }
}
`;

/**
 * std::hash and MurmurHash3 of 32 bits over strings of the lengths that follow the number of
 * rounds: for each round and length nanoseconds a string of the one and of the other.
 */
export const stringHashes = `
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static volatile uint64_t sink;

static uint32_t rotated(uint32_t x, int by) { return (x << by) | (x >> (32 - by)); }

static uint32_t murmur3(const std::string &key, uint32_t seed) {
  const size_t blocks = key.size() / 4, left = key.size() % 4;
  uint32_t hash = seed, word;
  for (size_t i = 0; i < blocks; i++) {
    std::memcpy(&word, key.data() + 4 * i, 4);
    hash ^= rotated(word * 0xcc9e2d51u, 15) * 0x1b873593u;
    hash = rotated(hash, 13) * 5 + 0xe6546b64u;
  }
  word = 0;
  std::memcpy(&word, key.data() + 4 * blocks, left);
  if (left) hash ^= rotated(word * 0xcc9e2d51u, 15) * 0x1b873593u;
  hash ^= key.size();
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
  return hash ^ (hash >> 16);
}

template <typename Hash>
static void timed(const std::vector<std::string> &keys, Hash hash) {
  const auto start = std::chrono::steady_clock::now();
  uint64_t sum = 0;
  for (const auto &key : keys) sum += hash(key);
  sink = sum;
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  std::printf("%.4f ", taken.count() / keys.size());
}

int main(int count, char **argv) {
  std::vector<std::vector<std::string>> kinds;
  for (int i = 2; i < count; i++) {
    std::vector<std::string> keys;
    for (size_t n = 0; n < 2000; n++) {
      std::string key = std::to_string(1000000 + n);
      keys.push_back(key + std::string(std::atoi(argv[i]) - key.size(), 'x'));
    }
    kinds.push_back(keys);
  }
  for (int round = std::atoi(argv[1]); round > 0; round--) {
    for (const auto &keys : kinds) {
      timed(keys, std::hash<std::string>{});
      timed(keys, [](const std::string &key) { return murmur3(key, 0x9747b28cu); });
    }
  }
}
`;
