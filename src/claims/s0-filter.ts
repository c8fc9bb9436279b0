import { claimsOf } from './claim.ts';

/** S0, flash sale in C++/Drogon, part 5.7: what a Bloom filter is and why (lines 3 to 91). */
export const s0Filter = claimsOf('S0', 'Flash sale 5.7: a Bloom filter of one’s own (C++)', [
  {
    number: '01',
    place: 'L3',
    statement:
      'Sentinels keep repeats of one missing id inside Redis, but ids that all differ cost one ' +
      'key each.',
    statementZh:
      '空值哨兵能把对同一缺失 id 的重复请求留在 Redis；id 各不相同时，每个都要占一个键。',
    check: 'count the keys after distinct missing ids',
    expected: 'reproduced: one key for each distinct missing id',
  },
  {
    number: '02',
    place: 'L3, L174',
    statement: 'The memory of sentinels grows linearly with the attack’s traffic.',
    statementZh: '哨兵占用的内存与攻击流量成正比，持续增长。',
    check: 'flood at a steady rate for several TTLs and read the memory',
    expected:
      'conditional: linear only while nothing expires; in the long run it follows the rate, not ' +
      'the total',
  },
  {
    number: '03',
    place: 'L3, L17',
    statement: 'The seed data are 200,000 SKUs with contiguous integer ids.',
    statementZh: '种子数据为 20 万个 SKU，id 是连续整数。',
    check: 'COUNT, MIN and MAX of the table',
    expected:
      'reproduced, and it makes a range check (16 B) or a bitmap (25,000 B) an exact answer',
  },
  {
    number: '04',
    place: 'L3',
    statement: 'The filter takes about 1 MB of the process.',
    statementZh: '过滤器在进程里约占 1 MB。',
    check: 'bytes of the filter',
    expected: 'reproduced: 898,600 B of bits',
  },
  {
    number: '05',
    place: 'L3',
    statement: 'Ids outside the set are answered with 404 at once, without Redis.',
    statementZh: '不在集合里的 id 立即得到 404，不访问 Redis。',
    check: 'Redis’s own counters',
    expected: 'conditional: all but the false positives, 7.2e-7 of the absent ids',
  },
  {
    number: '06',
    place: 'L3, L19',
    statement: 'The core is about 60 lines.',
    statementZh: '核心代码大约 60 行。',
    notTestable: 'the file is not shown; the excerpt of it has 27 lines, comments included',
  },
  {
    number: '07',
    place: 'L9',
    statement: 'The filter answers “surely not” or “maybe”.',
    statementZh: '过滤器只给两种答案：肯定没有，或者也许有。',
    check: 'ask for every member',
    expected: 'reproduced: no member is answered “no”',
  },
  {
    number: '08',
    place: 'L10',
    statement: 'There is never a false negative and sometimes a false positive.',
    statementZh: '不会漏掉成员，但偶尔会误放非成员。',
    check: 'ask for every member and for many others',
    expected: 'reproduced against the ids that were added',
  },
  {
    number: '09',
    place: 'L10',
    statement: 'Bits and hashes set the false-positive rate; 0.1 % or less can be had.',
    statementZh: '误判率取决于位数和哈希数，做到 0.1 % 或更低没有问题。',
    check: 'sweep the load of one filter',
    expected:
      'conditional: also the number of ids; the same filter runs at 7.1e-7 with 200,000 and at ' +
      '52.8 % with 2,000,000',
  },
  {
    number: '10',
    place: 'L10',
    statement: 'The false-positive rate is never 0.',
    statementZh: '误判率不可能为零。',
    check: 'ask for every id of a finite range',
    expected:
      'conditional: the probability is not, but exactly 0 of [200001, 10^6] and 4 of [200001, ' +
      '10^7] pass',
  },
  {
    number: '11',
    place: 'L10',
    statement: 'Elements cannot be deleted: clearing their bits may clear those of others.',
    statementZh: '元素删不得：清掉它的位，会牵连共用这些位的元素。',
    check: 'clear the bits of one id and ask for all others',
    expected: 'reproduced: each deletion loses about three other ids at a quarter fill',
  },
  {
    number: '12',
    place: 'L11',
    statement: 'A query costs O(k).',
    statementZh: '一次查询的代价是 O(k)。',
    check: 'count the bits read',
    expected:
      'conditional: k = 10 is the bound; an absent id is answered after 1.32 bits at 24.3 % fill',
  },
  {
    number: '13',
    place: 'L11',
    statement: 'A false positive costs one harmless extra query and nothing else.',
    statementZh: '误判的代价只是多回源一次，没有害处。',
    check: 'follow a false positive through all layers',
    expected:
      'conditional: it also leaves a sentinel and comes back at each expiry; harmful in an ' +
      'overfull filter or for an attacker who computed such ids',
  },
  {
    number: '14',
    place: 'L15',
    statement: 'The weakness of sentinels is that they are state.',
    statementZh: '哨兵方案的弱点在于它要保存状态。',
    check: 'keys and bytes in Redis after a flood',
    expected: 'reproduced: one key for each missing id; S1 calls the same thing stateless (S1-30)',
  },
  {
    number: '15',
    place: 'L15',
    statement: 'A table compares two kinds of attack.',
    statementZh: '文中用一张表比较两种攻击。',
    notTestable: 'the table is missing from the text that was read',
  },
  {
    number: '16',
    place: 'L17',
    statement: 'With a few dozen SKUs the memory of sentinels is negligible.',
    statementZh: '商品只有几十个时，哨兵的内存可以不计。',
    check: 'the same flood with 50 and with 200,000 SKUs',
    expected: 'refuted: it depends on the ids asked for; 50 SKUs leave more sentinels than 200,000',
  },
  {
    number: '17',
    place: 'L17',
    statement: 'Of the ids 1 … 10^7, 99.98 % do not exist when there are 200,000 SKUs.',
    statementZh: '商品有 20 万时，1 到 10^7 的 id 有 99.98 % 不存在。',
    check: 'count',
    expected: 'refuted: 98 %; 99.98 % needs a range of 10^9',
  },
  {
    number: '18',
    place: 'L17',
    statement: 'Each such request writes one sentinel key.',
    statementZh: '每个这样的请求都会写下一个哨兵键。',
    check: 'count the keys after random draws and after a sweep',
    expected:
      'conditional: one for each distinct absent id; 10^7 random draws repeat and leave about ' +
      '6.19 million',
  },
  {
    number: '19',
    place: 'L17',
    statement: 'The filter’s memory depends on the number of SKUs, not on the attack.',
    statementZh: '过滤器的内存由商品数决定，与攻击无关。',
    check: 'bytes before and after a flood',
    expected: 'reproduced, with the configured capacity in place of the SKUs present',
  },
  {
    number: '20',
    place: 'L26',
    statement: 'm = ceil(-n ln p / ln² 2).',
    statementZh: '位数 m 取 -n ln p / ln² 2 的上整。',
    check: 'compute, and build the filter',
    expected:
      'reproduced: 7,188,794 for n = 500,000 and p = 0.001; with the 200,000 SKUs present the ' +
      'rate is 7.2e-7',
  },
  {
    number: '21',
    place: 'L27',
    statement: 'k = round(m/n ln 2).',
    statementZh: '哈希数 k 取 m/n · ln 2 的四舍五入。',
    check: 'compute, and build the filter',
    expected: 'reproduced: 9.9658 rounds to 10',
  },
  {
    number: '22',
    place: 'L29',
    statement: 'n = 500,000 and p = 0.001 give 7.19 million bits, 0.86 MB and k ≈ 10.',
    statementZh: '50 万个元素、误判率千分之一时，需 719 万位、0.86 MB，k 约为 10。',
    check: 'compute, and build the filter',
    expected: 'reproduced, with MB read as MiB (0.857 MiB, 0.899 MB)',
  },
  {
    number: '23',
    place: 'L29',
    statement: 'Position i is (h1 + i·h2) mod m.',
    statementZh: '第 i 个位置等于 (h1 + i·h2) mod m。',
    check: 'compare with the article’s code, position by position',
    expected: 'refuted as written: the code wraps at 2^64 first, and 76 % of the positions differ',
  },
  {
    number: '24',
    place: 'L29, L73',
    statement: 'h2 must not be 0, or all positions collapse into one.',
    statementZh: 'h2 不可为零，不然所有位置都落到同一处。',
    check: 'force h2 = 0',
    expected: 'conditional: it happens to one id in 2^64; forced, it gives 9.9 % instead of 1 %',
  },
  {
    number: '25',
    place: 'L62',
    statement: 'splitmix64 spreads any input evenly.',
    statementZh: '不论输入如何，splitmix64 都能打得均匀。',
    check: 'ids in many patterns',
    expected: 'reproduced for every shape of ids tried; but it is invertible and has no key',
  },
  {
    number: '26',
    place: 'L66–L72',
    statement: 'The two hashes act as independent ones.',
    statementZh: '两路哈希可当作相互独立。',
    check: 'ids whose two hashes are swapped',
    expected: 'refuted for x xor 0x94d049bb133111eb, which swaps them: 1/fill times as many pass',
  },
  {
    number: '27',
    place: 'L91',
    statement: 'The standard library is enough; no third-party filter is needed.',
    statementZh: '靠标准库就够，不必引入第三方过滤器。',
    notTestable: 'an opinion on dependencies; no measurement decides it',
  },
  {
    number: '28',
    place: 'L91',
    statement: 'One thread builds and swaps a pointer, so queries need no lock.',
    statementZh: '单线程构建后换指针发布，查询因此不用加锁。',
    check: 'query while a rebuild swaps the filter',
    expected:
      'conditional: the swap must be atomic and the old array must outlive its readers; in one ' +
      'JavaScript thread a reference is enough',
  },
]);
