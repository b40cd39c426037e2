import type { ApplicationStatus } from '@instrument-panel/client/contract';
import type { IdentifierName } from '../surface/index.ts';

export const SIDE_SECTIONS = [
  'overview',
  'apply',
  'library',
  'recommend',
  'history',
  'notifications',
  'patient',
] as const;
export type SideSection = (typeof SIDE_SECTIONS)[number];

/** What was found of the patient in a case's text. */
export type FoundName = IdentifierName | 'initials';

/** The words of the side panel. */
export interface SideWords {
  readonly sections: Readonly<Record<SideSection, string>>;
  readonly sectionsLabel: string;
  readonly nobody: string;
  readonly readingRecord: string;
  /** The name that the page gives, of a patient whom the service's record does not name yet. */
  readonly pageSays: (name: string) => string;
  readonly whatNeedsNobody: string;
  /** Said after a change of patient while something was being sent. */
  readonly wasCut: string;
  readonly wasCutSeen: string;
  readonly applicationStatus: Readonly<Record<ApplicationStatus, string>>;

  readonly apply: {
    readonly needsPatient: string;
    readonly inactive: string;
  };
  readonly library: {
    readonly search: string;
    readonly searchHint: string;
    readonly topics: string;
    readonly found: (count: number) => string;
    readonly none: string;
    readonly details: (name: string) => string;
    readonly back: string;
    readonly applyThis: (name: string) => string;
    readonly instruction: string;
    readonly patientInstruction: string;
    readonly questions: (count: number) => string;
    readonly noQuestions: string;
    readonly ranges: string;
    readonly noRanges: string;
    readonly rangeColumns: readonly [range: string, from: string, to: string];
    readonly subscales: string;
    readonly references: string;
    readonly direction: Readonly<Record<'higher-worse' | 'higher-better' | 'unknown', string>>;
    readonly type: string;
    readonly isNew: string;
  };
  readonly recommend: {
    readonly label: string;
    readonly hint: string;
    readonly ask: string;
    readonly asking: string;
    readonly empty: string;
    readonly foundTitle: (count: number) => string;
    readonly foundHint: string;
    readonly found: Readonly<Record<FoundName, string>>;
    readonly foundByBackground: (kinds: string) => string;
    readonly unchecked: string;
    readonly result: string;
    readonly aiLabel: string;
    readonly aiShort: string;
    readonly note: string;
    readonly mode: (mode: string) => string;
    readonly none: string;
    readonly relevance: (score: string) => string;
    readonly apply: (name: string) => string;
    readonly notInLibrary: string;
    readonly earlier: string;
    readonly searchEarlier: string;
    readonly noEarlier: string;
    readonly page: (page: number, pages: number) => string;
    readonly previous: string;
    readonly next: string;
    readonly caseText: string;
  };
  readonly history: {
    readonly empty: string;
    readonly instrument: string;
    readonly applications: string;
    readonly application: (cycle: string, since: string | null, next: string | null) => string;
    readonly requests: string;
    readonly columns: readonly [date: string, status: string, score: string, risk: string];
    readonly noScore: string;
    readonly open: (moment: string) => string;
    readonly noDate: string;
    readonly analysis: string;
  };
  readonly notifications: {
    readonly instrument: string;
    readonly noInstruments: string;
    readonly empty: string;
    readonly columns: readonly [sent: string, channel: string, to: string, about: string, status: string];
    readonly notSent: string;
    readonly unknown: string;
    /** What the service's words are called, by those in small letters; the specification does not show them. */
    readonly values: Readonly<Record<'channel' | 'context' | 'status', Readonly<Record<string, string>>>>;
  };
  readonly patient: {
    readonly compare: string;
    readonly columns: readonly [what: string, page: string, record: string, match: string];
    readonly notOnPage: string;
    readonly notOnRecord: string;
    readonly agrees: string;
    readonly notCompared: string;
    readonly linked: string;
    readonly notLinked: string;
    readonly formTitle: string;
    readonly formHint: string;
    readonly name: string;
    readonly surname: string;
    readonly birthday: string;
    readonly email: string;
    readonly phone: string;
    readonly needsName: string;
    readonly needsContact: string;
    readonly needsSecond: string;
    readonly link: string;
    readonly linkHint: string;
    readonly register: string;
    readonly registerHint: string;
    readonly registerQuestion: (name: string) => string;
    readonly linkDone: (kinds: string) => string;
    readonly registerDone: string;
    readonly notStored: (kinds: string) => string;
    readonly unlink: string;
    readonly unlinkQuestion: (name: string) => string;
    readonly unlinkDone: string;
    readonly relation: string;
    readonly relationIs: (status: string) => string;
    readonly relationActive: string;
    readonly relationInactive: string;
    readonly relationUnknown: string;
    readonly inactivate: string;
    readonly inactivateQuestion: (name: string) => string;
    readonly inactivateDone: string;
    readonly reactivate: string;
    readonly reactivateQuestion: (name: string) => string;
    readonly reactivateDone: string;
  };
}
