import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LabError, usageError } from '../errors.ts';
import { serverFault } from '../servers/server-fault.ts';
import { receivedError, sentError } from './sent-error.ts';

/** As `fork` with `serialization: 'advanced'` does it. */
const travelled = (thrown: unknown) => receivedError(deserialize(serialize(sentError(thrown))));

test('an error for the user stays one, and so does what the run ends with', () => {
  const error = travelled(usageError('--p is between 0 and 1'));
  expect(error).toBeInstanceOf(LabError);
  expect(error).toMatchObject({ exitCode: 2, message: '--p is between 0 and 1' });
});

test('a server that went away is told as such', () => {
  const lost = Object.assign(new Error('Connection lost'), {
    code: 'PROTOCOL_CONNECTION_LOST',
    fatal: true,
    handler: () => {},
  });
  expect(serverFault(travelled(lost))).toMatchObject({ exitCode: 3 });
});

test('name, message and stack arrive, also those that are made when they are asked for', () => {
  const { error } = z.strictObject({ id: z.string() }).safeParse({});
  expect(travelled(error).message).toContain('expected string');
  const fault = new TypeError('no id');
  expect(travelled(fault)).toMatchObject({ name: 'TypeError', stack: fault.stack });
  expect(travelled('a text').message).toBe('a text');
});
