import type { MoreMessages } from './messages.ts';

export const enMore: MoreMessages = {
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
  tools: {
    name: 'What can be done with this course',
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
