import { type Client, createClient } from '@instrument-panel/client';
import {
  checkProfessional,
  createApplication,
  createPatient,
  createProfessional,
  finishApplication,
  inactivatePatient,
  updatePatient,
} from '@instrument-panel/client/contract';
import type { SandboxClock } from '../service/clock.ts';
import { DEMO_CREDENTIALS, DEMO_STAFF, type StaffId } from './clinic.ts';
import { createRandom } from './random.ts';
import { createPatientRecord, type PatientProfile, ROSTER } from './roster.ts';
import { planTrajectory, type Trajectory, type TrajectoryEvent } from './trajectory.ts';

/** A service that can be called, and whose clock can be moved. */
export interface SeedTarget {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: SandboxClock;
}

interface SeedContext {
  readonly fetch: SeedTarget['fetch'];
  /** Calls the service as the clinic's partner. */
  readonly client: Client;
  /** `serviceId` of each professional. */
  readonly staff: ReadonlyMap<StaffId, string>;
  readonly seedNumber: number;
  /** Instant at which the clock was and ends again, in milliseconds since the epoch. */
  readonly now: number;
}

/** A step of the seed at an instant, in milliseconds since the epoch. */
interface SeedStep {
  readonly at: number;
  readonly run: () => Promise<void>;
}

/** Thrown if the clinic exists already, or if the service refuses a patient's answer. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}

async function expectSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  const { code = '', message = '' } = (await response.json().catch(() => ({}))) as Record<string, string>;
  throw new SeedError(`${what}: the service answered ${response.status} ${code} ${message}`);
}

/**
 * Creates the steps of a trajectory, one for each event. They share the application that the first one creates.
 *
 * @param ids tells whose application it is, once it begins: the patient is registered by then
 */
export function createTrajectorySteps(
  { fetch, client }: Pick<SeedTarget, 'fetch'> & { readonly client: Client },
  course: Trajectory,
  events: readonly TrajectoryEvent[],
  ids: () => { readonly professionalId: string; readonly patientId: string },
): readonly SeedStep[] {
  let applicationId = 0;
  let link = '';

  async function happen(event: TrajectoryEvent): Promise<void> {
    const { professionalId, patientId } = ids();
    switch (event.kind) {
      case 'apply': {
        const startedAt = new Date(event.startedAt).toISOString();
        const { data } = await client(createApplication, {
          params: { professionalId, formId: course.instrument.id },
          body: { patientId, recurrenceCycle: course.cycle, startedAt },
        });
        applicationId = data.id;
        link = data.urlToAnswer ?? '';
        break;
      }
      case 'open':
        return expectSuccess(await fetch(new Request(link)), 'Opening a link');
      case 'answer': {
        const body = JSON.stringify({ answers: event.answers });
        const headers = { 'Content-Type': 'application/json' };
        const response = await fetch(new Request(link, { method: 'POST', headers, body }));
        return expectSuccess(response, `Answering ${course.instrument.shortTitle}`);
      }
      case 'finish':
        await client(finishApplication, { params: { professionalId, applicationId } });
    }
  }

  return events.map((event) => ({ at: event.at, run: () => happen(event) }));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Creates the steps of one patient; `index` is their place in the roster, from 0. */
function createPatientSteps(
  context: SeedContext,
  profile: PatientProfile,
  index: number,
): readonly SeedStep[] {
  const { client, staff, seedNumber, now } = context;
  const professionalId = staff.get(profile.professional) ?? '';
  let patientId = '';

  const courses = profile.courses.flatMap((course, at) => {
    const events = planTrajectory(course, now, createRandom(seedNumber, 'course', index, at));
    return createTrajectorySteps(context, course, events, () => ({ professionalId, patientId }));
  });
  const firstAt = Math.min(now - 20 * DAY_MS, ...courses.map((step) => step.at)) - HOUR_MS;

  async function register(): Promise<void> {
    const { name, surname, email, cellphone, ...details } = createPatientRecord(profile, index, seedNumber);
    const body = { name, surname, email, cellphone };
    const { data } = await client(createPatient, { params: { professionalId }, body });
    patientId = data.serviceId;
    const changes = { name, surname, cellphone, ...details };
    await client(updatePatient, { params: { professionalId, patientId }, body: changes });
    const other = profile.alsoOf && staff.get(profile.alsoOf);
    // The service knows the patient by the e-mail, and associates rather than registers again.
    if (other) await client(createPatient, { params: { professionalId: other }, body });
  }

  const leave = async () => void (await client(inactivatePatient, { params: { professionalId, patientId } }));
  const steps = [{ at: firstAt, run: register }, ...courses];
  return profile.inactive ? [...steps, { at: now - 10 * DAY_MS, run: leave }] : steps;
}

/** The professionals are registered this long before now, which is before the earliest application. */
const OPENED_BEFORE_MS = 760 * DAY_MS;
/** Any origin: nothing leaves the process, and the service reads only the path. */
const ORIGIN = 'http://sandbox.invalid';

/**
 * Fills an empty service with the demonstration clinic: 2 professionals and 40 patients with 3 to 24 months of
 * answers. Everything goes through the service's own interface, at its own instant: the clock is held, moves from the
 * past to its former instant, and is released there. Nothing depends on the real time.
 *
 * @param seedNumber decides every detail of the clinic; the same one at the same instant gives the same clinic
 * @throws {SeedError} if the clinic is there already (nothing is changed then) or an answer is refused.
 * @throws {ServiceError} of the client if the service refuses any other step.
 */
export async function seed({ fetch, clock }: SeedTarget, seedNumber: number): Promise<void> {
  const client = createClient({
    baseUrl: ORIGIN,
    auth: DEMO_CREDENTIALS,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  for (const { email } of DEMO_STAFF) {
    const { data } = await client(checkProfessional, { query: { email } });
    if (data.exists)
      throw new SeedError('The demonstration clinic is there already. Seed an empty database.');
  }
  clock.hold();
  const before = clock.now();
  const now = Date.parse(before);
  const goTo = (at: number) => clock.set(new Date(at).toISOString());
  try {
    goTo(now - OPENED_BEFORE_MS);
    const staff = new Map<StaffId, string>();
    for (const member of DEMO_STAFF) {
      const { data } = await client(createProfessional, { body: member });
      staff.set(member.externalId, data.serviceId);
    }
    const context = { fetch, client, staff, seedNumber, now };
    const steps = ROSTER.flatMap((profile, index) => createPatientSteps(context, profile, index));
    for (const { at, run } of steps.toSorted((a, b) => a.at - b.at)) {
      goTo(at);
      await run();
    }
  } finally {
    clock.set(before);
    clock.release();
  }
}
