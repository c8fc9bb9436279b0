import { usageError } from '../errors.ts';
import type { OwnParameters } from '../gate/cells.ts';
import { suggestion } from './nearest.ts';
import { parseNumber } from './parse-number.ts';

const names = ['n', 'p', 'probes'];

/**
 * The parameters that `--set name=value` gives the gate; `undefined` when there is none.
 * @throws LabError (exit 2) for an unknown name, one given twice, no number, or n without p.
 */
export function ownParametersOf(settings: readonly string[]): OwnParameters | undefined {
  if (settings.length === 0) return undefined;
  const values = new Map<string, number>();
  for (const setting of settings) {
    const match = /^(?<name>[^=]+)=(?<text>.*)$/s.exec(setting);
    if (match?.groups === undefined) {
      throw usageError(`--set needs name=value; got '${setting}'`);
    }
    const { name = '', text = '' } = match.groups;
    if (!names.includes(name)) {
      throw usageError(`--set ${setting}: no parameter ${name}. ${suggestion(name, names)}`);
    }
    if (values.has(name)) throw usageError(`--set ${setting}: ${name} is given twice`);
    values.set(name, parseNumber(`--set ${setting}: ${name}`, text));
  }
  const [n, p] = [values.get('n'), values.get('p')];
  if (n === undefined || p === undefined) {
    throw usageError(`--set ${settings.join(' --set ')}: own parameters need both n and p`);
  }
  return { n, p, probes: values.get('probes') };
}
