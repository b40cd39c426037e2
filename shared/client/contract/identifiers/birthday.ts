/**
 * Whether a day (`YYYY-MM-DD`) is the one of a recorded date-time. A recorded `1990-01-02T00:00:00+02:00` is one
 * day as it is written and another in UTC; which one is meant cannot be known, so that it agrees with neither and
 * contradicts every third day.
 */
export function compareBirthdays(given: string, recorded: string): 'agrees' | 'contradicts' | 'unknown' {
  const at = new Date(recorded);
  const written = /^\d{4}-\d{2}-\d{2}/.exec(recorded)?.[0];
  if (written === undefined || Number.isNaN(at.getTime())) return 'unknown';
  const days = [written, at.toISOString().slice(0, 10)];
  if (days.every((day) => day === given)) return 'agrees';
  return days.includes(given) ? 'unknown' : 'contradicts';
}
