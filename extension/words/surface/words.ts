import { PROBLEM_CODES } from '../problems.ts';

/** What can go wrong for the person who uses a page of the extension; each has a sentence that says what to do. */
export const SURFACE_PROBLEMS = [
  ...PROBLEM_CODES,
  'refused',
  'state',
  'unknown-outcome',
  'ambiguous',
  'gone',
  'other-key',
  'registering',
  'mapping-off',
  'not-in-plan',
] as const;
export type SurfaceProblem = (typeof SURFACE_PROBLEMS)[number];

/** What identifies a patient on a page. */
export type IdentifierName = 'key' | 'name' | 'birthday' | 'email' | 'phone';

/** Why nothing of a patient is shown: a heading, and what to do about it. */
export interface Reason {
  readonly title: string;
  readonly advice: string;
}

export type ReasonName =
  | 'no-page'
  | 'no-profile'
  | 'not-granted'
  | 'switched-off'
  | 'not-running'
  | 'signed-out'
  | 'signing-in'
  | 'sign-in-ended'
  | 'sign-in-interrupted'
  | 'sign-in-unavailable'
  | 'no-patient-page'
  | 'list-page'
  | 'settling'
  | 'gap-missing'
  | 'gap-unreadable'
  | 'gap-selector'
  | 'gap-disagree'
  | 'gap-place'
  | 'frames-disagree'
  | 'no-key'
  | 'no-place'
  | 'faulty-profiles';

/** The words that all pages of the extension share. */
export interface SurfaceWords {
  /** BCP 47 tag of these words. */
  readonly lang: string;
  /** BCP 47 tag by which numbers and lists are written. */
  readonly formats: string;
  readonly product: string;
  readonly loading: string;
  readonly retry: string;
  readonly refresh: string;
  readonly cancel: string;
  readonly connecting: string;
  readonly gone: Reason;
  readonly problems: Readonly<Record<SurfaceProblem, string>>;
  /** For the service's support; an opaque number. */
  readonly trace: (id: string) => string;
  readonly notCurrent: (moment: string) => string;
  readonly unreadable: (count: number) => string;
  readonly signIn: string;
  readonly signingIn: string;
  readonly signInCancelled: string;
  readonly enable: (site: string) => string;
  readonly enableRefused: string;
  readonly openSide: string;
  readonly options: string;
  readonly identifiers: Readonly<Record<IdentifierName, string>>;
  readonly pageTypes: Readonly<Record<'chart' | 'list' | 'none', string>>;
  readonly reasons: Readonly<Record<ReasonName, Reason>>;
  readonly sources: Readonly<Record<'package' | 'managed' | 'proxy' | 'own', string>>;
  readonly signInStates: Readonly<
    Record<'signed-out' | 'signing-in' | 'signed-in' | 'ended' | 'interrupted' | 'unavailable', string>
  >;
  readonly unnamed: string;
  readonly born: (date: string) => string;
  readonly bornUnknown: string;
}
