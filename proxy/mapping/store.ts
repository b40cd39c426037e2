import type { Backing } from '../store/backing.ts';
import type { LinkKey } from './link-key.ts';
import { redisMappingStore } from './redis-store.ts';
import { sqliteMappingStore } from './sqlite-store.ts';

/** What became of a link: stored, or there was one of this key, or the patient has another key. */
export type LinkResult =
  | { readonly kind: 'linked' }
  | { readonly kind: 'exists'; readonly patientId: string }
  | { readonly kind: 'patient-taken' };

/** Where the links from EHR keys to patients are kept. Patients are UUIDs. */
export interface MappingStore {
  readonly find: (key: LinkKey) => Promise<string | null>;
  /** The patients of several keys, in their order; null for a key that is not linked. */
  readonly findAll: (keys: readonly LinkKey[]) => Promise<readonly (string | null)[]>;
  /** Whether each of these patients has a key already within the professional and system of the key beside it. */
  readonly areTaken: (pairs: readonly (readonly [LinkKey, string])[]) => Promise<readonly boolean[]>;
  /** In one step, so that of two proxies one links: one patient for a key, one key of a system for a patient. */
  readonly link: (key: LinkKey, patientId: string) => Promise<LinkResult>;
  /** False where the key is no longer linked to this patient. */
  readonly unlink: (key: LinkKey, patientId: string) => Promise<boolean>;
  /** Lets one caller register for a key, until it releases it or `until` (milliseconds since 1970) has come. */
  readonly claim: (key: LinkKey, claimant: string, now: number, until: number) => Promise<boolean>;
  readonly release: (key: LinkKey, claimant: string) => Promise<void>;
  /** The fingerprint of the secret that the links are hashed with: the given one where there was none yet. */
  readonly fingerprint: (own: string) => Promise<string>;
}

/** Opens the mapping in a storage, empty where there is none. */
export const openMappingStore = (backing: Backing): MappingStore =>
  backing.kind === 'sqlite' ? sqliteMappingStore(backing.db) : redisMappingStore(backing);
