import { expect, test } from 'vitest';
import { toy } from '../lab/toy.test.fixture.ts';
import { parametersOf } from './settings.ts';

const one = [toy()];
const two = [toy(), toy({ id: 'other' })];

function set(chosen: typeof one, ...settings: readonly string[]) {
  return [...parametersOf(chosen, 'quick', settings).values()];
}

test('without settings an experiment has the parameters of its preset', () => {
  expect(set(one)).toEqual([toy().presets.quick]);
  expect([...parametersOf(one, 'smoke', []).values()]).toEqual([toy().presets.smoke]);
});

test('a value is read as the kind of value that the preset has', () => {
  const [parameters] = set(one, 'sizes=1e2,3', 'toy.scale=0.25', 'label=1e6', 'twice=false');
  expect(parameters).toEqual({ sizes: [100, 3], scale: 0.25, label: '1e6', twice: false });
  expect(toy().presets.quick.sizes).toEqual([1, 2, 3]);
});

test('a text keeps every digit of an id above 2^53, and may hold an equals sign', () => {
  expect(set(one, 'label=9007199254740993')[0]).toMatchObject({ label: '9007199254740993' });
  expect(set(one, 'label=a=b')[0]).toMatchObject({ label: 'a=b' });
});

test('experiment.name=value changes one of several', () => {
  expect(set(two, 'other.scale=2')).toMatchObject([{ scale: 0.5 }, { scale: 2 }]);
});

test.each([
  ['scale', "needs name=value or experiment.name=value; got 'scale'"],
  ['=1', 'needs name=value'],
  ['', 'needs name=value'],
  ['scal=1', 'no parameter scal. Did you mean scale?'],
  ['__proto__=1', 'no parameter __proto__'],
  ['tyo.scale=1', 'no chosen experiment tyo. Did you mean toy?'],
  ['scale=abc', "scale needs a number such as 1000, 0.01 or 1e6 (no 1_000 or 1,000); got 'abc'"],
  ['scale=', "got ''"],
  ['scale=-5', 'scale: Too small: expected number to be >0; got -5'],
  ['sizes=1,000', "got '000'"],
  ['sizes=1,,2', "got ''"],
  ['sizes=1.5', 'sizes[0]: Invalid input: expected int, received number; got 1.5'],
  ['sizes=1001', 'sizes[0]: Too big: expected number to be <=1000; got 1001'],
  ['twice=yes', "needs true or false; got 'yes'"],
])('--set %s is refused in words', (setting, words) => {
  expect(() => set(one, setting)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringContaining(words) }),
  );
});

test('a name that several experiments have is refused with the full names', () => {
  expect(() => set(two, 'scale=1')).toThrow('say toy.scale or other.scale');
});

test('a name that is set twice is refused', () => {
  expect(() => set(one, 'scale=1', 'toy.scale=1')).toThrow('toy.scale is given twice');
});
