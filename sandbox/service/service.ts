import type { Clinic } from '../pages/help.ts';
import type { SandboxLanguage } from '../words/index.ts';
import type { ServiceClock } from './clock.ts';
import type { Store } from './database.ts';
import type { Identifiers } from './identifiers.ts';

/** One instrument of one patient. */
export interface ScheduledCourse {
  readonly patientId: string;
  readonly formTemplateId: string;
}

/** Shared by all parts of the simulated service. */
export interface ServiceContext {
  readonly store: Store;
  readonly clock: ServiceClock;
  /** Replaced after seeding: identifiers made from a seed can be guessed. */
  identifiers: Identifiers;
  /** Language of titles if a request accepts none of ours. */
  readonly language: SandboxLanguage;
  /** The clinic as its patients' pages show it. */
  readonly clinic: Clinic;
  /** Origin of all links, without a trailing slash. It is final once the server listens. */
  publicUrl: string;
  /** Origin of the patients' links, if it is another one. */
  patientUrl: string | null;
  /** A course that has a clock of its own at present (own-time.ts), so that nothing of it falls due by this one. */
  ownTime: ScheduledCourse | null;
  /** Brings the clinic back to how it was at the start; null if the service began empty. Other requests wait. */
  reset: (() => Promise<void>) | null;
  /** Moves the clock to an instant, keeps that for a restart, and runs every transition on the way. */
  moveClock(to: number): void;
  runDue(): void;
  /** Delivers the queued webhooks, once it is started. */
  readonly courier: { start(): void; stop(): Promise<void> };
  /** Sets the timer for the next transition and has the queued webhooks sent; after every change. */
  armTimer(): void;
  stopTimer(): void;
}
