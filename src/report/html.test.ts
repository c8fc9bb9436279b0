import { expect, test } from 'vitest';
import { html, json, type Part, trusted } from './html.ts';

test('every value is text, in content as in quoted attributes', () => {
  const evil = `</script><b title="x" id='y'>&`;
  const shown = '&lt;/script&gt;&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;';
  expect(html`<p title="${evil}">${evil}</p>`.toString()).toBe(`<p title="${shown}">${shown}</p>`);
});

test('HTML within HTML is not escaped again, lists are joined, nothing stays nothing', () => {
  const items: Part[] = ['a<b', html`<i>${'&'}</i>`, 0, undefined, false];
  expect(html`<p>${items}</p>`.toString()).toBe('<p>a&lt;b<i>&amp;</i>0</p>');
});

test('names that look like numbers or mark-up, and names from right to left, stay whole', () => {
  for (const name of ['BaNaNa', 'NaN', 'Infinity', 'שלום', '缓存']) {
    expect(html`${name}`.toString()).toBe(name);
  }
});

test('JSON cannot end its script element and is still the same JSON', () => {
  const value = { name: '</script><!-- <script>', list: [1, null, 'BaNaNa'] };
  const text = json(value).toString();
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(value);
});

test('trusted text stands as it is', () => {
  expect(html`<style>${trusted('a > b {}')}</style>`.toString()).toBe('<style>a > b {}</style>');
});
