import { expect, it } from 'vitest';
import { Health } from './health.ts';

it('logs one line per change of state, however often it is told', () => {
  const lines: string[] = [];
  const health = new Health('Redis', (line) => lines.push(line));
  health.up();
  for (let request = 0; request < 100; request++) health.down('does not answer');
  for (let request = 0; request < 100; request++) health.up();
  health.down('refused');
  expect(lines).toEqual(['Redis: does not answer', 'Redis: works again', 'Redis: refused']);
});
