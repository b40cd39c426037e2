/** Courses that a story can take. */
export const STORY_COURSES = ['improving', 'worsening', 'relapsing', 'risk'] as const;
export type StoryCourse = (typeof STORY_COURSES)[number];

/** Parts of a form that can be wrong. */
export type ControlField =
  | 'now'
  | 'patient'
  | 'instrument'
  | 'course'
  | 'weeks'
  | 'kind'
  | 'method'
  | 'endpoint'
  | 'path'
  | 'ms'
  | 'retryAfter'
  | 'field'
  | 'times';

/** What a list is, when there is nothing in it, and how it is read. */
interface ListWords {
  readonly title: string;
  readonly intro: string;
  readonly empty: string;
}

/** Every word of the sandbox's control pages. Dates arrive formatted; what is counted arrives as a number. */
export interface ControlWords {
  readonly lang: string;
  readonly languageName: string;
  readonly switchLanguage: string;
  readonly name: string;
  readonly skip: string;
  readonly navigation: string;
  readonly note: string;

  readonly nav: {
    readonly overview: string;
    readonly people: string;
    readonly stories: string;
    readonly outbox: string;
    readonly deliveries: string;
    readonly faults: string;
    readonly requests: string;
  };
  /** A list that is cut off says so. */
  readonly shown: (shown: number, all: number) => string;
  readonly none: string;
  readonly everybody: string;

  readonly clock: {
    readonly title: string;
    readonly intro: string;
    readonly now: string;
    readonly advance: string;
    readonly day: string;
    readonly week: string;
    readonly month: string;
    readonly setTo: string;
    readonly setHint: string;
    readonly set: string;
    readonly lastMove: string;
    readonly notMoved: string;
    readonly moved: (from: string, to: string) => string;
    readonly nothingDue: string;
    readonly counts: string;
    readonly subject: string;
    readonly became: string;
    readonly count: string;
    readonly subjects: {
      readonly application: string;
      readonly submission: string;
      readonly message: string;
      readonly delivery: string;
    };
    readonly queued: string;
    readonly sent: string;
  };
  readonly overview: { readonly title: string; readonly intro: string; readonly holds: string };

  readonly people: {
    readonly title: string;
    readonly partners: string;
    readonly partner: string;
    readonly key: string;
    readonly keyState: string;
    readonly keyStates: {
      readonly active: string;
      readonly inactive: string;
      readonly expired: string;
      readonly blocked: string;
    };
    readonly endpoint: string;
    readonly noEndpoint: string;
    readonly professionals: ListWords;
    readonly professional: string;
    readonly email: string;
    readonly links: string;
    readonly patientCount: string;
    readonly noLink: string;
    readonly patients: ListWords;
    readonly patientsOf: (professional: string) => string;
    readonly patient: string;
    readonly of: string;
    readonly relation: string;
    readonly applicationCount: string;
    readonly find: string;
    readonly findHint: string;
    readonly search: string;
    readonly showAll: string;
    readonly nobodyFound: string;
  };

  readonly patient: {
    readonly title: string;
    readonly applications: ListWords;
    readonly instrument: string;
    readonly cycle: string;
    readonly state: string;
    readonly next: string;
    readonly answered: string;
    readonly link: string;
    readonly answer: (instrument: string) => string;
    readonly closed: string;
    readonly tell: string;
    readonly back: string;
    readonly unknown: string;
  };

  readonly outbox: ListWords & {
    readonly recipient: string;
    readonly filter: string;
    readonly nothingFor: string;
    readonly at: string;
    readonly channel: string;
    readonly text: string;
    readonly open: string;
    readonly openAbout: (id: number) => string;
  };

  readonly deliveries: ListWords & {
    readonly noEndpoint: string;
    readonly state: string;
    readonly all: string;
    readonly apply: string;
    readonly event: string;
    readonly status: string;
    readonly attempts: string;
    readonly body: string;
    readonly bodyOf: (event: string) => string;
    readonly noAttempt: string;
    readonly attempt: (at: string, result: string, ms: number) => string;
    readonly noAnswer: string;
    readonly nextTry: (at: string) => string;
    readonly realTime: string;
  };

  readonly faults: ListWords & {
    readonly kind: string;
    readonly kinds: Readonly<Record<string, string>>;
    readonly matches: string;
    readonly everything: string;
    readonly happened: string;
    readonly happenedOf: (happened: number, times: number | null) => string;
    readonly off: string;
    readonly offNamed: (kind: string, id: number) => string;
    readonly allOff: string;
    readonly add: string;
    readonly optional: string;
    readonly any: string;
    readonly labels: Readonly<
      Record<'kind' | 'method' | 'endpoint' | 'path' | 'ms' | 'retryAfter' | 'field' | 'times', string>
    >;
    readonly switchOn: string;
    readonly details: string;
    readonly action: string;
  };

  readonly requests: ListWords & {
    readonly at: string;
    readonly request: string;
    readonly unknownAddress: string;
    readonly status: string;
    readonly dropped: string;
    readonly ms: string;
    readonly faults: string;
  };

  readonly stories: ListWords & {
    readonly warning: string;
    readonly patient: string;
    readonly patientHint: (shown: number, all: number) => string;
    readonly instrument: string;
    readonly course: string;
    readonly courses: Readonly<Record<StoryCourse, string>>;
    readonly weeks: string;
    readonly weeksHint: (most: number) => string;
    readonly tell: string;
    readonly told: string;
    readonly noPatients: string;
    readonly state: string;
    readonly states: {
      readonly running: string;
      readonly done: string;
      readonly stopped: string;
    };
    readonly answers: string;
    readonly lastScore: string;
    readonly score: (score: string, classification: string) => string;
    readonly risk: (flags: number) => string;
  };

  readonly story: {
    readonly title: string;
    readonly running: (answers: number, weeks: number) => string;
    readonly lookAgain: string;
    readonly done: (answers: number, weeks: number) => string;
    readonly missed: (count: number) => string;
    readonly stopped: (answers: number) => string;
    readonly reason: string;
    readonly clock: string;
    readonly toPatient: string;
    readonly another: string;
    readonly unknown: string;
  };

  readonly busyTitle: string;
  readonly busy: string;
  readonly notFoundTitle: string;
  readonly notFound: string;
  readonly foreignTitle: string;
  readonly foreign: string;
  readonly tooLargeTitle: string;
  readonly tooLarge: string;
  readonly errorTitle: string;
  readonly errors: Readonly<Record<ControlField, string>>;
  readonly noRiskItem: (choices: string) => string;
}
