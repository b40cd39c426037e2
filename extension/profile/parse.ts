import type * as z from 'zod/mini';
import type { AcceptedType, Fault, FoundByCheck, ProfileFault } from './faults.ts';
import { Profile } from './profile.ts';

type ParsedProfile =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly id: string; readonly faults: readonly ProfileFault[] };

/** `pages[1].patient[0].pattern`. */
const fieldOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((field, part) => {
    if (typeof part === 'number') return `${field}[${part}]`;
    return field === '' ? String(part) : `${field}.${String(part)}`;
  }, '');

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    given,
  );

/** A value as JSON, short enough for a sentence; null for none. */
function shown(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

const TYPES: ReadonlySet<string> = new Set<AcceptedType>([
  'string',
  'number',
  'int',
  'boolean',
  'array',
  'object',
]);
const isType = (name: string): name is AcceptedType => TYPES.has(name);
const UNITS: Readonly<Record<string, 'characters' | 'entries'>> = { string: 'characters', array: 'entries' };
const texts = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value) ?? '');

function sizeFault(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, given: string | null): Fault {
  const unit = UNITS[issue.origin] ?? null;
  if (issue.code === 'too_big')
    return { code: 'size', given, bound: 'most', limit: `${issue.maximum}`, unit };
  const bound = issue.inclusive === false ? 'more' : 'least';
  return { code: 'size', given, bound, limit: `${issue.minimum}`, unit };
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): Fault {
  const given = shown(value);
  switch (issue.code) {
    case 'invalid_type':
      return isType(issue.expected)
        ? { code: 'type', given, accepted: issue.expected }
        : { code: 'value', given, accepted: [issue.expected] };
    case 'too_big':
    case 'too_small':
      return sizeFault(issue, given);
    case 'invalid_value':
      return { code: 'value', given, accepted: texts(issue.values) };
    case 'invalid_union': {
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
      return options.length > 0
        ? { code: 'value', given, accepted: texts(options) }
        : { code: 'form', given };
    }
    case 'invalid_format':
      return { code: 'id', given };
    case 'custom': {
      // Made by the checks of the profile's schema alone.
      return { code: 'check', given, ...(issue.params as unknown as FoundByCheck) };
    }
    default:
      return { code: 'other', given, detail: issue.message || issue.code };
  }
}

function faultsOf(issue: z.core.$ZodIssue, given: unknown): ProfileFault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: fieldOf([...issue.path, key]),
      fault: { code: 'unknownField' },
    }));
  return [{ field: fieldOf(issue.path), fault: faultOf(issue, valueAt(given, issue.path)) }];
}

/**
 * Reads a profile: JSON that was parsed, or the text of it. One that does not parse is not used; its faults name
 * each field, what was given, and what is accepted.
 */
export function parseProfile(given: unknown): ParsedProfile {
  let json = given;
  if (typeof given === 'string') {
    try {
      json = JSON.parse(given);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { ok: false, id: '', faults: [{ field: '', fault: { code: 'json', detail } }] };
    }
  }
  const read = Profile.safeParse(json);
  if (read.success) return { ok: true, profile: read.data };
  const id = valueAt(json, ['id']);
  const faults = read.error.issues.flatMap((issue) => faultsOf(issue, json));
  return { ok: false, id: typeof id === 'string' ? id.slice(0, 63) : '', faults };
}
