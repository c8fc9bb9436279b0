import { NEWS_KEY } from '../../src/funnel/id-stream.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import { newsDelays } from './news-delay.ts';
import type { Parameters } from './plan.ts';
import { Processes } from './processes.ts';

/** Unknown ids that are asked for while the stream cannot be read. */
const unknowns = 20;

/** Announcements whose way is timed. */
const announcements = 200;

/**
 * SKUs are inserted through one process and asked for in two others, of which one hears the news.
 * They share the servers and nothing else; Redis is the cell's own, so that its stream may be cut.
 */
export async function processesPass(lab: Lab, { skus, inserts }: Parameters): Promise<Result[]> {
  const redis = await lab.stage.freshRedis();
  try {
    const scene = await lab.stage.scene(contiguous(skus), redis);
    try {
      scene.removeRowsAbove(skus);
      const processes = await Processes.open(scene, lab, skus);
      const endAudit = await beginAudit(scene, processes.all);
      const requestsBefore = processes.requests;
      const rows = [
        { situation: 'without news', ...(await withoutNews(processes, inserts)) },
        { situation: 'with news', ...(await processes.insertAndAsk(inserts, 'listener')) },
        { situation: 'stream cut', ...(await streamCut(processes, inserts)) },
        { situation: 'stream removed', ...(await streamRemoved(processes, inserts)) },
      ];
      // Who still builds has asked what is not counted yet.
      await processes.untilAllReject();
      const { lawsBroken } = await endAudit(processes.requests - requestsBefore);
      const delays = {
        situation: 'delays',
        announcements,
        ...(await newsDelays(redis.options, announcements, lab)),
      };
      return [...rows, delays].map((row) => ({ row: { pass: 'processes', ...row, lawsBroken } }));
    } finally {
      await scene.close();
    }
  } finally {
    await redis.stop();
  }
}

async function withoutNews(processes: Processes, inserts: number): Promise<Row> {
  const row = await processes.insertAndAsk(inserts, 'deaf');
  await processes.rebuild('deaf');
  return { ...row, foundLater: await processes.countFound('deaf') };
}

/** Nobody may read the stream while SKUs are inserted; then all may again. */
async function streamCut(processes: Processes, inserts: number): Promise<Row> {
  const { redis } = processes;
  await redis.call('ACL', 'SETUSER', 'default', '-xread');
  await processes.untilPassing();
  const row = await processes.insertAndAsk(inserts, 'listener');
  const unknownPassed = await processes.passing(unknowns);
  await redis.call('ACL', 'SETUSER', 'default', '+xread');
  const recoveryNs = await processes.untilAllReject();
  const foundLater = await processes.countFound('listener');
  return { ...row, unknownAsked: unknowns, unknownPassed, recoveryNs, foundLater };
}

/** As `XTRIM`, an eviction or an empty restart would; who notices builds its filter anew. */
async function streamRemoved(processes: Processes, inserts: number): Promise<Row> {
  await processes.redis.unlink(NEWS_KEY);
  const row = await processes.insertAndAsk(inserts, 'listener');
  await processes.untilAllReject();
  const foundLater = await processes.countFound('listener');
  // Once more, for the time that it takes when nothing else is done.
  await processes.redis.unlink(NEWS_KEY);
  await processes.untilPassing();
  return { ...row, foundLater, recoveryNs: await processes.untilAllReject() };
}
