import type { CountMessages } from './messages.ts';

/** What a panel says after its first sight, and a sparkline too. */
export const enCounts: CountMessages = {
  missed: (count) => (count === 1 ? '1 request was not answered.' : `${count} requests were not answered.`),
  unreadable: (count) =>
    count === 1
      ? '1 item sent by the service could not be read and is not shown.'
      : `${count} items sent by the service could not be read and are not shown.`,
};
