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
import { createClinicPatients } from './clinic-roster.ts';
import type { SeedPatient, SeedRoster } from './patient.ts';
import { createFixturePatients } from './roster.ts';
import type { Trajectory, TrajectoryEvent } from './trajectory.ts';

/** A service that can be called, and whose clock can be moved. */
export interface SeedTarget {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: SandboxClock;
  /** Told whom the next identifier is for, by a text that names nobody else. */
  readonly identify?: ((person: string) => void) | undefined;
}

interface SeedContext {
  readonly fetch: SeedTarget['fetch'];
  readonly identify: SeedTarget['identify'];
  /** Calls the service as the clinic's partner. */
  readonly client: Client;
  /** `serviceId` of each professional. */
  readonly staff: ReadonlyMap<StaffId, string>;
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
  course: Pick<Trajectory, 'instrument' | 'cycle'>,
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

const DAY_MS = 86_400_000;

/** Creates the steps of one patient. */
function createPatientSteps(context: SeedContext, patient: SeedPatient): readonly SeedStep[] {
  const { client, staff, now } = context;
  const professionalId = staff.get(patient.professional) ?? '';
  let patientId = '';

  const courses = patient.courses.flatMap((course) =>
    createTrajectorySteps(context, course, course.events, () => ({ professionalId, patientId })),
  );

  async function register(): Promise<void> {
    const { name, surname, email, cellphone, ...details } = patient.record;
    const body = { name, surname, email, cellphone };
    context.identify?.(`${name} ${surname}`);
    const { data } = await client(createPatient, { params: { professionalId }, body });
    patientId = data.serviceId;
    const changes = { name, surname, cellphone, ...details };
    await client(updatePatient, { params: { professionalId, patientId }, body: changes });
    const other = patient.alsoOf && staff.get(patient.alsoOf);
    // The service knows the patient by the e-mail, and associates rather than registers again.
    if (other) await client(createPatient, { params: { professionalId: other }, body });
  }

  const leave = async () => void (await client(inactivatePatient, { params: { professionalId, patientId } }));
  const steps = [{ at: patient.registeredAt, run: register }, ...courses];
  return patient.inactive ? [...steps, { at: now - 10 * DAY_MS, run: leave }] : steps;
}

/** The professionals are registered this long before now, which is before the earliest application. */
const OPENED_BEFORE_MS = 760 * DAY_MS;
/** Requests of one patient at most, in the roster of few. */
const FEW_REQUESTS = 10;
const PATIENTS_OF = {
  clinic: createClinicPatients,
  fixtures: (seedNumber, now) => createFixturePatients(seedNumber, now),
  few: (seedNumber, now) => createFixturePatients(seedNumber, now, FEW_REQUESTS),
} as const satisfies Record<SeedRoster, (seedNumber: number, now: number) => readonly SeedPatient[]>;
/** Any origin: nothing leaves the process, and the service reads only the path. */
const ORIGIN = 'http://sandbox.invalid';

/**
 * Fills an empty service with a clinic: 2 professionals, and the patients of a roster. Everything goes through the service's own interface, at its own instant: the clock is held, moves from the
 * past to its former instant, and is released there. Nothing depends on the real time.
 *
 * @param seedNumber decides every detail of the clinic; the same one at the same instant gives the same clinic
 * @param roster Default: `fixtures`.
 * @throws {SeedError} if the clinic is there already (nothing is changed then) or an answer is refused.
 * @throws {ServiceError} of the client if the service refuses any other step.
 */
export async function seed(
  { fetch, clock, identify }: SeedTarget,
  seedNumber: number,
  roster: SeedRoster = 'fixtures',
): Promise<void> {
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
    const context = { fetch, identify, client, staff, now };
    const patients = PATIENTS_OF[roster](seedNumber, now);
    const steps = patients.flatMap((patient) => createPatientSteps(context, patient));
    for (const { at, run } of steps.toSorted((a, b) => a.at - b.at)) {
      goTo(at);
      await run();
    }
  } finally {
    clock.set(before);
    clock.release();
  }
}
