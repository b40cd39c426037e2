import { createClient, isServiceError } from '@instrument-panel/client';
import type { InstrumentDefinition } from '../library/define.ts';
import { findInstrument, LIBRARY } from '../library/index.ts';
import { createTrajectorySteps, SeedError } from '../seed/index.ts';
import { createRandom } from '../seed/random.ts';
import { planTrajectory, type Trajectory, type Trend, trajectory } from '../seed/trajectory.ts';
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

const TRENDS: Readonly<Record<StoryCourse, { readonly trend: Trend; readonly last: Trajectory['last'] }>> = {
  improving: { trend: 'improving', last: {} },
  worsening: { trend: 'worsening', last: {} },
  relapsing: { trend: 'relapsing', last: {} },
  // A low total that must not hide the item on self-harm.
  risk: { trend: 'low', last: { total: 4, riskLevel: 3 } },
};
export const STORY_COURSES = Object.keys(TRENDS) as readonly StoryCourse[];

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
 * @param ask calls the service as over HTTP, without faults and without the request log
 * @param report receives errors that are no refusal of the service
 */
export function createStories(
  service: ServiceContext,
  mover: ClockMover,
  ask: (request: Request) => Promise<Response>,
  report: (error: unknown) => void,
) {
  let stories: readonly Story[] = [];
  let lastId = 0;

  /**
   * Applies the instrument at once, moves the clock and answers as the patient, all over the service's own interface:
   * the first request is sent within four days, and the same plan gives the same answers every time.
   */
  async function tell(story: Story): Promise<void> {
    const { plan } = story;
    const { professionalId, patientId, instrument, course, weeks } = plan;
    const client = connect(service, ask, professionalId);
    const { trend, last } = TRENDS[course];
    const told = trajectory(instrument, 'WEEKLY', weeks, trend, 'answered', { last });
    const end = service.clock.now() + weeks * WEEK_MS;
    const chance = createRandom('story', patientId, instrument.shortTitle, course, weeks);
    const events = planTrajectory(told, end, chance);
    const steps = createTrajectorySteps({ fetch: ask, client }, told, events, () => plan);
    await mover.alone(async (goTo) => {
      for (const [index, { at, run }] of steps.entries()) {
        await goTo(at);
        await run();
        if (events[index]?.kind === 'answer') story.answers += 1;
      }
      await goTo(end);
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
      await tell(story);
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
