import { type AnsweredQuestion, answerSheet } from '../../export/answered.ts';
import { type Scored, scoredOf } from '../../export/scored.ts';
import type { ScoreView } from '../../score/view.ts';
import type { ItemSnapshot } from './reading.ts';

/** How many answers an item's course goes back, the opened one aside. */
const COURSE_LENGTH_MAX = 12;
const CONCURRENT_READS_MAX = 4;

/** Answers of another submission of the same course. */
export interface OtherAnswers {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null if they could not be read, or the service contradicts itself about when they were given. */
  readonly read: {
    readonly byQuestion: ReadonlyMap<number, AnsweredQuestion>;
    readonly scores: readonly Scored[];
  } | null;
}

/** The answers that are shown beside those of an opened submission. */
export type ComparedAnswers = ReturnType<typeof createComparedAnswers>;

type Place = Pick<ScoreView['points'][number], 'submissionId' | 'at'>;

/**
 * Finds and reads, each once, the submissions that an opened one is compared with.
 *
 * @param view the course as it is shown; null if there is none: then nothing is compared
 * @param read reads one of them; a failure takes nothing else away
 */
export function createComparedAnswers(
  view: ScoreView | null,
  submissionId: number,
  read: (submissionId: number) => Promise<ItemSnapshot>,
) {
  const points = view?.points ?? [];
  const index = points.findIndex((point) => point.submissionId === submissionId);
  const earlier: readonly Place[] = points.slice(0, Math.max(index, 0)).toReversed();
  const [previous = null] = earlier;
  const known = new Map<number, Promise<OtherAnswers>>();

  const readOne = ({ submissionId: id, at }: Place): Promise<OtherAnswers> => {
    const reading =
      known.get(id) ??
      read(id).then(
        ({ submission, instrument }) => {
          if (Date.parse(submission.completedFillAt ?? '') !== at) return { at, read: null };
          const { items } = answerSheet(submission, instrument);
          const byQuestion = new Map(
            items.flatMap((one) => (one.questionId === null ? [] : [[one.questionId, one] as const])),
          );
          return { at, read: { byQuestion, scores: scoredOf(submission, instrument) } };
        },
        () => ({ at, read: null }),
      );
    known.set(id, reading);
    return reading;
  };
  const flagged = points.findLast((point) => point.risk === 'flagged' && point.submissionId !== submissionId);
  const opened = points[index];
  return {
    previous,
    /** Number of all answers before the opened one. */
    count: earlier.length,
    /** How many answers that could not be read may lie between the opened one and the previous. */
    between:
      view && previous && opened
        ? view.unread.undated + view.unread.at.filter((at) => previous.at < at && at < opened.at).length
        : 0,
    /** Reads the previous answers; null if there are none. */
    readPrevious: async () => previous && readOne(previous),
    /** Reads the newest of the other answers with a risk flag; null if there is none. */
    readFlagged: async () => (flagged ? readOne(flagged) : null),
    /** Reads the answers before the opened one, newest first, at most as many as a course goes back. */
    async readEarlier(): Promise<readonly OtherAnswers[]> {
      const found: OtherAnswers[] = [];
      const places = earlier.slice(0, COURSE_LENGTH_MAX);
      for (let from = 0; from < places.length; from += CONCURRENT_READS_MAX) {
        found.push(...(await Promise.all(places.slice(from, from + CONCURRENT_READS_MAX).map(readOne))));
      }
      return found;
    },
  };
}
