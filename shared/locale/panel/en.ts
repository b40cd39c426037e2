import { enCourse } from './en-course.ts';
import type { FirstMessages } from './messages.ts';

const answers = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`);

/** What stands there first; the rest is in `en-more.ts`. */
export const en: FirstMessages = {
  ...enCourse,
  month: (month, year) => `${month} ${year}`,

  loading: 'Loading the score graph',
  score: 'Score',
  sincePrevious: (change) => `${change} since previous`,
  sinceBaseline: (change) => `${change} since baseline`,
  firstAnswer: 'First answer: nothing to compare with yet',
  noChange: 'The service sent no comparison with this answer',
  better: 'better',
  worse: 'worse',
  unchanged: 'No change',
  riskNote: 'A risk flag supports the professional’s attention and is not a diagnosis.',

  untitled: 'Score graph',
  graph: (title, count) => `Score graph of ${title}, ${answers(count)}.`,
  table: (count) => `Table of ${answers(count)}`,

  emptyTitle: 'No answers yet',
  emptyHint: 'The graph begins with the patient’s first answer.',
  emptyRange: 'No answers in this period',
  errorTitle: 'The score graph cannot be shown',
  partsMissing: 'Parts of this panel could not be loaded: reload the page',
};
