import type { Client } from '@instrument-panel/client';
import {
  createApplication,
  createPatient,
  finishApplication,
  inactivatePatient,
  updatePatient,
} from '@instrument-panel/client/contract';
import type { StaffId } from './clinic.ts';
import { createPatientRecord, type PatientProfile } from './patients.ts';
import { createRandom } from './random.ts';
import { planTrajectory, type TrajectoryEvent } from './timeline.ts';
import type { Trajectory } from './trajectory.ts';

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

/** What every part of a context needs to know. */
export interface SeedContext {
  readonly target: SeedTarget;
  /** Speaks to the target as the clinic's partner. */
  readonly client: Client;
  /** `serviceId` of each professional. */
  readonly staff: ReadonlyMap<StaffId, string>;
  readonly seedNumber: number;
  /** Where the clock stood, and will stand again: milliseconds since the epoch. */
  readonly now: number;
}

/** Something that happens at an instant, in milliseconds since the epoch. */
export interface SeedStep {
  readonly at: number;
  readonly run: () => Promise<void>;
}

/** Thrown where the clinic is there already, or an answer that a patient is to give is refused. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
  readonly code = 'SEED_REFUSED';
}

async function expectSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  const { code = '', message = '' } = (await response.json().catch(() => ({}))) as Record<string, string>;
  throw new SeedError(`${what}: the service answered ${response.status} ${code} ${message}`);
}

/** Whose course it is; asked for only when the course begins, since the patient is not registered before. */
type Ids = () => { readonly professionalId: string; readonly patientId: string };

/** What a course is played through. */
interface Stage extends Pick<SeedContext, 'client'> {
  readonly target: Pick<SeedTarget, 'fetch'>;
}

/** The steps of one course, one for each event; they share the application that the first of them makes. */
export function createTrajectorySteps(
  { target, client }: Stage,
  course: Trajectory,
  events: readonly TrajectoryEvent[],
  ids: Ids,
): readonly SeedStep[] {
  let applicationId = 0;
  let link = '';

  async function apply(startedAt: number): Promise<void> {
    const { professionalId, patientId } = ids();
    const { data } = await client(createApplication, {
      params: { professionalId, formId: course.instrument.id },
      body: { patientId, recurrenceCycle: course.cycle, startedAt: new Date(startedAt).toISOString() },
    });
    applicationId = data.id;
    link = data.urlToAnswer ?? '';
  }

  async function happen(event: TrajectoryEvent): Promise<void> {
    switch (event.kind) {
      case 'apply':
        return apply(event.startedAt);
      case 'open':
        return expectSuccess(await target.fetch(new Request(link)), 'Opening a link');
      case 'answer': {
        const body = JSON.stringify({ answers: event.answers });
        const headers = { 'Content-Type': 'application/json' };
        const response = await target.fetch(new Request(link, { method: 'POST', headers, body }));
        return expectSuccess(response, `Answering ${course.instrument.shortTitle}`);
      }
      case 'finish':
        await client(finishApplication, { params: { professionalId: ids().professionalId, applicationId } });
    }
  }

  return events.map((event) => ({ at: event.at, run: () => happen(event) }));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** All that happens with one patient; `index` is their place in the roster, from 0. */
export function createPatientSteps(
  context: SeedContext,
  story: PatientProfile,
  index: number,
): readonly SeedStep[] {
  const { client, staff, seedNumber, now } = context;
  const professionalId = staff.get(story.professional) ?? '';
  let patientId = '';

  const courses = story.courses.flatMap((course, at) => {
    const events = planTrajectory(course, now, createRandom(seedNumber, 'course', index, at));
    return createTrajectorySteps(context, course, events, () => ({ professionalId, patientId }));
  });
  const firstAt = Math.min(now - 20 * DAY_MS, ...courses.map((step) => step.at)) - HOUR_MS;

  async function register(): Promise<void> {
    const { name, surname, email, cellphone, ...details } = createPatientRecord(story, index, seedNumber);
    const body = { name, surname, email, cellphone };
    const { data } = await client(createPatient, { params: { professionalId }, body });
    patientId = data.serviceId;
    const changes = { name, surname, cellphone, ...details };
    await client(updatePatient, { params: { professionalId, patientId }, body: changes });
    const other = story.alsoOf && staff.get(story.alsoOf);
    // The service knows the patient by the e-mail, and associates rather than registers again.
    if (other) await client(createPatient, { params: { professionalId: other }, body });
  }

  async function leave(): Promise<void> {
    await client(inactivatePatient, { params: { professionalId, patientId } });
  }

  return [
    { at: firstAt, run: register },
    ...courses,
    ...(story.inactive ? [{ at: now - 10 * DAY_MS, run: leave }] : []),
  ];
}
