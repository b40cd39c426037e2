import type { FaultsMessages } from '../words/index.ts';

/** Fault that a check finds in an address, a match pattern or a regular expression. */
export type CheckFault =
  | 'proxy'
  | 'matchShape'
  | 'everySite'
  | 'topLevel'
  | 'host'
  | 'https'
  | 'port'
  | 'regex'
  | 'backReference'
  | 'flags'
  | 'nested'
  | 'overlap';

/** Result of a check; `detail` is a number of the rule or the platform's own message, or empty. */
export interface FoundByCheck {
  readonly check: CheckFault;
  readonly detail: string;
}

/** Type of value that a field takes. */
export type AcceptedType = 'string' | 'number' | 'int' | 'boolean' | 'array' | 'object';

/** Fault of a field. `given` is JSON, short enough for a sentence; null if the field is missing. */
export type Fault =
  | { readonly code: 'json'; readonly detail: string }
  | { readonly code: 'unknownField' }
  | { readonly code: 'type'; readonly given: string | null; readonly accepted: AcceptedType }
  | {
      readonly code: 'size';
      readonly given: string | null;
      readonly bound: 'most' | 'least' | 'more';
      readonly limit: string;
      readonly unit: 'characters' | 'entries' | null;
    }
  /** `accepted` holds JSON texts. */
  | { readonly code: 'value'; readonly given: string | null; readonly accepted: readonly string[] }
  | { readonly code: 'form'; readonly given: string | null }
  | { readonly code: 'id'; readonly given: string | null }
  | ({ readonly code: 'check'; readonly given: string | null } & FoundByCheck)
  | { readonly code: 'other'; readonly given: string | null; readonly detail: string }
  /** A proxy's document has a profile of another proxy. */
  | { readonly code: 'notItsOwn'; readonly given: string; readonly from: string | null }
  | { readonly code: 'taken'; readonly id: string };

/** A field of a profile that is wrong, such as `pages[1].patient[0].pattern`; empty for the whole. */
export interface ProfileFault {
  readonly field: string;
  readonly fault: Fault;
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
      return accepts(
        [...(fault.accepted.length > 1 ? [words.oneOf] : []), fault.accepted.join(', ')].join(' '),
      );
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
  }
}
