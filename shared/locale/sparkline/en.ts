import { enCounts } from '../panel/en-counts.ts';
import { enCourse } from '../panel/en-course.ts';
import type { SparklineMessages } from './words.ts';

const answers = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`);

export const en: SparklineMessages = {
  ...enCourse,
  ...enCounts,
  loading: 'Loading the score',
  untitled: 'Score',
  picture: (title, count, first, last) =>
    `${title}: ${answers(count)}, ${first === null ? last : `${first} to ${last}`}.`,
  scores: (first, lowest, highest, last) =>
    `First ${first}, lowest ${lowest}, highest ${highest}, latest ${last}.`,
  riskShort: {
    flagged: (date) => `Risk flag${date === null ? '' : `, ${date}`}`,
    none: (date) => `No risk flag recorded as of ${date}`,
    unavailable: 'Risk data unavailable',
  },
  noAnswers: 'No answers found',
  unscored: (count) => `${answers(count)} without a total score`,
  notCurrent: 'Not current',
  incomplete: 'Incomplete',
  failed: 'Score not available',
};
