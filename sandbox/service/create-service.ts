import type { AnswerLanguage } from '../../shared/locale/answer/index.ts';
import { type ServiceClock, saveClock } from './clock.ts';
import type { Identifiers } from './identifiers.ts';
import { createScheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import type { Store } from './store/database.ts';

/** What the service is made of; whoever makes it owns the store and the clock. */
export interface ServiceParts {
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly identifiers: Identifiers;
  readonly language: AnswerLanguage;
  readonly publicUrl: string;
  /** Told of an automatic transition that failed. */
  readonly failed: (error: unknown) => void;
}

/** Makes the service over its parts, with the scheduler of its automatic transitions. */
export function createService(parts: ServiceParts): Service {
  const { store, clock, identifiers, language, publicUrl, failed } = parts;
  const scheduler = createScheduler(store, clock, failed);
  const moveClock = (to: number) => {
    clock.move(to);
    saveClock(store, clock);
    scheduler.run();
  };
  return {
    store,
    clock,
    identifiers,
    language,
    publicUrl,
    moveClock,
    runDue: scheduler.run,
    armTimer: scheduler.arm,
    stopTimer: scheduler.stop,
  };
}
