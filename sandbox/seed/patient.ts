import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import type { InstrumentDefinition } from '../library/define.ts';
import type { StaffId } from './clinic.ts';
import type { TrajectoryEvent } from './trajectory.ts';

/** What the seed registers of a person. */
export interface SeedRecord {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly cellphone: string;
  /** RFC 3339. */
  readonly birthday: string;
  readonly gender: string;
  readonly education: string;
}

/** A patient of the seed, and what happens to them. Instants are milliseconds since the epoch. */
export interface SeedPatient {
  readonly professional: StaffId;
  /** Another professional whose patient they are too. */
  readonly alsoOf?: StaffId;
  /** True if the relation was ended, so that nothing new can be applied. */
  readonly inactive?: true;
  readonly record: SeedRecord;
  /** Before everything else that happens to them. */
  readonly registeredAt: number;
  readonly courses: readonly {
    readonly instrument: InstrumentDefinition;
    readonly cycle: RecurrenceCycle;
    readonly events: readonly TrajectoryEvent[];
  }[];
}

/**
 * Which patients a seed number makes: the plausible clinic of the demonstration, the test patients with odd data, or those
 * few of them whose courses are short, made in a tenth of the time.
 */
export type SeedRoster = 'clinic' | 'fixtures' | 'few';
