import type { Client } from '@instrument-panel/client';
import type { Cache } from './cache.ts';
import type { Mapping } from './mapping.ts';

/** The service behind one proxy, as one professional: what may be asked of it, and what was read. */
export interface Service {
  readonly proxy: string;
  readonly professionalId: string;
  readonly client: Client;
  readonly mapping: Mapping;
  readonly cache: Cache;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
