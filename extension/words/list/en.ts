import type { ListWords } from './words.ts';

export const en: ListWords = {
  reading: 'Loading the score',
  unlinked: 'Not linked to the service: no scores.',
  disagrees:
    'The row and the service’s record contradict each other, so nothing is shown. Open the chart to check the link.',
  unread: 'Whose row this is could not be read, so nothing is shown.',
  failed: 'The scores of this list could not be read. They are tried again.',
  signedOut: 'Sign in to see the scores of this list: click here, or on the extension’s icon in the toolbar.',
  short: {
    unlinked: 'not linked',
    disagrees: 'not shown',
    unread: 'not read',
    failed: 'not loaded',
    signedOut: 'sign in',
    unscored: (title) => `${title} no total score`.trim(),
  },
  of: (instrument, sentence) => `${instrument}: ${sentence}`,
  mark: 'Scores',
};
