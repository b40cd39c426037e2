import type { PanelMessages } from './messages.ts';

const answers = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`);

export const en: PanelMessages = {
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
  pointRisk: { flagged: 'Risk flag', none: 'None recorded', unknown: 'Unavailable' },

  missed: (count) => (count === 1 ? '1 request was not answered.' : `${count} requests were not answered.`),
  missedStatus: {
    CANCELED: 'Not answered: cancelled',
    CANCELED_LATE: 'Not answered: replaced by the next request',
    CANCELED_IDLE: 'Not answered: closed for inactivity',
    LATE: 'Not answered yet: late',
  },
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
  newAnswer: (sentence) => `New answer. ${sentence}`,

  untitled: 'Score graph',
  series: 'Score shown',
  wholeScore: 'Total',
  graph: (title, count) => `Score graph of ${title}, ${answers(count)}.`,
  walk: 'Arrow keys walk through the answers.',
  table: (count) => `Table of ${answers(count)}`,
  caption: (title) => `${title}, newest first`,
  columns: ['Date', 'Score', 'Range', 'Since previous', 'Since baseline', 'Risk'],

  emptyTitle: 'No answers yet',
  emptyHint: 'The graph begins with the patient’s first answer.',
  emptyRange: 'No answers in this period',
  errorTitle: 'The score graph cannot be shown',
  problems: {
    missing: (name) => `The attribute ${name} is missing. Whoever maintains this page can add it.`,
    invalid: (name) => `The attribute ${name} is not valid. Whoever maintains this page can correct it.`,
    'not-configured': () =>
      'The panel does not know where to read: set base-url and fetchToken, or call configure().',
    'signed-out': () => 'Your sign-in has expired. Sign in again, then try again.',
    forbidden: () => 'You are not permitted to see this patient’s scores. Ask whoever manages access.',
    'not-found': () => 'This patient or instrument was not found, or the professional is not linked.',
    mismatch: () => 'The reply was about another patient or instrument, so nothing of it is shown.',
    unreadable: () => 'The reply could not be read. Try again; if it persists, tell support.',
    network: () => 'The service could not be reached. Check the connection and try again.',
    busy: () => 'The service is receiving too many requests. Wait a moment and try again.',
    service: () => 'The service is not working at the moment. Try again in a few minutes.',
  },
};
