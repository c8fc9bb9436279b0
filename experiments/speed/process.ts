import { largePass, longScanPass } from './goal-passes.ts';
import { hashesPass } from './hashes-pass.ts';
import type { Job, JobReply } from './job.ts';
import { readersPass } from './readers-pass.ts';
import { rejectionsPass } from './rejections-pass.ts';
import { sizesPass } from './sizes-pass.ts';
import { variantsPass } from './variants-pass.ts';

// A fresh process that measures one pass. It ends when its parent has heard the answer or is gone,
// and with it all of its group: a program in C++ would finish first what it is at.
process.once('message', async (job: Job) => {
  process.send?.(await replyTo(job));
});
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));

async function replyTo(job: Job): Promise<JobReply> {
  try {
    return { results: await measure(job) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function measure(job: Job) {
  switch (job.pass) {
    case 'variants':
      return variantsPass(job);
    case 'hashes':
      return hashesPass(job);
    case 'sizes':
      return sizesPass(job);
    case 'readers':
      return readersPass(job);
    case 'large':
      return largePass(job);
    case 'scan':
      return longScanPass(job);
    case 'rejections':
      return rejectionsPass(job);
  }
}
