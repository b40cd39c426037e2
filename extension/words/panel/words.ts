import type { APPLICATION_STATUSES } from '@instrument-panel/client/contract';
import type { ProblemCode } from '../problems.ts';

/** What can be changed of what was applied. */
export const CHANGES = ['recur', 'finish', 'cancel', 'cancel-request', 'delete-request'] as const;
export type ChangeKind = (typeof CHANGES)[number];

/** The words of one change; each names instrument and patient where somebody confirms it. */
export interface ChangeWords {
  /** On the button that asks for it. */
  readonly ask: string;
  /** `about` says which of several, by its date; empty where the service gives none. */
  readonly question: (instrument: string, patient: string, about: string) => string;
  readonly means: string;
  readonly confirm: (instrument: string, patient: string, about: string) => string;
  readonly done: (instrument: string, patient: string) => string;
}

/** Why a panel shows nothing, or nothing current; each has a sentence that says what to do. */
export const TROUBLES = [
  'signed-out',
  'not-linked',
  'disagrees',
  'unconfirmed',
  'changed',
  'forbidden',
  'not-found',
  'mismatch',
  'unreadable',
  'offline',
  'network',
  'busy',
  'service',
] as const satisfies readonly ProblemCode[];
export type TroubleName = (typeof TROUBLES)[number];

/** What the panel in a chart says beyond the words of a course (locale/panel), of the form and of the answers. */
export interface ChartWords {
  readonly title: string;
  readonly born: (name: string, date: string) => string;
  readonly open: string;
  readonly close: string;
  readonly side: string;
  readonly sideFailed: string;
  readonly apply: string;
  readonly leaveForm: string;
  /** Nothing can be applied: the page gives nothing to compare with the record. */
  readonly cannotApply: string;
  readonly suggested: string;
  readonly suggest: (instrument: string) => string;
  readonly usedBefore: string;
  readonly appliedLately: string;

  readonly loading: string;
  readonly again: string;
  readonly readAgain: string;
  readonly emptyTitle: string;
  readonly emptyHint: string;
  readonly noAnswers: string;
  readonly noScore: string;
  readonly unread: (reason: string) => string;
  readonly riskTitle: string;
  readonly of: (instrument: string, sentence: string) => string;

  readonly late: (count: number) => string;
  readonly waiting: (count: number) => string;
  readonly next: (date: string) => string;

  readonly latestAnswers: string;
  readonly requests: (count: number) => string;
  readonly noRequests: string;
  readonly asked: (moment: string) => string;
  readonly applications: string;
  readonly noApplications: string;
  readonly status: Readonly<Record<(typeof APPLICATION_STATUSES)[number], string>>;
  readonly since: (date: string) => string;
  readonly recurrence: string;

  readonly changes: Readonly<Record<ChangeKind, ChangeWords>>;
  readonly keep: string;
  readonly closeOutcome: string;
  readonly sending: string;
  readonly checking: string;
  readonly refused: (instrument: string) => string;
  /** Where a change was refused for what, of a reading, is said of the patient. */
  readonly refusedFor: Readonly<Record<'forbidden' | 'not-found', string>>;
  readonly notDone: string;
  readonly unknown: string;
  readonly checkAgain: string;

  readonly troubles: Readonly<
    Record<TroubleName, { readonly title: string; readonly advice: string; readonly action?: string }>
  >;
  readonly trace: (id: string) => string;
  readonly covered: string;
  readonly moved: string;
  readonly interrupted: string;
  readonly orphaned: string;
  /** Said beside it where something was being sent. */
  readonly orphanedUnderWay: string;
  readonly orphanedSeen: string;
}
