import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lock } from './lock.mjs';
import { identify } from './process-id.mjs';

const self = String(identify(process.pid));
const otherStart = `${process.pid}.1`;
/** @type {string} */
let folder;
/** @type {string} */
let path;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-lab-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const never = new AbortController().signal;
const take = (onWait = (/** @type {number} */ _pid) => {}, end = never) =>
  lock(path, { end, onWait });

describe('lock', () => {
  it('names its owner while it is held, and is gone afterwards', async () => {
    const held = await take();
    expect(readlinkSync(path)).toBe(self);
    held.release();
    expect(existsSync(path)).toBe(false);
  });

  it('lets a second one wait, and tells it for whom', async () => {
    const first = await take();
    /** @type {number[]} */
    const waitedFor = [];
    const second = await take((pid) => {
      waitedFor.push(pid);
      first.release();
    });
    second.release();
    expect(waitedFor).toEqual([process.pid]);
  });

  it.each([
    ['that has gone', () => `${spawnSync('true').pid}.1`],
    ['whose id another process has now', () => otherStart],
    ['whose child has gone too', () => `${otherStart},${spawnSync('true').pid}.1`],
  ])('is taken over from an owner %s', async (_, owner) => {
    symlinkSync(owner(), path);
    const held = await take(() => expect.unreachable('waited for a dead process'));
    expect(readlinkSync(path)).toBe(self);
    held.release();
  });

  it('is taken over also when another heir died in the middle of it', async () => {
    symlinkSync(otherStart, path);
    symlinkSync(otherStart, `${path}.heir`);
    (await take()).release();
    expect(existsSync(`${path}.heir`)).toBe(false);
  });

  it('is not taken over while a child of the dead owner lives', async () => {
    const first = await take();
    first.include(process.ppid);
    const child = readlinkSync(path).split(',')[1];
    rmSync(path);
    symlinkSync(`${otherStart},${child}`, path);
    let waited = false;
    const second = await take(() => {
      waited = true;
      rmSync(path);
    });
    second.release();
    expect(waited).toBe(true);
  });

  it('stops waiting when the set-up is asked to end', async () => {
    const first = await take();
    const asked = new AbortController();
    const second = take(() => asked.abort(new Error('asked to end')), asked.signal);
    await expect(second).rejects.toThrow('asked to end');
    first.release();
  });
});
