import { expect, test } from 'vitest';
import { parseNumber } from './parse-number.ts';

test.each([
  ['0', 0],
  ['7', 7],
  ['-5', -5],
  ['1.5', 1.5],
  ['0.001', 0.001],
  ['1e6', 1_000_000],
  ['1E+6', 1_000_000],
  ['1.5e3', 1500],
  ['1e-9', 1e-9],
  ['0e5', 0],
  ['9007199254740991', 9007199254740991],
])("'%s' is a number", (text, value) => {
  expect(parseNumber('--n', text)).toBe(value);
});

test.each([
  '',
  ' ',
  ' 7',
  '7 ',
  '+7',
  '007',
  '1_000',
  '1,000',
  '1.000,5',
  '.5',
  '5.',
  '10abc',
  '0x10',
  '1e',
  'e6',
  '1e6.5',
  'NaN',
  'Infinity',
  '１',
  '1n',
  '1e400',
  '1e-400',
  '9007199254740992',
  '9007199254740993',
  '1e16',
])("'%s' is refused with the option and the text", (text) => {
  expect(() => parseNumber('--n', text)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringMatching(/^--n .*got '/) }),
  );
  expect(() => parseNumber('--n', text)).toThrow(`got '${text}'`);
});
