import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inlineAssets } from './assets.ts';

interface Page {
  /** The text of the data block; `undefined` where it is missing. */
  readonly block: string | undefined;
  readonly plotly: boolean;
}

/** Runs the boot script in a page with one chart; gives what is told to the reader. */
async function boot({ block, plotly }: Page) {
  const told: string[] = [];
  const drawn: unknown[] = [];
  const details = { open: false };
  const box = {
    hidden: true,
    append: (line: { textContent: string }) => told.push(line.textContent),
  };
  const plot = { dataset: { figure: 'a.b' }, replaceChildren() {} };
  const data = block === undefined ? null : { textContent: block };
  const document = {
    getElementById: (id: string) => (id === 'fault' ? box : data),
    querySelectorAll: (selector: string) => (selector.startsWith('details') ? [details] : [plot]),
    querySelector: () => ({ getAttribute: () => '../assets/plotly.js' }),
    createElement: () => ({}),
  };
  runInNewContext((await inlineAssets()).bootScript, {
    document,
    ...(plotly && { Plotly: { newPlot: (...args: unknown[]) => drawn.push(args) } }),
    getComputedStyle: () => ({ getPropertyValue: () => '#000' }),
    matchMedia: () => ({ addEventListener() {} }),
    addEventListener() {},
  });
  await new Promise(setImmediate);
  return { told: told.join('\n'), visible: !box.hidden, drawn, opened: details.open };
}

const good = JSON.stringify({
  config: { showSendToCloud: false },
  figures: { 'a.b': { data: [1], layout: {} } },
});

test('a whole page draws its chart with our options and says nothing', async () => {
  const { visible, drawn } = await boot({ block: good, plotly: true });
  expect(visible).toBe(false);
  expect(drawn).toMatchObject([[{}, [1], {}, { showSendToCloud: false }]]);
});

test.each([
  ['missing', undefined],
  ['torn', good.slice(0, 40)],
  ['of another shape', '{}'],
])('data that are %s give a visible error and open the tables', async (_, block) => {
  const { told, visible, opened } = await boot({ block, plotly: true });
  expect(told).toMatch(/missing or damaged/);
  expect({ visible, opened }).toEqual({ visible: true, opened: true });
});

test('a missing plotly gives a visible error that names the file', async () => {
  const { told, visible } = await boot({ block: good, plotly: false });
  expect(told).toContain('../assets/plotly.js');
  expect(visible).toBe(true);
});

test('a chart whose data are missing is told by name', async () => {
  const block = JSON.stringify({ config: {}, figures: {} });
  const { told, visible } = await boot({ block, plotly: true });
  expect(told).toMatch(/a\.b.*its data are missing/);
  expect(visible).toBe(true);
});
