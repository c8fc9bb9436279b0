import type { ServerInfo } from '../servers/server.ts';

/** Servers and a funnel made ready for a cell; see the runner. */
export interface Stage {
  readonly stub: true;
}

/** A server that was used; `role` tells for what: `redis`, `private-redis`, … */
export interface UsedServer extends ServerInfo {
  readonly role: string;
}

/** The stage as its owner, the runner, sees it. */
export interface OwnedStage extends Stage {
  /** The servers that were used so far. */
  servers(): readonly UsedServer[];
  /** Stops what was started. Called once, also after errors. */
  close(): Promise<void>;
}

export interface StageOptions {
  readonly redisUrl?: string;
  readonly mysqlUrl?: string;
  readonly seed: string;
  readonly signal: AbortSignal;
  log(line: string): void;
}

/** Makes a stage; nothing starts before a cell asks for it. */
export function createStage(_options: StageOptions): OwnedStage {
  return { stub: true, servers: () => [], close: async () => {} };
}
