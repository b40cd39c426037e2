/** What a check of a profile's text finds: of an address, a match pattern, or a regular expression. */
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

/** What a check found; `detail` is a number of the rule or the platform's own words, empty where there is none. */
export interface FoundByCheck {
  readonly check: CheckFault;
  readonly detail: string;
}

/** What kind of value a field takes. */
export type AcceptedType = 'string' | 'number' | 'int' | 'boolean' | 'array' | 'object';

/** What is wrong with a field. `given` is JSON, short enough for a sentence; null where the field is missing. */
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

/** Ends of sentences that begin with a field's name. */
export interface FaultWords {
  readonly missing: string;
  readonly is: (given: string) => string;
  readonly accepted: string;
  readonly oneOf: string;
  readonly types: Readonly<Record<AcceptedType, string>>;
  readonly bounds: Readonly<Record<'most' | 'least' | 'more', (limit: string) => string>>;
  readonly units: Readonly<Record<'characters' | 'entries', string>>;
  readonly json: (detail: string) => string;
  readonly unknownField: string;
  readonly form: string;
  readonly id: string;
  readonly checks: Readonly<Record<CheckFault, (detail: string) => string>>;
  readonly notItsOwn: (from: string | null) => string;
  readonly taken: (id: string) => string;
}
