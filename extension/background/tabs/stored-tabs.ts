import { comparableName } from '@instrument-panel/client/identifiers';
import * as z from 'zod/mini';
import type { Identity } from '../../context/context.ts';
import type { FrameFacts } from '../../site/facts.ts';
import type { StorageArea } from '../platform.ts';

/**
 * Record of a tab that outlasts a stop of the background: its epoch, and how to recognise it. No identifier of
 * the patient stands in it, only a print of them, with a new salt in each session of the browser.
 */
const StoredTab = z.object({
  epoch: z.string(),
  /** By whose profile it was read. */
  site: z.string(),
  print: z.string(),
  /** The same, each identifier for itself. */
  veiled: z.object({
    keys: z.readonly(z.array(z.object({ system: z.string(), value: z.string() }))),
    name: z.exactOptional(z.string()),
    birthday: z.exactOptional(z.string()),
    email: z.exactOptional(z.string()),
    phone: z.exactOptional(z.string()),
  }),
  /** The frames that were heard, each by its document and the version of its facts. */
  frames: z.array(z.tuple([z.int(), z.string(), z.int(), z.string()])),
});
export type StoredTab = z.infer<typeof StoredTab>;

const PREFIX = 'tab:';
const SALT = 'salt';

/**
 * Two words of 32 bits made of a text: enough to tell the few patients of a session apart, and nothing to find a
 * patient by without the salt.
 */
export function hashText(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return `${(other >>> 0).toString(16)}-${(one >>> 0).toString(16)}`;
}

/** The store of what is kept of all tabs. */
export class StoredTabs {
  readonly #session: StorageArea;
  readonly #tabs = new Map<number, StoredTab>();
  #salt = '';

  constructor(session: StorageArea) {
    this.#session = session;
  }

  async load(): Promise<void> {
    const all = await this.#session.get(null);
    const salt = all[SALT];
    this.#salt = typeof salt === 'string' ? salt : crypto.randomUUID();
    if (salt !== this.#salt) await this.#session.set({ [SALT]: this.#salt });
    for (const [key, value] of Object.entries(all)) {
      const { data } = StoredTab.safeParse(value);
      if (data && key.startsWith(PREFIX)) this.#tabs.set(Number(key.slice(PREFIX.length)), data);
    }
  }

  /** Takes the record of a tab from before the start; it is given once. */
  take(tabId: number): StoredTab | null {
    const kept = this.#tabs.get(tabId) ?? null;
    this.#tabs.delete(tabId);
    return kept;
  }

  hashText(identity: Identity): string {
    const { keys, name = '', birthday = '', email = '', phone = '' } = identity;
    return hashText(JSON.stringify([this.#salt, keys, name, birthday, email, phone]));
  }

  /** An identity with a print in place of each identifier: by it, it can be told which of them changed. */
  veil({ keys, name, birthday, email, phone }: Identity): Identity {
    const veiled = (kind: string, value: string | undefined, compared = value): object =>
      value === undefined ? {} : { [kind]: hashText(JSON.stringify([this.#salt, kind, compared])) };
    return {
      keys: keys.map(({ system, value }) => ({
        system,
        value: hashText(JSON.stringify([this.#salt, system, value])),
      })),
      ...veiled('name', name, name && comparableName(name)),
      ...veiled('birthday', birthday),
      ...veiled('email', email, email?.trim().toLowerCase()),
      ...veiled('phone', phone),
    };
  }

  /** Hash of what a frame says about the patient. */
  printOfFacts({ type, found, gaps }: FrameFacts): string {
    return hashText(JSON.stringify([this.#salt, type, found, gaps.filter(({ why }) => why !== 'place')]));
  }

  keep(tabId: number, kept: StoredTab): void {
    void this.#session.set({ [PREFIX + tabId]: kept });
  }

  forget(tabId: number): void {
    this.#tabs.delete(tabId);
    void this.#session.remove(PREFIX + tabId);
  }
}
