import { setImmediate as turn } from 'node:timers/promises';
import { type Client, createClient, isServiceError, pages } from '@instrument-panel/client';
import {
  cancelInstrumentApplications,
  deleteSubmission,
  listPatientSubmissions,
  type Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import type { InstrumentDefinition } from '../library/define.ts';
import { findInstrument, LIBRARY } from '../library/index.ts';
import { type CourseShape, createSeverity, planCourse } from '../seed/course.ts';
import { createTrajectorySteps, SeedError } from '../seed/index.ts';
import { createRandom } from '../seed/random.ts';
import { withOwnTime } from '../service/own-time.ts';
import type { SubmissionRow } from '../service/records/submission.ts';
import type { ServiceContext } from '../service/service.ts';
import type { ControlMessages } from '../words/index.ts';
import { ClockBusyError, type ClockMover } from './clock.ts';
import { type PatientEntry, toPatientValue } from './people.ts';

const WEEK_MS = 7 * 86_400_000;

export const MIN_WEEKS = 2;
export const MAX_WEEKS = 52;
const STORY_LIMIT = 50;

type StoryCourse = keyof ControlMessages['stories']['courses'];

const SHAPES: Readonly<Record<StoryCourse, CourseShape>> = {
  improving: 'improving',
  worsening: 'worsening',
  relapsing: 'relapsing',
  // A low total that must not hide the item on self-harm.
  risk: 'none',
};
export const STORY_COURSES = Object.keys(SHAPES) as readonly StoryCourse[];

interface StoryPlan {
  readonly professionalId: string;
  readonly patientId: string;
  readonly instrument: InstrumentDefinition;
  readonly course: StoryCourse;
  /** {@link MIN_WEEKS} to {@link MAX_WEEKS}; one request a week. */
  readonly weeks: number;
}

/** Instruments with an item that can raise a risk whatever the total. */
const WITH_RISK_ITEM: readonly InstrumentDefinition[] = LIBRARY.filter(({ questions }) =>
  questions.some(({ options }) => options.some(({ risk }) => risk !== null)),
);

/** Reads the story that a form asks for, or what is wrong with it by field, in the reader's words. */
export function readPlan(
  value: (name: string) => string,
  patients: readonly PatientEntry[],
  words: ControlMessages,
): StoryPlan | Map<string, string> {
  const { errors } = words;
  const patient = patients.find((entry) => toPatientValue(entry) === value('patient'));
  const instrument = findInstrument(value('instrument'));
  const course = STORY_COURSES.find((one) => one === value('course'));
  const weeks = /^\d{1,3}$/.test(value('weeks')) ? Number(value('weeks')) : 0;
  const problems = new Map<string, string>();
  if (!patient) problems.set('patient', errors.patient);
  if (!instrument) problems.set('instrument', errors.instrument);
  else if (course === 'risk' && !WITH_RISK_ITEM.includes(instrument)) {
    const choices = WITH_RISK_ITEM.map(({ shortTitle }) => shortTitle).join(', ');
    problems.set('instrument', words.noRiskItem({ choices }));
  }
  if (!course) problems.set('course', errors.course);
  if (weeks < MIN_WEEKS || weeks > MAX_WEEKS) problems.set('weeks', errors.weeks);
  if (!patient || !instrument || !course || problems.size > 0) return problems;
  return { professionalId: patient.professionalId, patientId: patient.patientId, instrument, course, weeks };
}

/** Any origin: nothing leaves the process, and the service reads only the path. */
const ORIGIN = 'http://sandbox.invalid';

/** Creates the client of a partner that is linked with the professional; `demo` comes first. */
function connect(
  { store }: ServiceContext,
  ask: (request: Request) => Promise<Response>,
  professionalId: string,
) {
  const link = store.one<{ partner: string }>(
    `SELECT partner FROM integration WHERE professionalId = ? AND status = 'ACTIVE' ORDER BY partner LIMIT 1`,
    professionalId,
  );
  if (!link) throw new SeedError('No partner has an active link with the professional.');
  return createClient({
    baseUrl: ORIGIN,
    auth: { key: `${link.partner}-key`, secret: `${link.partner}-secret` },
    fetch: (url, init) => ask(new Request(url, init)),
  });
}

/** Creates the calls of a service: as over HTTP, without faults and without the request log. */
export type AskAs = (service: ServiceContext) => (request: Request) => Promise<Response>;

/** Above every level that an item has. */
const HIGHEST_LEVEL = 9;

/** Ends what the patient has of the instrument, and deletes what they were asked and answered since `begin`. */
async function clear(
  client: Client,
  { professionalId, patientId, instrument }: StoryPlan,
  begin: number,
): Promise<void> {
  const params = { professionalId, patientId };
  await client(cancelInstrumentApplications, { params: { ...params, formId: instrument.id } });
  const found: Submission[] = [];
  for await (const { items } of pages(client, listPatientSubmissions, { params })) found.push(...items);
  for (const { id, formTemplateId, completedFillAt, startedAt, createdAt } of found) {
    const at = Date.parse(completedFillAt ?? startedAt ?? createdAt ?? '');
    if (!isSameId(formTemplateId, instrument.id) || at < begin) continue;
    await client(deleteSubmission, { params: { professionalId, submissionId: id } });
  }
}

export interface Story {
  readonly id: number;
  readonly plan: StoryPlan;
  state: 'running' | 'done' | 'stopped';
  answers: number;
  /** The last answer's submission, once it has ended. */
  last: SubmissionRow | null;
  /** The service's reason why it stopped. */
  reason: string | null;
}

/**
 * Creates the list of the stories since the sandbox started, kept in memory.
 *
 * @param askAs calls a service as over HTTP, without faults and without the request log
 * @param report receives errors that are no refusal of the service
 */
export function createStories(
  service: ServiceContext,
  mover: ClockMover,
  askAs: AskAs,
  report: (error: unknown) => void,
) {
  let stories: readonly Story[] = [];
  let lastId = 0;

  /** Answers one instrument of one patient up to now, on their own time: nobody else, and no clock, takes part. */
  async function tell(story: Story): Promise<void> {
    const { plan } = story;
    const { professionalId, patientId, instrument, course, weeks } = plan;
    const now = service.clock.now();
    const key = `story/${patientId}`;
    const severityAt = createSeverity(SHAPES[course], now - weeks * WEEK_MS, now, createRandom(key, course));
    const told = { instrument, cycle: 'WEEKLY', requests: weeks, state: 'answered' } as const;
    const flags = course === 'risk' ? { 0: HIGHEST_LEVEL } : {};
    const events = planCourse({ ...told, flags }, { key, severityAt }, now);
    const begin = events[0]?.at ?? now;
    await withOwnTime(service, { patientId, formTemplateId: instrument.id }, begin, async (own) => {
      const ask = askAs(own);
      const client = connect(service, ask, professionalId);
      await clear(client, plan, begin);
      for (const [index, { at, run }] of createTrajectorySteps(
        { fetch: ask, client },
        told,
        events,
        () => plan,
      ).entries()) {
        own.moveClock(at);
        await turn();
        await run();
        if (events[index]?.kind === 'answer') story.answers += 1;
      }
      own.moveClock(now);
    });
    story.last =
      service.store.one<SubmissionRow>(
        `SELECT * FROM submission WHERE professionalId = ? AND patientId = ? AND formTemplateId = ?
         AND completedFillAt IS NOT NULL ORDER BY completedFillAt DESC, id DESC LIMIT 1`,
        professionalId,
        patientId,
        instrument.id,
      ) ?? null;
    story.state = 'done';
  }

  async function run(story: Story): Promise<void> {
    try {
      await mover.alone(() => tell(story));
    } catch (error) {
      const isRefusal = error instanceof SeedError || isServiceError(error);
      if (!isRefusal) report(error);
      story.state = 'stopped';
      story.reason = isRefusal ? error.message : null;
    }
  }

  return {
    /** Newest first. */
    all: (): readonly Readonly<Story>[] => stories,
    forget(): void {
      stories = [];
    },
    find: (id: number): Readonly<Story> | undefined => stories.find((story) => story.id === id),
    /**
     * Starts one. Returns its id and a promise of its end that never rejects.
     * @throws {ClockBusyError} while the clock is being moved.
     */
    begin(plan: StoryPlan) {
      if (mover.isBusy()) throw new ClockBusyError('The clock is being moved.');
      lastId += 1;
      const story: Story = { id: lastId, plan, state: 'running', answers: 0, last: null, reason: null };
      stories = [story, ...stories].slice(0, STORY_LIMIT);
      return { id: lastId, ended: run(story) };
    },
  };
}
export type Stories = ReturnType<typeof createStories>;
