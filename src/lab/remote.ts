import { type ChildProcess, fork } from 'node:child_process';
import { receivedError, type SentError } from './sent-error.ts';

/** What a process can be asked to do: functions whose arguments and results can be sent. */
export type Calls<C> = { readonly [N in keyof C]: (...args: never[]) => Promise<unknown> };

/** One call, numbered so that answers find it. */
export interface CallMessage {
  readonly call: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What a process sends: the end of a call, or a line for the log. */
export type ProcessMessage =
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly error: SentError }
  | { readonly line: string };

/** How long a process that was told to end may take before it is killed. */
const graceMs = 2_000;

interface Caller {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * A program of ours in an operating-system process of its own that does what it is asked to; the
 * program hands its side to `answerCalls`. It ends with {@link stop} and with this process, whatever
 * ends this. A call on one that has ended rejects.
 */
export class Remote<C extends Calls<C>> {
  readonly #child: ChildProcess;
  readonly #callers = new Map<number, Caller>();
  readonly #ended: Promise<void>;
  #calls = 0;

  /** `program` is the path of a compiled module, `name` what errors call the process. */
  constructor(program: string, name: string, log: (line: string) => void) {
    // A group of its own: Ctrl-C reaches us alone, and we stop it in order.
    this.#child = fork(program, { serialization: 'advanced', execArgv: [], detached: true });
    this.#child.on('message', (message: ProcessMessage) => {
      if ('line' in message) log(message.line);
      else this.#answered(message);
    });
    this.#ended = new Promise((resolve) => {
      const end = (reason: unknown) => {
        for (const { reject } of this.#callers.values()) {
          reject(new Error(`the process of ${name} has ended (${reason})`));
        }
        this.#callers.clear();
        resolve();
      };
      this.#child.once('exit', (code, signal) => end(signal ?? code));
      this.#child.once('error', end);
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** @throws what the function threw in its process */
  call<N extends keyof C & string>(name: N, ...args: Parameters<C[N]>): ReturnType<C[N]> {
    const call = this.#calls++;
    const message: CallMessage = { call, name, args };
    const answer = new Promise((resolve, reject) => {
      this.#callers.set(call, { resolve, reject });
      this.#child.send(message, (error) => error && this.#caller(call)?.reject(error));
    });
    return answer as ReturnType<C[N]>;
  }

  #answered(message: Exclude<ProcessMessage, { line: string }>): void {
    const caller = this.#caller(message.call);
    if ('error' in message) caller?.reject(receivedError(message.error));
    else caller?.resolve(message.value);
  }

  #caller(call: number): Caller | undefined {
    const caller = this.#callers.get(call);
    this.#callers.delete(call);
    return caller;
  }

  /** Ends the process, in the middle of what it does; safe to call again. */
  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
    await this.#ended;
    clearTimeout(timer);
  }
}
