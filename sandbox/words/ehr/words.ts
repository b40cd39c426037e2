import type { RECURRENCE_CYCLES } from '@instrument-panel/client/contract';

type Cycle = (typeof RECURRENCE_CYCLES)[number];

/** States of an application as a clinician calls them; the closed ones by why they were closed. */
type ApplicationState =
  | 'CREATED'
  | 'IN_PROGRESS'
  | 'PAUSED'
  | 'FINISHED'
  | 'CANCELED_IDLE'
  | 'CANCELED_WHATSAPP_LIMIT'
  | 'CANCELED_STALE'
  | 'CANCELED_DELETED_PATIENT';

/** Why something of the service cannot be shown or done. */
export const OUTAGES = ['unreachable', 'refused', 'unreadable', 'gone'] as const;
export type Outage = (typeof OUTAGES)[number];

/** Every word of the demo EHR. Dates arrive formatted; what is counted arrives as a number. */
export interface EhrWords {
  /** BCP 47 tag, for `lang`. */
  readonly lang: string;
  readonly clinic: string;
  readonly tagline: string;
  readonly demoNote: string;
  readonly skip: string;
  readonly language: string;
  readonly signOut: string;
  readonly signedInAs: (name: string) => string;

  readonly signIn: string;
  readonly email: string;
  readonly password: string;
  readonly signInFailed: string;
  readonly tooManyAttempts: string;
  readonly sessionEnded: string;
  readonly demoSignIns: string;
  readonly demoSignInsNote: string;
  readonly fill: (name: string) => string;

  readonly patients: string;
  /** The menu's word for the EHR's other front ends. */
  readonly search: string;
  readonly searchHint: string;
  readonly searchButton: string;
  readonly clear: string;
  readonly found: (shown: number, all: number) => string;
  readonly noneFound: (query: string) => string;
  readonly noPatients: string;
  readonly similarNames: string;
  readonly columns: {
    readonly name: string;
    readonly record: string;
    readonly birthday: string;
    readonly lastAnswer: string;
    readonly inUse: string;
    readonly status: string;
  };
  readonly sortBy: (column: string) => string;
  readonly age: (years: number) => string;
  readonly unknown: string;
  readonly never: string;
  readonly notInUse: string;
  readonly inactiveRelation: string;

  readonly backToPatients: string;
  readonly record: (number: string) => string;
  readonly born: (date: string, years: number) => string;
  readonly bornUnknown: string;
  readonly contact: string;
  readonly scores: string;
  readonly panelOf: (instrument: string) => string;
  readonly noScores: string;
  readonly noScoresHint: string;
  readonly scriptNeeded: string;
  readonly panelScriptFailed: string;
  readonly requests: string;
  readonly noRequests: string;
  readonly instrument: string;
  readonly howOften: string;
  readonly state: string;
  readonly nextAnswer: string;
  readonly lastAnswer: string;
  readonly link: string;
  readonly openLink: (instrument: string) => string;
  readonly cycles: Readonly<Record<Cycle, string>>;
  readonly states: Readonly<Record<ApplicationState, string>>;

  readonly apply: string;
  readonly applyHint: string;
  /** The way to `<instrument-apply>`. */
  readonly applyMore: string;
  readonly chooseInstrument: string;
  readonly alreadyActive: (instrument: string) => string;
  readonly startsOn: string;
  readonly startsOnHint: string;
  readonly applyTo: (patient: string) => string;
  readonly libraryMissing: string;
  readonly cannotApply: string;
  readonly fieldErrors: {
    readonly instrument: string;
    readonly cycle: string;
    readonly startsOn: string;
  };
  readonly formErrors: (count: number) => string;
  readonly refused: (reason: string) => string;
  readonly nothingSent: string;

  readonly applied: string;
  readonly appliedSentence: (instrument: string, patient: string) => string;
  readonly appliedStarts: (cycle: string, date: string) => string;
  readonly patientLink: string;
  readonly patientLinkHint: string;
  readonly noLink: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly openAsPatient: string;
  readonly backToChart: (patient: string) => string;

  readonly checking: string;
  readonly checkingSentence: (instrument: string, patient: string) => string;
  readonly notThere: (instrument: string, patient: string, time: string) => string;
  readonly checkFailed: string;
  readonly checkAgain: string;
  readonly startOver: string;

  readonly outages: Readonly<Record<Outage, { readonly title: string; readonly detail: string }>>;
  readonly part: {
    readonly patients: string;
    readonly patient: string;
    readonly applications: string;
    readonly library: string;
    readonly application: string;
  };
  readonly partMissing: (part: string) => string;
  readonly unreadableItems: (count: number) => string;
  readonly retry: string;
  readonly trace: (id: string) => string;
  readonly notFoundTitle: string;
  readonly notFoundDetail: string;
  readonly forbiddenTitle: string;
  readonly forbiddenDetail: string;
  readonly brokenTitle: string;
  readonly brokenDetail: string;
}
