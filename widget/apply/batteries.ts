import { isUuid } from '@instrument-panel/client/params';
import type { Battery } from '@instrument-panel/shared/ui/apply';

/** Longest name that a button of the form still shows, in characters. */
const NAME_LENGTH_MAX = 60;

/** What is wrong with a battery, for the developer; null for nothing. Its content is not quoted. */
function findFault(given: unknown, names: ReadonlySet<string>): string | null {
  const { name, instruments } = (given ?? {}) as Partial<Record<keyof Battery, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_LENGTH_MAX)
    return `name is not a text of 1 to ${NAME_LENGTH_MAX} characters`;
  if (names.has(name.trim())) return 'name is that of another one';
  if (!Array.isArray(instruments) || instruments.length === 0)
    return 'instruments is not a list with content';
  return instruments.every((id) => typeof id === 'string' && isUuid(id))
    ? null
    : 'instruments has something that is not a UUID';
}

/** Reads the batteries that the page gave; those that are not valid are left out and told in `faults`. */
export function readBatteries(given: unknown): { batteries: Battery[]; faults: string[] } {
  if (given == null) return { batteries: [], faults: [] };
  if (!Array.isArray(given)) return { batteries: [], faults: ['batteries is not a list'] };
  const batteries: Battery[] = [];
  const faults: string[] = [];
  for (const [index, one] of given.entries()) {
    const fault = findFault(one, new Set(batteries.map(({ name }) => name)));
    if (fault) faults.push(`batteries[${index}].${fault}`);
    else batteries.push({ name: one.name.trim(), instruments: [...one.instruments] });
  }
  return { batteries, faults };
}
