import type { CourseMessages } from './messages.ts';

/** What a panel and a sparkline both say. */
export const enCourse: CourseMessages = {
  lang: 'en',
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  decimal: '.',
  day: (day, month, year) => `${day} ${month} ${year}`,
  ofMax: (max) => `of ${max}`,
  inRange: (title) => `in range ${title}`,
  noRange: 'no range given',
  scale: (min, max) => `Scale ${min} to ${max}`,
  direction: {
    'higher-worse': 'higher is worse',
    'higher-better': 'higher is better',
    unknown: 'direction not known, so changes are not judged',
  },

  answered: (date) => `Latest answer ${date}`,

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
  staleSince: (date) => `Not current: shown as read ${date}.`,
  retry: 'Try again',
};
