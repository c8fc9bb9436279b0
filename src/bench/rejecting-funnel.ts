import type { BloomFilter } from '../filters/bloom.ts';
import { type CacheStore, Funnel, type TableStore } from '../funnel/funnel.ts';
import { counted, paces, type Variant } from './variant.ts';

const refuse = () => {
  throw new Error('a request has got past the filter');
};

const noCache: CacheStore = {
  faults: { unreadable: 0, unavailable: 0, writeFailures: 0 },
  ...{ read: refuse, writeBack: refuse, put: refuse, discard: refuse, writeBackMany: refuse },
};

/** Has no more than a rebuild of a filter that is full already must be told. */
function tableOf(members: Uint32Array): TableStore {
  return {
    load: { running: 0, waiting: 0 },
    size: async () => ({ rows: members.length, maxId: String(members.at(-1)) }),
    async *idPages() {},
    ...{ connect: refuse, find: refuse, insert: refuse, update: refuse, delete: refuse },
    ...{ first: refuse, close: refuse },
  };
}

/**
 * The public call of a funnel whose stores must not be called, for ids that its filter rejects: it
 * counts the answers that say otherwise.
 * @param filter holds the members
 */
export async function rejectingVariants(
  filter: BloomFilter,
  members: Uint32Array,
): Promise<Variant[]> {
  const options = { filter: () => filter, sentinels: true, log: () => {} };
  const funnel = new Funnel(noCache, tableOf(members), options);
  await funnel.rebuild();
  const rejected = () => funnel.stats().outcomes['filter-reject'];
  const bytes = Math.ceil(filter.bits / 8);
  const common: Omit<Variant, 'name'> = { answers: 'scheme', pace: paces.fast, bytes };
  return [
    {
      ...{ ...common, name: 'Funnel.detail, awaited', isAsync: true },
      asker: (ids) => {
        let others = 0;
        return {
          run: async () => {
            for (let i = 0; i < ids.length; i++) {
              const { outcome } = await funnel.detail(ids[i]!);
              if (outcome !== 'filter-reject') others++;
            }
          },
          count: () => others,
        };
      },
    },
    {
      ...{ ...common, name: 'Funnel.detail, not awaited' },
      asker: (ids) =>
        counted(() => {
          const before = rejected();
          for (let i = 0; i < ids.length; i++) void funnel.detail(ids[i]!);
          return ids.length - (rejected() - before);
        }),
    },
  ];
}
