import type { ListSnapshot } from '../background/service/list.ts';
import type { Identity } from '../context/context.ts';
import { LIST_ROWS_MAX } from '../intents/protocol.ts';
import { readWithRetry } from '../panel/session.ts';
import type { IdentifierSource, Place } from '../profile/profile.ts';
import type { SiteHandle, Spot } from '../site/handle.ts';

/** The patient of a row, with a key that all rows of the patient share. */
export interface RowIdentity {
  readonly identity: Identity;
  readonly key: string;
}

/** Reads the patient of a row from the page; null if the row names none, or contradicts itself. */
export function readIdentity(
  handle: Pick<SiteHandle, 'read'>,
  sources: readonly IdentifierSource[],
  row: Element,
): RowIdentity | null {
  const { found, gaps } = handle.read(sources, row);
  const keys = found.filter(({ kind }) => kind === 'key').map(({ system, value }) => ({ system, value }));
  if (gaps.length > 0 || keys.length === 0) return null;
  const identity: Identity = { keys };
  for (const kind of ['name', 'birthday', 'email', 'phone'] as const) {
    const said = found.find((one) => one.kind === kind);
    if (said) Object.assign(identity, { [kind]: said.value });
  }
  return { identity, key: JSON.stringify(identity) };
}

/** Finds the place of a row's mark: the first visible element of the profile's place, or the row itself. */
export function findSpot(row: Element, { select, at }: Place): Spot | null {
  const found = [...row.querySelectorAll(select)];
  const anchor = found.find((one) => one.getClientRects().length > 0) ?? (row.matches(select) ? row : null);
  return anchor && { anchor, at };
}

/** Waits two frames, so that rows that come into view together are asked for together; a hidden page has none. */
function soon(act: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => requestAnimationFrame(act));
  else setTimeout(act, 50);
}

export class Batch {
  readonly #handle: SiteHandle;
  readonly #read: (keys: readonly string[], reading: ListSnapshot) => void;
  readonly #failed: (keys: readonly string[], error: unknown) => void;
  readonly #wanted = new Map<string, Identity>();
  readonly #asked = new Set<string>();
  #controller = new AbortController();
  #isDue = false;

  /** @param read told what was read of rows, by their keys; `failed`, why nothing was */
  constructor(
    handle: SiteHandle,
    read: (keys: readonly string[], reading: ListSnapshot) => void,
    failed: (keys: readonly string[], error: unknown) => void,
  ) {
    this.#handle = handle;
    this.#read = read;
    this.#failed = failed;
  }

  want({ key, identity }: RowIdentity): void {
    if (this.#asked.has(key)) return;
    this.#wanted.set(key, identity);
    if (this.#isDue) return;
    this.#isDue = true;
    soon(() => {
      this.#isDue = false;
      void this.#ask();
    });
  }

  clear(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#wanted.clear();
    this.#asked.clear();
  }

  async #ask(): Promise<void> {
    const wanted = [...this.#wanted].slice(0, LIST_ROWS_MAX);
    if (wanted.length === 0) return;
    const keys = wanted.map(([key]) => key);
    for (const key of keys) {
      this.#wanted.delete(key);
      this.#asked.add(key);
    }
    const { signal } = this.#controller;
    const rows = wanted.map(([, identity]) => identity);
    const ask = () => this.#handle.ask(null, 'list.read', { rows }, signal);
    try {
      const answer = (await readWithRetry(ask, signal)) as ListSnapshot;
      if (signal.aborted) return;
      this.#read(keys, answer);
    } catch (error) {
      if (signal.aborted) return;
      this.#failed(keys, error);
    }
    for (const key of keys) this.#asked.delete(key);
    if (this.#wanted.size > 0) await this.#ask();
  }
}
