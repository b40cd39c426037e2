import { createHash, createHmac } from 'node:crypto';

/** Where the chain stands: the last sequence and the hash of its row. */
export interface Head {
  readonly sequence: number;
  /** 64 lower-case hexadecimal digits. */
  readonly hash: string;
}

/** A row as it is stored: `place` is its key in the storage, `text` holds the sequence that it was written with. */
export interface StoredRow {
  readonly place: number;
  readonly text: string;
  readonly hash: string;
}

/** The head of a trail without rows. */
export const GENESIS: Head = { sequence: 0, hash: '0'.repeat(64) };

/** The hash of a row: SHA-256 over the previous hash, a line feed and the text; HMAC-SHA256 where there is a key. */
export function linkHash(previous: string, text: string, key: Uint8Array | null): string {
  const digest = key ? createHmac('sha256', key) : createHash('sha256');
  return digest.update(`${previous}\n${text}`, 'utf8').digest('hex');
}

/** Chains texts to a head; `textAt` writes the text of each with its sequence. */
export function chainRows<Item>(
  head: Head,
  items: readonly Item[],
  textAt: (item: Item, sequence: number) => string,
  key: Uint8Array | null,
): StoredRow[] {
  let { sequence, hash } = head;
  return items.map((item) => {
    sequence += 1;
    const text = textAt(item, sequence);
    hash = linkHash(hash, text, key);
    return { place: sequence, text, hash };
  });
}
