import type * as z from 'zod/mini';
import type { FaultsMessages } from '../words/compiled/faults/en.js';
import type { FoundByCheck } from './patterns.ts';
import { Profile } from './profile.ts';

/** Fault of a field. `given` is JSON, short enough for a sentence; null if the field is missing. */
type Fault =
  | { readonly code: 'json'; readonly detail: string }
  | { readonly code: 'unknownField' }
  | { readonly code: 'type'; readonly given: string | null; readonly accepted: keyof FaultsMessages['types'] }
  | {
      readonly code: 'size';
      readonly given: string | null;
      readonly bound: keyof FaultsMessages['bounds'];
      readonly limit: string;
      readonly unit: keyof FaultsMessages['units'] | null;
    }
  /** `accepted` holds JSON texts. */
  | { readonly code: 'value'; readonly given: string | null; readonly accepted: readonly string[] }
  | { readonly code: 'form'; readonly given: string | null }
  | { readonly code: 'id'; readonly given: string | null }
  | ({ readonly code: 'check'; readonly given: string | null } & FoundByCheck)
  | { readonly code: 'other'; readonly given: string | null; readonly detail: string }
  /** A proxy's document has a profile of another proxy. */
  | { readonly code: 'notItsOwn'; readonly given: string; readonly from: string | null }
  | { readonly code: 'taken'; readonly id: string }
  /** The policy demands a signature: there is none, it is no key's of the policy, or the policy has no key to check it by. */
  | { readonly code: 'unsigned' | 'signature' | 'noKey' };

export interface ProfileFault {
  readonly field: string;
  readonly fault: Fault;
}

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

const TYPES = ['string', 'number', 'int', 'boolean', 'array', 'object'] as const;
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
    case 'invalid_type': {
      const accepted = TYPES.find((one) => one === issue.expected);
      return accepted
        ? { code: 'type', given, accepted }
        : { code: 'value', given, accepted: [issue.expected] };
    }
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
    case 'custom':
      // Made by the checks of the profile's schema alone.
      return { code: 'check', given, ...(issue.params as unknown as FoundByCheck) };
    default:
      return { code: 'other', given, detail: issue.message || issue.code };
  }
}

function faultsOf(issue: z.core.$ZodIssue, given: unknown): ProfileFault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: fieldOf([...path, key]), fault: { code: 'unknownField' } }));
  return [{ field: fieldOf(path), fault: faultOf(issue, valueAt(given, path)) }];
}

/** Reads a profile, parsed or as text; faults name each field, what was given, and what is accepted. */
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

/** Why a field of a profile is wrong, as the end of a sentence: what was given, and what is accepted. */
export function sayFault(words: FaultsMessages, fault: Fault): string {
  const was = 'given' in fault && fault.given !== null ? words.is({ given: fault.given }) : words.missing;
  const accepts = (what: string): string => `${was}; ${words.accepted} ${what}`;
  switch (fault.code) {
    case 'json':
      return words.json({ detail: fault.detail });
    case 'unknownField':
      return words.unknownField;
    case 'type':
      return accepts(words.types[fault.accepted]);
    case 'size': {
      const limit = words.bounds[fault.bound]({ limit: fault.limit });
      return accepts(fault.unit ? `${limit} ${words.units[fault.unit]}` : limit);
    }
    case 'value':
      return accepts(`${fault.accepted.length > 1 ? `${words.oneOf} ` : ''}${fault.accepted.join(', ')}`);
    case 'form':
      return accepts(words.form);
    case 'id':
      return accepts(words.id);
    case 'check': {
      const found = words.checks[fault.check];
      return `${was}: ${typeof found === 'string' ? found : found({ detail: fault.detail })}`;
    }
    case 'other':
      return `${was}: ${fault.detail}`;
    case 'notItsOwn':
      return `${was}, ${words.notItsOwn({ from: fault.from })}`;
    case 'taken':
      return words.taken({ id: fault.id });
    case 'unsigned':
    case 'signature':
    case 'noKey':
      return words[fault.code];
  }
}
