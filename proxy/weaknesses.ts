/** What is allowed and yet weaker than it could be: it is said, and refused nowhere. @module */
import { type LogLine, logError } from './log.ts';
import { listPlainOrigins } from './origins.ts';
import { sayOpenFiles } from './secret-files.ts';
import type { Settings } from './settings.ts';

/** Says of each origin of another machine that is without https what that means. */
export const sayPlainOrigins = (origins: Iterable<string>): string[] =>
  listPlainOrigins(origins).map(
    (origin) =>
      `The origin ${origin} is without https: who is on the way can change its pages and act for who is signed in there. Serve them with https, and list that origin.`,
  );

const EVENT: LogLine['event'] = 'weak-option';
const told = new Set<string>();

/** Logs at the start what is weaker than it could be: of the files of secrets once in a process, since no tenant is their owner. */
export function logWeaknesses(settings: Pick<Settings, 'origins' | 'log' | 'clock'>): void {
  for (const sentence of sayPlainOrigins(settings.origins)) logError(settings, EVENT, sentence);
  for (const sentence of sayOpenFiles()) {
    if (!told.has(sentence)) logError(settings, EVENT, sentence);
    told.add(sentence);
  }
}
