import { notFound } from '../refusal.ts';
import { isAmong } from './access.ts';
import type { RouteRule } from './route-table.ts';
import { unreadable } from './upstream.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOther = (patients: ReadonlySet<string>, value: unknown): boolean =>
  isObject(value) && 'patientId' in value && value.patientId !== null && !isAmong(patients, value.patientId);

/** Takes out, at any depth, whatever names a patient who is not among the given ones. */
function withoutOthers(patients: ReadonlySet<string>, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => !isOther(patients, item)).map((item) => withoutOthers(patients, item));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, part]) => !isOther(patients, part));
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutOthers(patients, part)]));
}

/** Whether the item names one of the patients; where the list mixes patients, one that names nobody is not theirs. */
function isTheirs(rule: RouteRule, patients: ReadonlySet<string>, item: unknown): boolean {
  const { subject } = rule;
  if (subject === null) return true;
  const id = isObject(item) ? item[subject] : undefined;
  if (rule.endpoint.patient.at === 'path' && (id === undefined || id === null)) return true;
  return isAmong(patients, id);
}

/**
 * What a narrowed token may have of an answer, before the view is taken: of a list the items of its patients,
 * otherwise all or nothing.
 *
 * @throws Refusal 404, that of a missing one, where a read names somebody else; 502 where a write does, since
 * it has happened
 */
export function onlyTheirs(rule: RouteRule, patients: ReadonlySet<string>, value: unknown): unknown {
  if (Array.isArray(value)) {
    return withoutOthers(
      patients,
      value.filter((item) => isTheirs(rule, patients, item)),
    );
  }
  const { at } = rule.endpoint.patient;
  const mustName = at === 'response';
  const named = isObject(value) && rule.subject !== null && value[rule.subject] != null;
  if ((mustName || named) && !isTheirs(rule, patients, value)) {
    throw rule.endpoint.effect === 'read' ? notFound() : unreadable();
  }
  return withoutOthers(patients, value);
}
