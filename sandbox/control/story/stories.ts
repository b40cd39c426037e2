import { isServiceError } from '@instrument-panel/client';
import { SeedError } from '../../seed/index.ts';
import type { SubmissionRow } from '../../service/records/submission.ts';
import { ClockBusyError } from '../clock/mover.ts';
import type { StoryPlan } from './plan.ts';
import { credentialsFor, type StoryTeller, tellStory } from './tell.ts';

/** A story that was begun. */
export interface Story {
  readonly id: number;
  readonly plan: StoryPlan;
  readonly state: 'running' | 'done' | 'stopped';
  readonly answers: number;
  /** The last answer's submission, once it has ended. */
  readonly last: SubmissionRow | null;
  /** Why it stopped, as the service said it. */
  readonly reason: string | null;
}

/** The stories since the sandbox started, kept in memory. */
export interface Stories {
  /** Newest first. */
  all(): readonly Story[];
  find(id: number): Story | undefined;
  /**
   * Begins one; gives its id and the promise of its end, which never rejects.
   * @throws {ClockBusyError} while the clock is being moved.
   */
  begin(plan: StoryPlan): { readonly id: number; readonly ended: Promise<void> };
}

const KEPT = 50;

/** Makes the list; `report` is told of what is no refusal of the service. */
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
      const credentials = credentialsFor(teller.service, plan.professionalId);
      if (!credentials) throw new SeedError('No partner has an active link with the professional.');
      await tellStory(teller, plan, credentials, answered);
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
      stories = [story, ...stories].slice(0, KEPT);
      return { id, ended: run(id, plan) };
    },
  };
}
