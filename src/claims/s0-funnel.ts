import { claimsOf } from './claim.ts';

/** S0, the same part: the filter in the read path, and what it shows (lines 93 to 176). */
export const s0Funnel = claimsOf('S0', 'Flash sale 5.7: a Bloom filter of one’s own (C++)', [
  {
    number: '29',
    place: 'L103–L105',
    statement:
      'A request passes filter, Redis and MySQL in this order and writes back a value or a ' +
      'sentinel.',
    statementZh: '请求依次经过过滤器、Redis、MySQL，最后回写数据或哨兵。',
    check: 'the laws of conservation over all counters',
    expected: 'reproduced: the laws of conservation hold',
  },
  {
    number: '30',
    place: 'L118',
    statement: 'The filter is asked only while the cache is enabled.',
    statementZh: '只有缓存启用时才询问过滤器。',
    check: 'take Redis away and flood',
    expected:
      'conditional: written so, the filter goes with the cache, and the whole flood reaches ' +
      'MySQL; asked first, it keeps working',
  },
  {
    number: '31',
    place: 'L129',
    statement: 'A filter that has not been built lets everything through (fail open).',
    statementZh: '尚未构建的过滤器放行一切（fail-open）。',
    check: 'cold start under traffic',
    expected: 'reproduced: no present SKU is refused, and nothing is protected until it is built',
  },
  {
    number: '32',
    place: 'L130',
    statement: 'SKUs added after the build are judged missing until the next one.',
    statementZh: '构建之后新增的 SKU，在下次重建前都被判为不存在。',
    check: 'insert a row, then ask for it',
    expected: 'reproduced; an id that is added to the filter in use is found at once',
  },
  {
    number: '33',
    place: 'L130',
    statement: 'A rebuild is idempotent and may be run at any time.',
    statementZh: '重建是幂等的，什么时候跑都可以。',
    check: 'rebuild twice and compare the bits, with and without inserts',
    expected:
      'conditional: the same ids give the same bits; an insert during a rebuild must reach both ' +
      'filters',
  },
  {
    number: '34',
    place: 'L141–L144',
    statement:
      'Warming with limit 1000 and rebuild_bloom gives 200000 added, 0 rejected, 7188794 bits, ' +
      '10 hashes.',
    statementZh: '以 limit 1000 预热并重建后：added 200000、rejected 0、bits 7188794、hashes 10。',
    check: 'the article’s requests over HTTP',
    expected: 'reproduced: exactly these numbers; the limit concerns the details, not the filter',
  },
  {
    number: '35',
    place: 'L148',
    statement: 'The counter of rejections measures the filter’s gain directly.',
    statementZh: '拒绝计数直接反映过滤器的收益。',
    check: 'compare it with the queries that were avoided',
    expected:
      'conditional: it counts rejections, not queries avoided; repeats would have met a sentinel',
  },
  {
    number: '36',
    place: 'L159–L164',
    statement: '100 requests for id 200100 give about 100 rejections, no GET and no query.',
    statementZh: '对 200100 请求 100 次，约 100 次被拒，GET 与查询都是 0。',
    check: 'run it',
    expected: 'reproduced: exactly 100, 0 and 0',
  },
  {
    number: '37',
    place: 'L165',
    statement: 'Without the filter one sentinel for 200100 remains in Redis.',
    statementZh: '不开过滤器时，Redis 里留下一个 200100 的哨兵。',
    check: 'run it',
    expected: 'reproduced: one key, TTL 60 … 90 s',
  },
  {
    number: '38',
    place: 'L166',
    statement: '… and one more request passes at each expiry of its TTL.',
    statementZh: '……而且每次到期后又会放过一个请求。',
    check: 'run it over several TTLs',
    expected: 'conditional: one when requests come one by one; more when they come together',
  },
  {
    number: '39',
    place: 'L168',
    statement:
      'With ids that differ the rejections rise while Redis keys and MySQL misses hardly move.',
    statementZh: '换用不同的 id，拒绝数上升，Redis 键数和 MySQL 未命中几乎不变。',
    check: 'flood with distinct ids',
    expected: 'reproduced: four false positives in [200001, 10^7]',
  },
  {
    number: '40',
    place: 'L170',
    statement: 'The measured numbers are still to be filled in.',
    statementZh: '实测数字留待补上。',
    check: 'the article’s steps over HTTP',
    expected: 'reproduced: the steps run, and their numbers are filled in',
  },
  {
    number: '41',
    place: 'L174',
    statement: 'A constant 1 MB replaces memory that grows with the attack.',
    statementZh: '用固定的约 1 MB 代替随攻击增长的内存。',
    check: 'memory of both by the rate of the attack',
    expected: 'reproduced above the break-even of about 6,000 live sentinels',
  },
  {
    number: '42',
    place: 'L174',
    statement: 'The filter’s “no” is exact, its “yes” is not.',
    statementZh: '“没有”是准确的，“有”只是概率。',
    check: 'every member, before and after later inserts',
    expected: 'reproduced against the ids at the time of the build',
  },
  {
    number: '43',
    place: 'L176',
    statement: 'A local LRU in front would save the round trip to Redis.',
    statementZh: '前面再加本地 LRU，可省去访问 Redis 的往返。',
    check: 'put one of the filter’s size in the same funnel',
    expected: 'unproven: no figure is given',
  },
  {
    number: '44',
    place: 'implied',
    statement: 'Since code and ids are public, false positives can be computed beforehand.',
    statementZh: '代码和 id 都公开，误判的 id 可以事先算出。',
    check: 'search for them',
    expected: 'reproduced: 100 in 129.5 million trials, a matter of seconds',
  },
]);
