import { parseId } from '../../src/funnel/sku-id.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';

/** Requests for products that do not exist, by shape; the first four are the article's. */
function requests(lab: Lab): readonly (readonly [shape: string, ids: readonly unknown[]])[] {
  const random = lab.random('requests');
  const mix = () => random.u64().toString(36).slice(-8);
  return [
    ['negative', [-1, -1n, '-1', '-0', '-200001', '-9223372036854775808']],
    ['over-long', [2n ** 64n, '18446744073709551616', '9'.repeat(21), '1'.repeat(100_000)]],
    ['random letters and digits', Array.from({ length: 1000 }, mix)],
    ['random 64-bit numbers', Array.from({ length: 1000 }, () => String(random.u64()))],
    ['no safe integer', [2 ** 53, 1e21, 1.5, Number.NaN, Number.POSITIVE_INFINITY]],
    ['another spelling', ['007', '+7', '7.0', '1e3', ' 7', '7\n', '0x7', '７', '']],
    ['no number', ["1' OR '1'='1", 'null', '../7', '7,8', null, undefined, {}, ['7'], true]],
    ['smallest and largest', ['0', '9007199254740993', '18446744073709551615']],
  ];
}

/** How many requests of each shape the check of ids turns away before any filter is asked. */
export function attackersPass(lab: Lab): Result[] {
  return requests(lab).map(([shape, ids]) => {
    const refused = ids.filter((id) => parseId(id) === undefined).length;
    return { row: { pass: 'attackers', shape, tried: ids.length, refused } };
  });
}
