import type * as z from 'zod/mini';
import { Profile } from './profile.ts';

/** A field of a profile that is wrong, such as `pages[1].patient[0].pattern`, and why, as the end of a sentence. */
export interface ProfileFault {
  readonly field: string;
  readonly why: string;
}

export type ParsedProfile =
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

/** What was given, short enough for a sentence. */
function shown(value: unknown): string {
  if (value === undefined) return 'is missing';
  const text = JSON.stringify(value) ?? String(value);
  return `is ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in […]',
  object: 'an object in {…}',
};
const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };
const list = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

function sizes(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const limit = issue.code === 'too_big' ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
  const isMore = issue.code === 'too_small' && issue.inclusive === false;
  const unit = UNITS[issue.origin];
  return `${isMore ? `more than ${issue.minimum}` : limit}${unit ? ` ${unit}` : ''}`;
}

/** One sentence's end for an issue: what was given, and what is accepted. */
function sentence(issue: z.core.$ZodIssue, given: unknown): string {
  const was = shown(given);
  switch (issue.code) {
    case 'invalid_type':
      return `${was}; accepted is ${NAMES[issue.expected] ?? issue.expected}`;
    case 'too_big':
    case 'too_small':
      return `${was}; accepted are ${sizes(issue)}`;
    case 'invalid_value':
      return `${was}; accepted is ${issue.values.length > 1 ? 'one of ' : ''}${list(issue.values)}`;
    case 'invalid_union': {
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
      return `${was}; accepted is ${options.length > 0 ? `one of ${list(options)}` : 'one of the forms in docs/profiles.md'}`;
    }
    case 'invalid_format':
      return `${was}; accepted are lower-case letters, digits and "-", such as "clinic-west"`;
    case 'custom':
      return `${was}: it ${issue.message}`;
    default:
      return `${was}: ${issue.message || issue.code}`;
  }
}

function faultsOf(issue: z.core.$ZodIssue, given: unknown): ProfileFault[] {
  if (issue.code === 'unrecognized_keys') {
    const why = 'is no field of a profile at this place; the fields are listed in docs/profiles.md';
    return issue.keys.map((key) => ({ field: fieldOf([...issue.path, key]), why }));
  }
  return [{ field: fieldOf(issue.path), why: sentence(issue, valueAt(given, issue.path)) }];
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
      const why = `is no JSON (${error instanceof Error ? error.message : String(error)})`;
      return { ok: false, id: '', faults: [{ field: '', why }] };
    }
  }
  const read = Profile.safeParse(json);
  if (read.success) return { ok: true, profile: read.data };
  const id = valueAt(json, ['id']);
  const faults = read.error.issues.flatMap((issue) => faultsOf(issue, json));
  return { ok: false, id: typeof id === 'string' ? id.slice(0, 63) : '', faults };
}

/** A fault as one sentence. */
export const sayFault = ({ field, why }: ProfileFault): string => `${field || 'The profile'} ${why}.`;
