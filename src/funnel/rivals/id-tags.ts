import { createHmac } from 'node:crypto';
import type { Id } from '../../filters/ids.ts';
import type { Service } from '../driver.ts';
import type { Answer } from '../funnel.ts';
import { parseId } from '../sku-id.ts';

const tagBytes = 4;
const token = /^([0-9]+)-([0-9a-f]{8})$/;

/**
 * Ids with a tag of 32 bits that only the issuer can make: `200100-9f3a51c0`, the tag being the
 * first bytes of HMAC-SHA-256 over the id. Whoever guesses is right once in 2^32. Nothing is kept
 * but the key.
 */
export class IdTags {
  readonly #key: Uint8Array;

  /** `key`: 32 random bytes; whoever has them can issue ids. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** The tag of an id, 0 … 2^32 - 1. */
  tag(id: Id): number {
    const digest = createHmac('sha256', this.#key).update(String(id)).digest();
    return digest.readUIntBE(0, tagBytes);
  }

  issue(id: Id): string {
    return withTag(id, this.tag(id));
  }

  /** The id of a token that was issued; `undefined` for any other. */
  idOf(text: unknown): Id | undefined {
    const [, digits, tag] = (typeof text === 'string' && token.exec(text)) || [];
    const id = parseId(digits);
    return id !== undefined && this.tag(id) === Number.parseInt(tag!, 16) ? id : undefined;
  }
}

/** The text of an id with a tag, whoever made it. */
export function withTag(id: Id, tag: number): string {
  return `${id}-${tag.toString(16).padStart(2 * tagBytes, '0')}`;
}

/** Lets through what was issued; the rest ends as `invalid` before any key and any query. */
export class TaggedService implements Service {
  readonly #service: Service;
  readonly #tags: IdTags;

  constructor(service: Service, tags: IdTags) {
    this.#service = service;
    this.#tags = tags;
  }

  async detail(text: unknown): Promise<Answer> {
    const id = this.#tags.idOf(text);
    return id === undefined ? { outcome: 'invalid' } : this.#service.detail(id);
  }
}
