import type { FirstMessages } from './messages.ts';

const answers = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`);

/** What stands there first; the rest is in `en-more.ts`. */
export const en: FirstMessages = {
  lang: 'en',
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  decimal: '.',
  day: (day, month, year) => `${day} ${month} ${year}`,
  month: (month, year) => `${month} ${year}`,

  loading: 'Loading the score graph',
  score: 'Score',
  ofMax: (max) => `of ${max}`,
  inRange: (title) => `in range ${title}`,
  noRange: 'no range given',
  scale: (min, max) => `Scale ${min} to ${max}`,
  answered: (date) => `Latest answer ${date}`,
  sincePrevious: (change) => `${change} since previous`,
  sinceBaseline: (change) => `${change} since baseline`,
  firstAnswer: 'First answer: nothing to compare with yet',
  noChange: 'The service sent no comparison with this answer',
  better: 'better',
  worse: 'worse',
  unchanged: 'No change',
  direction: {
    'higher-worse': 'higher is worse',
    'higher-better': 'higher is better',
    unknown: 'direction not known, so changes are not judged',
  },

  riskFlagged: (date, latest) =>
    `Risk flag in ${latest ? 'the latest' : 'an earlier'} answer${date === null ? '' : `, ${date}`}`,
  riskOthers: (count) => (count === 1 ? 'and in 1 other answer' : `and in ${count} other answers`),
  riskUnknown: (count) =>
    count === 1 ? 'risk data of 1 answer unavailable' : `risk data of ${count} answers unavailable`,
  severity: { LOW: 'severity low', MODERATE: 'severity moderate', HIGH: 'severity high' },
  gravest: (severity) => `the gravest with ${severity}`,
  riskNone: (date) => `No risk flag recorded as of ${date}`,
  riskUnavailable: 'Risk data unavailable: check the answers themselves',
  riskUnanswered: 'No answers, so nothing is known of risk',
  riskNote: 'A risk flag supports the professional’s attention and is not a diagnosis.',

  missed: (count) => (count === 1 ? '1 request was not answered.' : `${count} requests were not answered.`),
  scaleAssumed: {
    ranges: 'The service sent no limits of the scale; they are taken from its ranges.',
    scores: 'The service sent no limits of the scale; they are taken from the scores.',
  },
  unreadable: (count) =>
    count === 1
      ? '1 item sent by the service could not be read and is not shown.'
      : `${count} items sent by the service could not be read and are not shown.`,
  between: (from, to) =>
    `Only answers${from === null ? '' : ` from ${from}`}${to === null ? '' : ` until ${to}`}.`,
  readAt: (date) => `Read ${date}`,
  staleSince: (date) => `Not current: shown as read ${date}.`,
  retry: 'Try again',

  untitled: 'Score graph',
  graph: (title, count) => `Score graph of ${title}, ${answers(count)}.`,
  table: (count) => `Table of ${answers(count)}`,

  emptyTitle: 'No answers yet',
  emptyHint: 'The graph begins with the patient’s first answer.',
  emptyRange: 'No answers in this period',
  errorTitle: 'The score graph cannot be shown',
};
