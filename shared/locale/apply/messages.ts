import type { RecurrenceCycle } from '@instrument-panel/client/contract';

/** Why something could not be done; each has a sentence that says what to do. */
export const APPLY_PROBLEMS = [
  'missing',
  'invalid',
  'not-configured',
  'signed-out',
  'forbidden',
  'not-found',
  'mismatch',
  'unreadable',
  'network',
  'offline',
  'busy',
  'state',
  /** The page showed somebody else meanwhile, or nobody. */
  'left',
  /** What the page says of the patient contradicts the record, or there is nothing to compare. */
  'disagrees',
  'unconfirmed',
  'refused',
  'service',
] as const;
export type ApplyProblem = (typeof APPLY_PROBLEMS)[number];

/** Why the confirmation is asked for again; nothing was applied until then. */
export type ApplyChange = 'patient' | 'in-use';

/** The fields of the form that can be wrong. */
export type ApplyField = 'instrument' | 'startsOn' | 'again';

/** How the application of one instrument stands. */
export type ApplyStanding =
  | 'waiting'
  | 'sending'
  | 'checking'
  | 'created'
  | 'refused'
  | 'not-created'
  | 'unknown';

/**
 * Every word that `<instrument-apply>` shows or says. Names and dates arrive already formatted; what is counted
 * arrives as a number. A partner's own words replace single entries (`messages` of the element).
 */
export interface ApplyMessages {
  /** BCP 47 tag of these words, for the `lang` of what is shown. */
  readonly lang: string;
  /** BCP 47 tag by which dates and lists are written. */
  readonly formats: string;

  readonly title: string;
  readonly loading: string;
  readonly retry: string;
  readonly errorTitle: string;
  readonly forPatient: (name: string) => string;
  readonly born: (date: string) => string;
  readonly bornUnknown: string;
  /** A patient without a name in the service's record. */
  readonly unnamed: string;

  readonly instrument: string;
  readonly find: string;
  readonly findHint: string;
  readonly tags: string;
  readonly library: string;
  readonly found: (count: number) => string;
  readonly noneFound: string;
  readonly inUse: string;
  readonly chosen: string;
  readonly noneChosen: string;
  readonly remove: (name: string) => string;
  readonly unreadableInstruments: (count: number) => string;
  readonly unreadableApplications: (count: number) => string;

  readonly recurrence: string;
  readonly cycles: Readonly<Record<RecurrenceCycle, string>>;
  readonly startsOn: string;
  readonly startsOnHint: string;
  readonly preview: string;
  readonly atOnce: string;
  readonly andSoOn: string;
  readonly review: string;
  readonly reviewing: string;
  readonly faults: Readonly<Record<ApplyField, string>>;

  readonly confirmTitle: string;
  readonly patient: string;
  readonly requests: string;
  /** `next` is null where no request is to come. */
  readonly activeSince: (cycle: string, since: string | null, next: string | null) => string;
  readonly applyAgain: (name: string) => string;
  readonly instruments: (count: number) => string;
  readonly apply: (what: string, patient: string) => string;
  readonly back: string;
  readonly changes: Readonly<Record<ApplyChange, string>>;
  readonly nothingSent: string;

  readonly applyingTitle: string;
  readonly resultTitle: string;
  readonly standings: Readonly<Record<ApplyStanding, (name: string, patient: string) => string>>;
  /** What to do, for the standings that leave something to do. */
  readonly advice: Readonly<Record<'not-created' | 'unknown', string>>;
  readonly nextRequest: (date: string) => string;
  readonly summary: (created: number, all: number) => string;
  readonly link: (name: string) => string;
  readonly linkHint: string;
  readonly noLink: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  /** As `copyFailed`, where the link cannot be selected. */
  readonly copyRefused: string;
  readonly share: string;
  readonly shareText: string;
  readonly shareFailed: string;
  readonly open: string;
  readonly opensNew: string;
  readonly qr: (name: string) => string;
  readonly noQr: string;
  readonly checkAgain: string;
  readonly tryAgain: string;
  readonly another: string;
  /** Said after a change of patient while something was being applied. */
  readonly interrupted: string;
  readonly cleared: string;

  /** `about` is the attribute that is missing or invalid, `seconds` how long the service asks to wait. */
  readonly problems: Readonly<
    Record<ApplyProblem, (facts: { about: string; seconds: number | null }) => string>
  >;
  readonly serviceSays: (sentence: string) => string;
}
