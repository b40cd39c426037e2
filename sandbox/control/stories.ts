import { createClient, isServiceError } from '@instrument-panel/client';
import type { InstrumentDefinition } from '../library/define.ts';
import { findInstrument, LIBRARY } from '../library/index.ts';
import { createTrajectorySteps, SeedError } from '../seed/index.ts';
import { createRandom } from '../seed/random.ts';
import { planTrajectory, type TrajectoryEvent } from '../seed/timeline.ts';
import { type Trajectory, type Trend, trajectory } from '../seed/trajectory.ts';
import type { SubmissionRow } from '../service/records/submission.ts';
import type { ServiceContext } from '../service/service.ts';
import type { ControlMessages } from '../words/index.ts';
import { ClockBusyError, type ClockMover } from './clock.ts';
import type { ControlField, Problems } from './layout.ts';
import { type PatientEntry, toPatientValue } from './people.ts';

const WEEK_MS = 7 * 86_400_000;

export const MIN_WEEKS = 2;
export const MAX_WEEKS = 52;
const STORY_LIMIT = 50;

/** How the scores of a story go. */
export const STORY_COURSES = ['improving', 'worsening', 'relapsing', 'risk'] as const;
type StoryCourse = (typeof STORY_COURSES)[number];

/** What the form of a story asks for. */
interface StoryPlan {
  readonly professionalId: string;
  readonly patientId: string;
  readonly instrument: InstrumentDefinition;
  readonly course: StoryCourse;
  /** {@link MIN_WEEKS} to {@link MAX_WEEKS}; one request a week. */
  readonly weeks: number;
}

const TRENDS: Readonly<Record<StoryCourse, { readonly trend: Trend; readonly last: Trajectory['last'] }>> = {
  improving: { trend: 'improving', last: {} },
  worsening: { trend: 'worsening', last: {} },
  relapsing: { trend: 'relapsing', last: {} },
  // A low total that must not hide the item on self-harm.
  risk: { trend: 'low', last: { total: 4, riskLevel: 3 } },
};

/** Instruments with an item that can raise a risk whatever the total. */
const WITH_RISK_ITEM: readonly InstrumentDefinition[] = LIBRARY.filter(({ questions }) =>
  questions.some(({ options }) => options.some(({ risk }) => risk !== null)),
);

/** Converts the plan into the form that the seed has for its patients. */
const toTrajectory = ({ instrument, course: told, weeks }: StoryPlan): Trajectory =>
  trajectory(instrument, 'WEEKLY', weeks, TRENDS[told].trend, 'answered', { last: TRENDS[told].last });

/** Returns the end of a story that begins at `now`, in milliseconds since the epoch. */
const endOf = ({ weeks }: StoryPlan, now: number): number => now + weeks * WEEK_MS;

/**
 * All that happens between `now` and the end; the same plan gives the same answers every time. The instrument is
 * applied at once, its first request is sent within four days.
 */
function planMoments(plan: StoryPlan, now: number): readonly TrajectoryEvent[] {
  const chance = createRandom('story', plan.patientId, plan.instrument.shortTitle, plan.course, plan.weeks);
  return planTrajectory(toTrajectory(plan), endOf(plan, now), chance);
}

/** Reads the story that a form asks for, or what is wrong with it, in the reader's words. */
export function readPlan(
  value: (name: ControlField) => string,
  patients: readonly PatientEntry[],
  words: ControlMessages,
): { readonly plan: StoryPlan } | { readonly problems: Problems } {
  const { errors } = words;
  const patient = patients.find((entry) => toPatientValue(entry) === value('patient'));
  const instrument = findInstrument(value('instrument'));
  const course = STORY_COURSES.find((one) => one === value('course'));
  const weeks = /^\d{1,3}$/.test(value('weeks')) ? Number(value('weeks')) : 0;
  const isInBounds = weeks >= MIN_WEEKS && weeks <= MAX_WEEKS;
  const canRisk = course !== 'risk' || !instrument || WITH_RISK_ITEM.includes(instrument);
  if (patient && instrument && course && isInBounds && canRisk) {
    const { professionalId, patientId } = patient;
    return { plan: { professionalId, patientId, instrument, course, weeks } };
  }
  const choices = WITH_RISK_ITEM.map(({ shortTitle }) => shortTitle).join(', ');
  const problems = new Map<ControlField, string>([
    ...(patient ? [] : [['patient', errors.patient] as const]),
    ...(instrument ? [] : [['instrument', errors.instrument] as const]),
    ...(canRisk ? [] : [['instrument', words.noRiskItem({ choices })] as const]),
    ...(course ? [] : [['course', errors.course] as const]),
    ...(isInBounds ? [] : [['weeks', errors.weeks] as const]),
  ]);
  return { problems };
}

/** Any origin: nothing leaves the process, and the service reads only the path. */
const ORIGIN = 'http://sandbox.invalid';

/** What a story runs through. */
interface StoryTeller {
  readonly service: ServiceContext;
  readonly mover: ClockMover;
  /** Calls the service as over HTTP, without faults and without the request log. */
  readonly ask: (request: Request) => Promise<Response>;
}

/** Finds the API key of a partner that is linked with the professional; `demo` comes first. */
function findCredentials({ store }: ServiceContext, professionalId: string) {
  const link = store.one<{ partner: string }>(
    `SELECT partner FROM integration WHERE professionalId = ? AND status = 'ACTIVE' ORDER BY partner LIMIT 1`,
    professionalId,
  );
  return link ? { key: `${link.partner}-key`, secret: `${link.partner}-secret` } : null;
}

/**
 * Applies the instrument, moves the clock and answers as the patient, all over the service's own interface.
 * Calls `answered` after each answer.
 * @throws {ClockBusyError} while another move is under way.
 * @throws {SeedError} if the service refuses an answer.
 * @throws {ServiceError} of the client if it refuses the application.
 */
function runStory(
  { service, mover, ask }: StoryTeller,
  plan: StoryPlan,
  credentials: { readonly key: string; readonly secret: string },
  answered: () => void,
): Promise<void> {
  const now = service.clock.now();
  const client = createClient({
    baseUrl: ORIGIN,
    auth: credentials,
    fetch: (url, init) => ask(new Request(url, init)),
  });
  const events = planMoments(plan, now);
  const steps = createTrajectorySteps({ fetch: ask, client }, toTrajectory(plan), events, () => plan);
  return mover.alone(async (goTo) => {
    for (const [index, { at, run }] of steps.entries()) {
      await goTo(at);
      await run();
      if (events[index]?.kind === 'answer') answered();
    }
    await goTo(endOf(plan, now));
  });
}

/** A story that was started. */
export interface Story {
  readonly id: number;
  readonly plan: StoryPlan;
  readonly state: 'running' | 'done' | 'stopped';
  readonly answers: number;
  /** The last answer's submission, once it has ended. */
  readonly last: SubmissionRow | null;
  /** The service's reason why it stopped. */
  readonly reason: string | null;
}

/** The stories since the sandbox started, kept in memory. */
export interface Stories {
  /** Newest first. */
  all(): readonly Story[];
  find(id: number): Story | undefined;
  /**
   * Starts one. Returns its id and a promise of its end that never rejects.
   * @throws {ClockBusyError} while the clock is being moved.
   */
  begin(plan: StoryPlan): { readonly id: number; readonly ended: Promise<void> };
}

/** Creates the list. `report` receives errors that are no refusal of the service. */
export function createStories(teller: StoryTeller, report: (error: unknown) => void): Stories {
  const { store } = teller.service;
  let stories: readonly Story[] = [];
  let lastId = 0;

  const change = (id: number, changes: Partial<Story>) => {
    stories = stories.map((story) => (story.id === id ? { ...story, ...changes } : story));
  };

  const lastAnswer = ({ professionalId, patientId, instrument }: StoryPlan): SubmissionRow | null =>
    store.one<SubmissionRow>(
      `SELECT * FROM submission WHERE professionalId = ? AND patientId = ? AND formTemplateId = ?
       AND completedFillAt IS NOT NULL ORDER BY completedFillAt DESC, id DESC LIMIT 1`,
      professionalId,
      patientId,
      instrument.id,
    ) ?? null;

  async function run(id: number, plan: StoryPlan): Promise<void> {
    let answers = 0;
    const answered = () => {
      answers += 1;
      change(id, { answers });
    };
    try {
      const credentials = findCredentials(teller.service, plan.professionalId);
      if (!credentials) throw new SeedError('No partner has an active link with the professional.');
      await runStory(teller, plan, credentials, answered);
      change(id, { state: 'done', last: lastAnswer(plan) });
    } catch (error) {
      const isRefusal = error instanceof SeedError || isServiceError(error);
      if (!isRefusal) report(error);
      change(id, { state: 'stopped', reason: isRefusal ? error.message : null });
    }
  }

  return {
    all: () => stories,
    find: (id) => stories.find((story) => story.id === id),
    begin(plan) {
      if (teller.mover.isBusy()) throw new ClockBusyError('The clock is being moved.');
      lastId += 1;
      const id = lastId;
      const story: Story = { id, plan, state: 'running', answers: 0, last: null, reason: null };
      stories = [story, ...stories].slice(0, STORY_LIMIT);
      return { id, ended: run(id, plan) };
    },
  };
}
