import type { CallMessage, Calls, ProcessMessage } from './remote.ts';
import { sentError } from './sent-error.ts';

const send = (message: ProcessMessage) => process.send?.(message);

/** A line for the log of the run. */
export const sendLine = (line: string) => send({ line });

/**
 * Makes this process one that does what its `Remote` asks, until it is disconnected, which happens
 * also when the parent dies.
 */
export function answerCalls<C extends Calls<C>>(calls: C): void {
  process.on('message', async ({ call, name, args }: CallMessage) => {
    try {
      const value = await calls[name as keyof C](...(args as never[]));
      send({ call, value });
    } catch (error) {
      send({ call, error: sentError(error) });
    }
  });
  process.once('disconnect', () => process.exit());
  // The parent may have died before anybody listened.
  if (!process.connected) process.exit();
}
