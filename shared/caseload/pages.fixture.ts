import { packIntegers } from '@instrument-panel/client/proxy';
import type { CaseloadCourse } from './course.ts';
import type { ApplicationsPage, SentSubmissionsPage } from './records.ts';

/** Instants of these tests are days of November 2026 at noon UTC. */
export const day = (date: number): number => Date.UTC(2026, 10, date, 12);

/** A UUID that ends with a number. */
export const uuid = (end: number): string => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`;

/** The instruments that rows name. */
export const PHQ = uuid(901);
export const GAD = uuid(902);

/** What a row draws and says of a course, each field of it: a course may have more. */
export const drawnOf = (course: CaseloadCourse): CaseloadCourse => {
  const { patientId, formId, title, yMin, yMax, domainSource, direction, gaps, from, to } = course;
  const { isLatestKnown, missed, unread } = course;
  const points = course.points.map(({ at, score, risk }) => ({ at, score, risk }));
  const scale = { yMin, yMax, domainSource, direction };
  return { patientId, formId, title, ...scale, gaps, from, to, isLatestKnown, missed, unread, points };
};

export interface GivenSubmission {
  readonly id: number;
  readonly patient: string;
  readonly form?: string;
  readonly application?: number | null;
  readonly status?: string | null;
  readonly at?: number | null;
  readonly startedAt?: number | null;
  readonly deadline?: number | null;
  readonly score?: number | null;
  readonly className?: string | null;
  readonly flags?: number | null;
  readonly isRiskUnread?: boolean;
  readonly isPartial?: boolean;
  readonly answers?: readonly {
    readonly questionId: number;
    readonly position?: number;
    readonly flagType?: string;
    readonly severity?: string;
  }[];
}

const TITLES: Readonly<Record<string, string>> = { [PHQ]: 'PHQ-9', [GAD]: 'GAD-7' };

function indexer<T>(keyOf: (one: T) => string = String) {
  const values: T[] = [];
  const places = new Map<string, number>();
  return {
    values,
    of(value: T): number {
      const place = places.get(keyOf(value)) ?? values.push(value) - 1;
      places.set(keyOf(value), place);
      return place;
    },
  };
}

const instrumentOf = (templateId: string) => ({
  templateId,
  title: null,
  shortTitle: TITLES[templateId] ?? null,
});

/** The patients by name. */
export const patientsPage = (
  given: readonly { readonly serviceId: string; readonly name?: string; readonly surname?: string }[],
  seenAt: string | null = null,
) => ({
  patientIds: given.map(({ serviceId }) => serviceId),
  name: given.map(({ name }) => name ?? null),
  surname: given.map(({ surname }) => surname ?? null),
  lostCount: 0,
  seenAt,
});

/** A page of submissions; an answer is answered, has a score and no flag unless it says otherwise. */
export function submissionsPage(
  given: readonly GivenSubmission[],
  more: Partial<SentSubmissionsPage> = {},
): SentSubmissionsPage {
  const patients = indexer<string>();
  const forms = indexer<string>();
  const classes = indexer<string>();
  const items = indexer<NonNullable<GivenSubmission['answers']>[number]>((one) => JSON.stringify(one));
  const columns = given.map((one) => {
    const { form = PHQ, className = null, status = 'ANSWERED' } = one;
    const [isAnswered, patient, instrument] = [
      status === 'ANSWERED',
      patients.of(one.patient),
      forms.of(form),
    ];
    const score = one.score === undefined && isAnswered ? 5 : (one.score ?? null);
    return {
      ...one,
      status,
      patient,
      instrument,
      score,
      class: className === null ? null : classes.of(className),
    };
  });
  return {
    patientIds: patients.values,
    instruments: forms.values.map(instrumentOf),
    classes: classes.values.map((title) => ({ title, color: null })),
    ids: columns.map(({ id }) => id),
    applicationId: columns.map(({ application }) => application ?? null),
    patient: columns.map(({ patient }) => patient),
    instrument: columns.map(({ instrument }) => instrument),
    status: columns.map(({ status }) => status),
    completedAtMs: columns.map(({ at }) => at ?? null),
    startedAtMs: columns.map(({ startedAt }) => startedAt ?? null),
    deadlineMs: columns.map(({ deadline }) => deadline ?? null),
    score: columns.map(({ score }) => score),
    class: columns.map((one) => one.class),
    riskFlagCount: columns.map(({ flags, status }) =>
      flags === undefined && status === 'ANSWERED' ? 0 : (flags ?? null),
    ),
    hasHighRisk: columns.map(() => null),
    isRiskUnread: columns.map(({ isRiskUnread }) => isRiskUnread ?? false),
    isPartial: columns.map(({ isPartial }) => isPartial ?? false),
    answers: given.map(({ answers = [] }) => answers.map(items.of)),
    items: items.values,
    lost: [],
    next: null,
    ...more,
  };
}

export interface GivenApplication {
  readonly id: number;
  readonly patient: string;
  readonly form?: string;
  readonly status?: string | null;
  readonly nextAt?: number | null;
  readonly last?: { readonly id: number; readonly score?: number | null; readonly at?: number | null };
  readonly isPartial?: boolean;
}

/** A page of applications; one is in progress unless it says otherwise. */
export function applicationsPage(given: readonly GivenApplication[]): ApplicationsPage {
  const patients = indexer<string>();
  const forms = indexer<string>();
  const patient = given.map((one) => patients.of(one.patient));
  const instrument = given.map(({ form = PHQ }) => forms.of(form));
  return {
    patientIds: patients.values,
    instruments: forms.values.map(instrumentOf),
    ids: given.map(({ id }) => id),
    patient,
    instrument,
    status: given.map(({ status }) => (status === undefined ? 'IN_PROGRESS' : status)),
    nextAnswerAtMs: given.map(({ nextAt }) => nextAt ?? null),
    lastSubmissionId: given.map(({ last }) => last?.id ?? null),
    lastScore: given.map(({ last }) => last?.score ?? null),
    lastCompletedAtMs: given.map(({ last }) => last?.at ?? null),
    isPartial: given.map(({ isPartial }) => isPartial ?? false),
    lost: [],
    next: null,
  };
}

const pack = (column: readonly (number | null)[]): string => packIntegers(column.map((one) => one ?? -1));

/** The same as `layout=packed` has it, `inColumns` in columns. */
export function packedApplications(
  given: readonly GivenApplication[],
  inColumns: readonly GivenApplication[] = [],
) {
  const all = applicationsPage([...inColumns, ...given]);
  const page = applicationsPage(inColumns);
  const packed = <T>(column: readonly T[]): readonly T[] => column.slice(inColumns.length);
  const statuses = [...new Set(packed(all.status))].map(String);
  return {
    ...page,
    patientIds: all.patientIds,
    instruments: all.instruments,
    packed: {
      statuses,
      count: given.length,
      ids: pack(packed(all.ids)),
      patient: pack(packed(all.patient)),
      instrument: pack(packed(all.instrument)),
      status: pack(packed(all.status).map((one) => statuses.indexOf(String(one)))),
      nextAnswerAtMs: pack(packed(all.nextAnswerAtMs)),
      lastSubmissionId: pack(packed(all.lastSubmissionId)),
      lastScore: pack(packed(all.lastScore)),
      lastCompletedAtMs: pack(packed(all.lastCompletedAtMs)),
      unitMs: 1,
    },
  };
}

/** A page of answers as `layout=packed` has it, with no row in columns. */
export function packedPage(given: readonly GivenSubmission[]) {
  const page = submissionsPage(given);
  return {
    ...submissionsPage([], {
      patientIds: page.patientIds,
      instruments: page.instruments,
      classes: page.classes,
    }),
    packed: {
      count: given.length,
      ids: pack(page.ids),
      applicationId: pack(page.applicationId),
      patient: pack(page.patient),
      instrument: pack(page.instrument),
      completedAtMs: pack(page.completedAtMs),
      unitMs: 1,
      score: pack(page.score),
      // Each in full, though it may be as that of a row before.
      class: packIntegers(page.class.map((index) => (index ?? -1) + 2)),
    },
  };
}

/** A page as `layout=courses` has it: `stated` as packed rows, `drawn` as one course, of one patient, to the quarter hour. */
export function coursesPage(stated: readonly GivenSubmission[], drawn: readonly GivenSubmission[]) {
  const stepMs = 900_000;
  const quarters = drawn.map(({ at }) => Math.floor((at ?? 0) / stepMs));
  return {
    ...packedPage(stated),
    courses: {
      count: 1,
      answers: drawn.length,
      patient: packIntegers([0]),
      instrument: packIntegers([0]),
      length: packIntegers([drawn.length]),
      firstAt: packIntegers(quarters.slice(0, 1)),
      steps: packIntegers(quarters.slice(1).map((quarter, index) => quarter - (quarters[index] ?? quarter))),
      stepMs,
      score: packIntegers(drawn.map(({ score }) => score ?? 0)),
    },
  };
}
