import type { Client } from '@instrument-panel/client';
import type { StaffId } from './clinic.ts';

/** What is filled: a service that can be called, and whose clock can be moved. */
export interface SeedTarget {
  fetch(request: Request): Promise<Response>;
  readonly clock: {
    /** RFC 3339. */
    now(): string;
    /** Moves to an instant, running every transition on the way. */
    set(now: string): void;
    hold(): void;
    release(): void;
  };
}

/** What every part of a filling needs to know. */
export interface Filling {
  readonly target: SeedTarget;
  /** Speaks to the target as the clinic's partner. */
  readonly client: Client;
  /** `serviceId` of each professional. */
  readonly staff: ReadonlyMap<StaffId, string>;
  readonly seedNumber: number;
  /** Where the clock stood, and will stand again: milliseconds since the epoch. */
  readonly now: number;
}

/** Something that happens at an instant, in milliseconds since the epoch. */
export interface Deed {
  readonly at: number;
  readonly act: () => Promise<void>;
}

/** Thrown where the clinic is there already, or an answer that a patient is to give is refused. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
  readonly code = 'SEED_REFUSED';
}
