import { IdNews } from '../../src/funnel/id-news.ts';
import { latch } from '../../src/funnel/interleave.ts';
import type { Lab, Row } from '../../src/lab/experiment.ts';
import type { RedisAddress } from '../../src/servers/server.ts';
import { Samples } from '../../src/stats/samples.ts';

/** Ids that nobody asks for. */
const firstId = 10 ** 15;

/**
 * How long after an announcement was confirmed, from when on its row may be committed, another
 * reader has heard it; negative where it has heard it before.
 */
export async function newsDelays(address: RedisAddress, count: number, lab: Lab): Promise<Row> {
  const { now, log } = lab;
  const [writer, reader] = [
    await IdNews.connect(address, { log }),
    await IdNews.connect(address, { log }),
  ];
  const heardAt = new Map<string, bigint>();
  const all = latch();
  const hear = (ids: readonly string[]) => {
    for (const id of ids) heardAt.set(id, now());
    if (heardAt.has(String(firstId + count - 1))) all.reach();
  };
  try {
    await reader.follow({ hear, joined: async () => undefined });
    const toldAt: [id: string, ns: bigint][] = [];
    for (let id = firstId; id < firstId + count; id++) {
      const text = String(id);
      await writer.tell(text, async () => void toldAt.push([text, now()]));
    }
    await all.reached;
    const delaysNs = Samples.of(toldAt.map(([id, ns]) => Number(heardAt.get(id)! - ns)));
    return {
      heardNsP50: delaysNs.percentile(50),
      heardNsP99: delaysNs.percentile(99),
      heardNsMax: delaysNs.max,
    };
  } finally {
    await Promise.all([writer.close(), reader.close()]);
  }
}
