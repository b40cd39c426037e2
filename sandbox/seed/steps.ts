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

/** A service that can be called, and whose clock can be moved. */
export interface SeedTarget {
  fetch(request: Request): Promise<Response>;
  readonly clock: {
    /** RFC 3339. */
    now(): string;
    /** Moves to an instant, and runs every transition on the way. */
    set(now: string): void;
    hold(): void;
    release(): void;
  };
}

/** Shared by all steps of a seed. */
interface SeedContext {
  readonly target: SeedTarget;
  /** Calls the target as the clinic's partner. */
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
  readonly code = 'SEED_REFUSED';
}

async function expectSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  const { code = '', message = '' } = (await response.json().catch(() => ({}))) as Record<string, string>;
  throw new SeedError(`${what}: the service answered ${response.status} ${code} ${message}`);
}

/** Returns whose application it is. It is called when the application begins, because the patient is registered then. */
type Ids = () => { readonly professionalId: string; readonly patientId: string };

/** The service that the steps call. */
interface Stage extends Pick<SeedContext, 'client'> {
  readonly target: Pick<SeedTarget, 'fetch'>;
}

/** Creates the steps of a trajectory, one for each event. They share the application that the first one creates. */
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

/** Creates the steps of one patient; `index` is their place in the roster, from 0. */
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
