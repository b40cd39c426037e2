import { enCounts } from './en-counts.ts';
import type { MoreMessages } from './messages.ts';

export const enMore: MoreMessages = {
  readAt: (date) => `Read ${date}`,
  ...enCounts,
  scaleAssumed: {
    ranges: 'The service sent no limits of the scale; they are taken from its ranges.',
    scores: 'The service sent no limits of the scale; they are taken from the scores.',
  },
  between: (from, to) =>
    `Only answers${from === null ? '' : ` from ${from}`}${to === null ? '' : ` until ${to}`}.`,
  series: 'Score shown',
  wholeScore: 'Total',
  walk: 'Arrow keys walk through the answers.',
  caption: (title) => `${title}, newest first`,
  columns: ['Date', 'Score', 'Range', 'Since previous', 'Since baseline', 'Risk'],
  pointRisk: { flagged: 'Risk flag', none: 'None recorded', unknown: 'Unavailable' },
  missedStatus: {
    CANCELED: 'Not answered: cancelled',
    CANCELED_LATE: 'Not answered: replaced by the next request',
    CANCELED_IDLE: 'Not answered: closed for inactivity',
    LATE: 'Not answered yet: late',
  },
  requests: {
    why: {
      CANCELED: 'The professional or this platform cancelled it.',
      CANCELED_LATE: 'No answer came in time; the request for the next period took its place.',
      CANCELED_IDLE: 'The application was closed because the patient had been inactive.',
      LATE: 'Its time has passed and no answer has come.',
    },
    asked: (moment) => `Asked ${moment}`,
    begun: (moment) => `Begun ${moment}, not finished`,
    deadline: (moment) => `To be answered by ${moment}`,
    noDeadline: 'The service gives no deadline',
  },
  analysis: {
    reading: 'AI analysis of the course: being looked up.',
    made: (date) => `AI analysis of the course: made${date === null ? '' : ` ${date}`}.`,
    none: 'AI analysis of the course: none made.',
    isStale: {
      yes: 'It is not current: the course has changed since.',
      no: 'It is current.',
      unknown: 'Whether it is current is not known.',
    },
    notInPlan: 'AI analysis of the course: the professional’s plan does not include it.',
    notPermitted:
      'AI analysis of the course: the service does not give it for this professional; the plan may not include it.',
    failed: 'AI analysis of the course: whether there is one could not be read.',
    note: 'Made by AI, it supports interpretation and does not replace clinical judgment.',
  },
  openAnswers: (moment) => `${moment}: show the answers`,
  tools: {
    name: 'What can be done with this course',
    answers: 'Answers of the latest',
    opening: 'Opening the answers',
    explore: 'Explore',
    copy: 'Copy for a note',
    copied: 'Copied, with date, ranges and source.',
    notCopied: 'The browser does not let this page copy. Select the headline and copy it by hand.',
    csv: 'Save as CSV',
    png: 'Save as picture',
    print: 'Print',
    failed: 'That did not work. Check the connection and try again.',
  },
  newAnswer: (sentence) => `New answer. ${sentence}`,

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
