import type { SandboxLanguage } from '../words/index.ts';
import type { ServiceClock } from './clock.ts';
import type { Identifiers } from './identifiers.ts';
import type { Store } from './store/database.ts';
import type { Courier } from './webhooks/courier.ts';

/** What every part of the simulated service works with. */
export interface ServiceContext {
  readonly store: Store;
  readonly clock: ServiceClock;
  /** Replaced after seeding: identifiers made from a seed can be guessed. */
  identifiers: Identifiers;
  /** Language of titles where a request states none that is spoken. */
  readonly language: SandboxLanguage;
  /** Origin for the patient's links, without a slash at its end. Known for sure once the server listens. */
  publicUrl: string;
  /** Moves the clock to an instant, keeps that for a restart, and runs every transition on the way. */
  moveClock(to: number): void;
  /** Runs every transition that is due by now, each at its own instant. */
  runDue(): void;
  /** Delivers the queued webhooks; begins only when it is told to. */
  readonly courier: Courier;
  /** Sets the timer for the next transition and has the queued webhooks sent; after every change. */
  armTimer(): void;
  stopTimer(): void;
}
