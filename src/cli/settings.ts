import { z } from 'zod';
import { usageError } from '../errors.ts';
import type { Experiment, Preset } from '../lab/experiment.ts';
import { suggestion } from './nearest.ts';
import { parseNumber } from './parse-number.ts';

type Parameters = Record<string, unknown>;

/**
 * The parameters of each chosen experiment: those of the preset, changed by `--set` and checked by
 * the experiment's schema. A preset names all parameters of its experiment, so its values tell
 * which names there are and of which kind a value is.
 *
 * @param settings texts as typed: `name=value` or `experiment.name=value`
 */
export function parametersOf(
  chosen: readonly Experiment[],
  preset: Preset,
  settings: readonly string[],
): ReadonlyMap<Experiment, object> {
  const all = new Map(
    chosen.map((experiment) => [experiment, { ...experiment.presets[preset] } as Parameters]),
  );
  const seen = new Set<string>();
  for (const setting of settings) {
    const { experiment, name, text } = target(setting, all);
    const full = `${experiment.id}.${name}`;
    if (seen.has(full)) {
      throw usageError(`--set ${setting}: ${full} is given twice`);
    }
    seen.add(full);
    const parameters = all.get(experiment)!;
    parameters[name] = valueLike(`--set ${setting}: ${name}`, text, parameters[name]);
  }
  return new Map(
    [...all].map(([experiment, parameters]) => [experiment, checked(experiment, parameters)]),
  );
}

/** Checks parameters, typed or stored, with the experiment's schema. */
export function checked(experiment: Experiment, parameters: object): object {
  const result = experiment.parameters.safeParse(parameters);
  if (!result.success) {
    throw usageError(`Parameters of ${experiment.id}: ${describe(result.error, parameters)}`);
  }
  return result.data;
}

function target(setting: string, all: ReadonlyMap<Experiment, Parameters>) {
  const match = /^(?:(?<id>[^.=]+)\.)?(?<name>[^.=]+)=(?<text>.*)$/s.exec(setting);
  if (match?.groups === undefined) {
    throw usageError(`--set needs name=value or experiment.name=value; got '${setting}'`);
  }
  const { id, name = '', text = '' } = match.groups;
  const ids = [...all.keys()].map((experiment) => experiment.id);
  if (id !== undefined && !ids.includes(id)) {
    throw usageError(`--set ${setting}: no chosen experiment ${id}. ${suggestion(id, ids)}`);
  }
  const candidates = [...all].filter(([experiment]) => id === undefined || experiment.id === id);
  const owners = candidates.filter(([, parameters]) => Object.hasOwn(parameters, name));
  const [owner, ...others] = owners;
  if (owner === undefined) {
    const names = new Set(candidates.flatMap(([, parameters]) => Object.keys(parameters)));
    throw usageError(`--set ${setting}: no parameter ${name}. ${suggestion(name, [...names])}`);
  }
  if (others.length > 0) {
    const full = owners.map(([experiment]) => `${experiment.id}.${name}`).join(' or ');
    throw usageError(`--set ${setting}: several experiments have ${name}; say ${full}`);
  }
  return { experiment: owner[0], name, text };
}

/** Reads a text as the kind of value that stands there already; lists are split at commas. */
function valueLike(option: string, text: string, model: unknown): unknown {
  if (Array.isArray(model)) {
    return text.split(',').map((part) => valueLike(option, part, model[0]));
  }
  switch (typeof model) {
    case 'number':
      return parseNumber(option, text);
    case 'boolean':
      if (text !== 'true' && text !== 'false') {
        throw usageError(`${option} needs true or false; got '${text}'`);
      }
      return text === 'true';
    case 'string':
      return text;
    default:
      throw usageError(`${option} cannot be set from the command line`);
  }
}

/** zod's message tells the range; the value that was got stands behind it. */
function describe(error: z.ZodError, parameters: object): string {
  return error.issues
    .map(({ path, message }) => {
      const got = path.reduce<unknown>((value, key) => Object(value)[key], parameters);
      return `${z.core.toDotPath(path) || 'all'}: ${message}; got ${JSON.stringify(got)}`;
    })
    .join('. ');
}
