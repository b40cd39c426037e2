import type { SQLInputValue } from 'node:sqlite';
import type { Store } from '../service/database.ts';
import { repeatableIdentifiers, withSecretTokens } from '../service/identifiers.ts';
import type { ServiceContext } from '../service/service.ts';
import { type SeedTarget, seed } from './index.ts';
import type { SeedRoster } from './patient.ts';

/** The clinic that a database is filled with. */
export interface ClinicSource {
  readonly seedNumber: number;
  readonly roster: SeedRoster | undefined;
  /** Instant at which the clock begins, in milliseconds since the epoch. Default: that of the clock, which goes on. */
  readonly now: number | undefined;
}

/** Fills a database with a clinic, all of it or nothing; `empty` makes room for it. */
export async function fillClinic(
  target: SeedTarget,
  service: ServiceContext,
  { seedNumber, roster, now }: ClinicSource,
  empty?: () => void,
): Promise<void> {
  const { identifiers, armTimer, store, clock } = service;
  // Repeatable, so that a seed number gives one clinic. Later identifiers must not be guessable from it.
  const identify = (...whom: readonly string[]): void => {
    const text = [`seed ${seedNumber}`, ...whom].join('/');
    service.identifiers = withSecretTokens(repeatableIdentifiers(text));
  };
  identify();
  // By order alone, an identifier would be another person's on another day. Tests know the first ones of the fixtures.
  const isByPerson = roster === 'clinic' || empty !== undefined;
  const real = Date.now();
  const start = now ?? (empty ? real : clock.now());
  clock.hold();
  // The clock stands still: nothing falls due by itself, and looking for it after each request took a third of the time.
  service.armTimer = () => {};
  try {
    await store.batch(async () => {
      empty?.();
      service.moveClock(start);
      // The clinic's past is no news for an endpoint that was registered before it.
      const webhooks = store.all<Record<string, SQLInputValue>>('SELECT * FROM webhook');
      store.run('DELETE FROM webhook');
      await seed({ ...target, identify: isByPerson ? identify : undefined }, seedNumber, roster);
      for (const webhook of webhooks) store.insert('webhook', webhook);
    });
  } finally {
    service.identifiers = identifiers;
    service.armTimer = armTimer;
    clock.release();
  }
  // The clock stood still meanwhile: behind real time, what is applied now could not be answered yet.
  if (now === undefined) service.moveClock(start + Date.now() - real);
}

/** What stays: settings, and where the events go. */
const KEPT_TABLES = ['setting', 'webhook'];

/** Deletes every record. Numbers go on from where they were, so that no old one leads to a new record. */
function deleteRecords(store: Store): void {
  store.run('PRAGMA defer_foreign_keys = ON');
  const tables = store.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  for (const { name } of tables) if (!KEPT_TABLES.includes(name)) store.run(`DELETE FROM ${name}`);
}

/** Empties a database and fills it with the clinic again, as at its start. */
export async function refillClinic(
  target: SeedTarget,
  service: ServiceContext,
  source: ClinicSource,
): Promise<void> {
  service.stopTimer();
  try {
    await fillClinic(target, service, source, () => deleteRecords(service.store));
  } finally {
    service.armTimer();
  }
}
