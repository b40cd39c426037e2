/**
 * The demonstration clinic.
 *
 * @module
 */
export { DEMO_STAFF, type StaffId, type StaffMember } from './clinic.ts';
export { SeedError, type SeedTarget } from './steps.ts';

import { type Client, createClient } from '@instrument-panel/client';
import { checkProfessional, createProfessional } from '@instrument-panel/client/contract';
import { DEMO_CREDENTIALS, DEMO_STAFF, type StaffId } from './clinic.ts';
import { ROSTER } from './roster.ts';
import { createPatientSteps, SeedError, type SeedTarget } from './steps.ts';

interface SeedOptions {
  /** Decides every detail of the clinic; the same number at the same instant gives the same clinic. */
  readonly seedNumber: number;
}

/** The professionals are registered this long before now, which is before the earliest application. */
const OPENED_BEFORE_MS = 760 * 86_400_000;
/** Any origin: nothing leaves the process, and the service reads only the path. */
const ORIGIN = 'http://sandbox.invalid';

/**
 * Fills an empty service with the demonstration clinic: 2 professionals and 40 patients with 3 to 24 months of
 * answers. Everything goes through the service's own interface, at its own instant: the clock is held, moves from the
 * past to its former instant, and is released there. Nothing depends on the real time.
 *
 * @throws {SeedError} if the clinic is there already (nothing is changed then) or an answer is refused.
 * @throws {ServiceError} of the client if the service refuses any other step.
 */
export async function seed(target: SeedTarget, { seedNumber }: SeedOptions): Promise<void> {
  const { clock } = target;
  const client = createClient({
    baseUrl: ORIGIN,
    auth: DEMO_CREDENTIALS,
    fetch: (url, init) => target.fetch(new Request(url, init)),
  });
  for (const { email } of DEMO_STAFF) {
    const { data } = await client(checkProfessional, { query: { email } });
    if (data.exists)
      throw new SeedError('The demonstration clinic is there already. Seed an empty database.');
  }
  clock.hold();
  const now = clock.now();
  try {
    await fill(target, client, seedNumber, Date.parse(now));
  } finally {
    clock.set(now);
    clock.release();
  }
}

async function fill(target: SeedTarget, client: Client, seedNumber: number, now: number): Promise<void> {
  const goTo = (at: number) => target.clock.set(new Date(at).toISOString());
  goTo(now - OPENED_BEFORE_MS);
  const staff = new Map<StaffId, string>();
  for (const { externalId, name, surname, email } of DEMO_STAFF) {
    const { data } = await client(createProfessional, { body: { externalId, name, surname, email } });
    staff.set(externalId, data.serviceId);
  }
  const context = { target, client, staff, seedNumber, now };
  const steps = ROSTER.flatMap((story, index) => createPatientSteps(context, story, index));
  for (const { at, run } of steps.toSorted((a, b) => a.at - b.at)) {
    goTo(at);
    await run();
  }
}
