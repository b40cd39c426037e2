import { ROLES } from '@instrument-panel/client/contract';
import { requireKnown, requireOption, type SeenByOptions } from '../options.ts';

const HOURS_DEFAULT = 48;
const HOURS_MAX = 720;

/** Checks the option; null if it is not given. Throws a ProxyOptionError. */
export function checkSeenBy(given: SeenByOptions | undefined): Required<SeenByOptions> | null {
  if (given === undefined) return null;
  requireKnown('seenBy', given, ['roles', 'nameOf', 'hours']);
  const { roles, nameOf, hours = HOURS_DEFAULT } = given;
  const known: readonly unknown[] = ROLES;
  const isList = Array.isArray(roles) && roles.length > 0 && roles.every((role) => known.includes(role));
  requireOption('seenBy.roles', isList, `must list some of ${ROLES.join(', ')}.`);
  requireOption('seenBy.nameOf', typeof nameOf === 'function', 'must be a function that names a person.');
  const isInRange = Number.isInteger(hours) && hours >= 1 && hours <= HOURS_MAX;
  requireOption('seenBy.hours', isInRange, `must be an integer from 1 to ${HOURS_MAX}.`);
  return { roles, nameOf, hours };
}
