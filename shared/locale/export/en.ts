import type { ExportWords } from './words.ts';

const risk = {
  flagged: 'Risk flag in this answer. It supports the professional’s attention and is not a diagnosis.',
  none: 'No risk flag recorded in this answer.',
  unknown: 'Risk data of this answer unavailable: check the answers themselves.',
} as const;

export const en: ExportWords = {
  ranges: (list) => `Ranges: ${list}`,
  range: (title, from, to) => `${title} ${from} to ${to}`,
  answeredAt: (moment, timeZone) => `Answered ${moment} (${timeZone})`,
  risk,
  source: (submissionId, readAt) => `Source: submission ${submissionId}, read ${readAt}`,
  notCurrent: 'not current when it was copied',
  localTime: 'local time',
  columns: {
    answeredAt: 'Answered at (UTC)',
    submission: 'Submission',
    instrument: 'Instrument',
    series: 'Series',
    score: 'Score',
    lowest: 'Lowest of the scale',
    highest: 'Highest of the scale',
    range: 'Range',
    previous: 'Since previous',
    baseline: 'Since baseline',
    risk: 'Risk',
    readAt: 'Read at (UTC)',
  },
  fhirRisk: (state, flags) =>
    state === 'flagged'
      ? `${flags === 1 ? '1 risk flag' : `${flags} risk flags`}. ${risk.flagged}`
      : risk[state],
};
