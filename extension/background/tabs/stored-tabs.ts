import { comparableName } from '@instrument-panel/client/identifiers';
import * as z from 'zod/mini';
import type { Identity } from '../../context/context.ts';
import type { FrameFacts } from '../../site/facts.ts';
import type { BackgroundDependencies } from '../dependencies.ts';
import { readStored } from '../stored.ts';

/** What outlasts a stop of the background: a tab's epoch, and salted prints in place of identifiers. */
const StoredTab = z.object({
  epoch: z.string(),
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

/** Hashes a text to 64 bits: enough to tell a session's patients apart, and useless without the salt. */
function hashText(text: string): string {
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

/** Normalizes the identifiers that are not compared literally. */
const COMPARABLE: Readonly<Record<string, (value: string) => string>> = {
  name: comparableName,
  email: (value) => value.trim().toLowerCase(),
};

export class StoredTabs {
  readonly #background: BackgroundDependencies;
  #tabs = new Map<string, StoredTab>();
  #salt = '';

  constructor(background: BackgroundDependencies) {
    this.#background = background;
  }

  async load(): Promise<void> {
    const { session } = this.#background.platform.storage;
    const { [SALT]: salt } = await session.get(SALT);
    this.#salt = typeof salt === 'string' ? salt : crypto.randomUUID();
    if (salt !== this.#salt) await session.set({ [SALT]: this.#salt });
    this.#tabs = await readStored(session, PREFIX, StoredTab);
  }

  /** Takes the record of a tab from before the start; it is given once. */
  take(tabId: number): StoredTab | null {
    const kept = this.#tabs.get(String(tabId)) ?? null;
    this.#tabs.delete(String(tabId));
    return kept;
  }

  #hash(...parts: readonly unknown[]): string {
    return hashText(JSON.stringify([this.#salt, ...parts]));
  }

  hashText({ keys, name = '', birthday = '', email = '', phone = '' }: Identity): string {
    return this.#hash(keys, name, birthday, email, phone);
  }

  /** An identity with a print in place of each identifier: by it, it can be told which of them changed. */
  veil({ keys, carried: _, mustAgree: __, ...second }: Identity): Identity {
    const veiled = Object.entries<string>(second).map(([kind, value]) => [
      kind,
      this.#hash(kind, COMPARABLE[kind]?.(value) ?? value),
    ]);
    return {
      keys: keys.map(({ system, value }) => ({ system, value: this.#hash(system, value) })),
      ...Object.fromEntries(veiled),
    };
  }

  printOfFacts({ type, found, gaps }: FrameFacts): string {
    return this.#hash(
      type,
      found,
      gaps.filter(({ why }) => why !== 'place'),
    );
  }

  keep(tabId: number, kept: StoredTab): void {
    void this.#background.platform.storage.session.set({ [PREFIX + tabId]: kept });
  }

  forget(tabId: number): void {
    this.#tabs.delete(String(tabId));
    void this.#background.platform.storage.session.remove(PREFIX + tabId);
  }
}
