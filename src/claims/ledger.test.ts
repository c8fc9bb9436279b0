import { describe, expect, it } from 'vitest';
import type { Claim } from './claim.ts';
import { ledger } from './ledger.ts';

/** How many claims each article makes, numbered from 01 without a gap. */
const counts = { S0: 44, S1: 34, S2: 26, S3: 65, S4: 22 };

const ids = Object.entries(counts).flatMap(([article, count]) =>
  Array.from({ length: count }, (_, i) => `${article}-${String(i + 1).padStart(2, '0')}`),
);

const words = /^(reproduced|refuted|conditional|unproven|not testable)\b/;
const chinese = /\p{Script=Han}/u;
const longest = 110;

/** The claims that fail, so that a failing test names them. */
function without(property: (claim: Claim) => boolean): string[] {
  return ledger.filter((claim) => !property(claim)).map(({ id }) => id);
}

describe('the ledger', () => {
  it('holds each of the 191 claims once, in their order', () => {
    expect(ids).toHaveLength(191);
    expect(ledger.map(({ id }) => id)).toEqual(ids);
  });

  it('says each in English and in Chinese, in one short sentence', () => {
    expect(without(({ statement }) => !chinese.test(statement))).toEqual([]);
    expect(without(({ statementZh }) => chinese.test(statementZh))).toEqual([]);
    expect(without(({ statement }) => statement.length <= longest)).toEqual([]);
    expect(without(({ statement }) => /\.$/.test(statement))).toEqual([]);
    expect(without(({ statementZh }) => statementZh.endsWith('。'))).toEqual([]);
  });

  it('says no two claims in the same words', () => {
    expect(new Set(ledger.map(({ statementZh }) => statementZh)).size).toBe(191);
  });

  it('names the place by lines, in S3 by sections, or calls the claim implied', () => {
    const lines = /^L\d+(–L?\d+)?(, L\d+(–L?\d+)?)*$|^implied$/;
    const sections = /^§\d(\.\d)?(, §\d\.\d)*$/;
    expect(
      without(({ id, place }) => (id.startsWith('S3') ? sections : lines).test(place)),
    ).toEqual([]);
  });

  it('names the verdict that is expected, and how each claim is checked', () => {
    expect(without(({ expected }) => words.test(expected))).toEqual([]);
    expect(without(({ check }) => check.length > 0)).toEqual([]);
  });

  it('has a reason wherever nothing can settle a claim', () => {
    expect(
      without(({ expected, notTestable }) =>
        expected === 'not testable' ? Boolean(notTestable) : notTestable === undefined,
      ),
    ).toEqual([]);
  });
});
