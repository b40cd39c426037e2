import type { SandboxLanguage } from '../words/index.ts';
import { type ServiceClock, saveClock } from './clock.ts';
import type { Identifiers } from './identifiers.ts';
import { createScheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import type { Store } from './store/database.ts';
import { createCourier } from './webhooks/courier.ts';
import type { RetryPolicy } from './webhooks/retry-policy.ts';

/** What the service is made of; whoever makes it owns the store and the clock. */
export interface ServiceParts {
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly identifiers: Identifiers;
  readonly language: SandboxLanguage;
  readonly publicUrl: string;
  readonly retryPolicy: RetryPolicy;
  /** Told of an automatic transition that failed, and of a webhook that could not even be tried. */
  readonly failed: (error: unknown) => void;
}

/** Makes the service over its parts, with the scheduler of its automatic transitions and its webhooks' courier. */
export function createService(parts: ServiceParts): Service {
  const { store, clock, identifiers, language, publicUrl, failed } = parts;
  const courier = createCourier(store, parts.retryPolicy, failed);
  const scheduler = createScheduler(store, clock, courier.wake, failed);
  const moveClock = (to: number) => {
    clock.move(to);
    saveClock(store, clock);
    scheduler.run();
    courier.wake();
  };
  return {
    store,
    clock,
    identifiers,
    language,
    publicUrl,
    moveClock,
    runDue: scheduler.run,
    courier,
    armTimer() {
      scheduler.arm();
      courier.wake();
    },
    stopTimer: scheduler.stop,
  };
}
