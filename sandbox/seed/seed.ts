import { type Client, createClient } from '../../shared/client/index.ts';
import {
  checkProfessional,
  createApplication,
  createPatient,
  createProfessional,
  finishApplication,
  inactivatePatient,
  updatePatient,
} from '../../shared/contract/index.ts';
import { DEMO_CREDENTIALS, DEMO_STAFF, type StaffId } from './clinic.ts';
import type { Course } from './course.ts';
import { recordOf } from './people.ts';
import { chanceOf } from './random.ts';
import { ROSTER } from './roster.ts';
import type { PatientStory } from './story.ts';
import { type Moment, momentsOf } from './timeline.ts';

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

export interface SeedOptions {
  /** Decides every detail of the courses; the same number at the same instant gives the same clinic. */
  readonly seedNumber: number;
}

/** Thrown where the clinic is there already, or an answer that a patient is to give is refused. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
  readonly code = 'SEED_REFUSED';
}

/** Something that happens at an instant, in milliseconds since the epoch. */
interface Deed {
  readonly at: number;
  readonly act: () => Promise<void>;
}

const HOUR = 3_600_000;
/** The professionals are registered this long before now: before the earliest course. */
const OPENED_BEFORE = 760 * 24 * HOUR;
/** Any origin will do: nothing leaves the process, and the service reads the path alone. */
const ORIGIN = 'http://sandbox.invalid';

async function expectSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  const { code = '', message = '' } = (await response.json().catch(() => ({}))) as Record<string, string>;
  throw new SeedError(`${what}: the service answered ${response.status} ${code} ${message}`);
}

/** The deeds of one course, in order; they share the application that the first of them makes. */
function deedsOfCourse(
  target: SeedTarget,
  client: Client,
  course: Course,
  moments: readonly Moment[],
  ids: () => { readonly professionalId: string; readonly patientId: string },
): readonly Deed[] {
  let applicationId = 0;
  let link = '';
  const acts: {
    readonly [Kind in Moment['kind']]: (moment: Extract<Moment, { kind: Kind }>) => Promise<void>;
  } = {
    async apply({ startedAt }) {
      const { professionalId, patientId } = ids();
      const { data } = await client(createApplication, {
        params: { professionalId, formId: course.instrument.id },
        body: { patientId, recurrenceCycle: course.cycle, startedAt: new Date(startedAt).toISOString() },
      });
      applicationId = data.id;
      link = data.urlToAnswer ?? '';
    },
    async open() {
      await expectSuccess(await target.fetch(new Request(link)), 'Opening a link');
    },
    async answer({ answers }) {
      const headers = { 'Content-Type': 'application/json' };
      const request = new Request(link, { method: 'POST', headers, body: JSON.stringify({ answers }) });
      await expectSuccess(await target.fetch(request), `Answering ${course.instrument.shortTitle}`);
    },
    async finish() {
      const { professionalId } = ids();
      await client(finishApplication, { params: { professionalId, applicationId } });
    },
  };
  return moments.map((moment) => ({
    at: moment.at,
    act: () => (acts[moment.kind] as (moment: Moment) => Promise<void>)(moment),
  }));
}

function deedsOfPatient(
  target: SeedTarget,
  client: Client,
  staff: ReadonlyMap<StaffId, string>,
  story: PatientStory,
  index: number,
  { seedNumber, now }: { readonly seedNumber: number; readonly now: number },
): readonly Deed[] {
  const record = recordOf(story, index, seedNumber);
  const professionalId = () => staff.get(story.professional) ?? '';
  let patientId = '';
  const courses = story.courses.map((course, at) => {
    const moments = momentsOf(course, now, chanceOf(seedNumber, 'course', index, at));
    return deedsOfCourse(target, client, course, moments, () => ({
      professionalId: professionalId(),
      patientId,
    }));
  });
  const firstAt = Math.min(now - 20 * 24 * HOUR, ...courses.flat().map((deed) => deed.at)) - HOUR;

  const register = async () => {
    const { name, surname, email, cellphone, ...details } = record;
    const body = { name, surname, email, cellphone };
    const { data } = await client(createPatient, { params: { professionalId: professionalId() }, body });
    patientId = data.serviceId;
    const params = { professionalId: professionalId(), patientId };
    await client(updatePatient, { params, body: { name, surname, cellphone, ...details } });
    const other = story.alsoOf && staff.get(story.alsoOf);
    // The service knows the patient by the e-mail, and associates rather than registers again.
    if (other) await client(createPatient, { params: { professionalId: other }, body });
  };
  const leave = async () => {
    await client(inactivatePatient, { params: { professionalId: professionalId(), patientId } });
  };
  return [
    { at: firstAt, act: register },
    ...courses.flat(),
    ...(story.inactive ? [{ at: now - 10 * 24 * HOUR, act: leave }] : []),
  ];
}

/**
 * Fills an empty service with the demonstration clinic: 2 professionals and 40 patients with 3 to 24 months of
 * courses. Everything is asked of the service over its own interface, at its own instant; the clock is held,
 * goes from the past to where it stood, and is released there. Nothing depends on the real time.
 *
 * @throws {SeedError} where the clinic is there already (nothing is changed then) or an answer is refused.
 * @throws {ServiceError} of shared/client where the service refuses any other step.
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
  const { clock } = target;
  const staff = new Map<StaffId, string>();
  clock.set(new Date(now - OPENED_BEFORE).toISOString());
  for (const { externalId, name, surname, email } of DEMO_STAFF) {
    const { data } = await client(createProfessional, { body: { externalId, name, surname, email } });
    staff.set(externalId, data.serviceId);
  }
  const deeds = ROSTER.flatMap((story, index) =>
    deedsOfPatient(target, client, staff, story, index, { seedNumber, now }),
  ).toSorted((a, b) => a.at - b.at);
  for (const { at, act } of deeds) {
    clock.set(new Date(at).toISOString());
    await act();
  }
}
