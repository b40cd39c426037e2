import {
  type InstrumentReference,
  isActiveApplication,
  type LastSubmission,
  type ScaleSummary,
  type ScoredSubmission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/same-id';
import { wholeRanges } from './bands.ts';
import { answeredAt, couldBelongTo, type LostAnswer, mayBeAnswered } from './latest.ts';
import { findNames, type ShortView, shortView } from './short-view.ts';

/** What a row needs of an application. */
export interface PlannedRequest {
  readonly patientId: string;
  readonly formTemplateId: string;
  readonly formTemplate?: Partial<InstrumentReference> | null | undefined;
  readonly status?: string | null | undefined;
  readonly nextAnswerAt?: string | null | undefined;
  readonly lastSubmission?: LastSubmission | null | undefined;
}

/** What is known of one instrument of a patient. */
export interface OverviewRow {
  /** UUID in lower case. */
  readonly formId: string;
  /** Short title, or the long one; empty where neither is known. */
  readonly title: string;
  readonly view: ShortView;
  /** Ends of the range that the latest answer is in; null where the instrument does not say. */
  readonly band: { readonly minScore: number; readonly maxScore: number } | null;
  /** Scores of the subscales in the latest answer, of an instrument without a score of the whole. */
  readonly subscales: readonly { readonly name: string; readonly score: number }[];
  /** When the newest answer was given, readable or not, milliseconds; null where none says. */
  readonly answeredAt: number | null;
  /** The next date of an active application; null where none is known. */
  readonly nextAt: number | null;
  /** Nothing that was read, or could not be, may be an answer. */
  readonly isUnanswered: boolean;
}

/** What is known of all instruments of a patient. */
export interface Overview {
  readonly patientId: string;
  /** Those with a flag that no later answer contradicts first, the newest flag first; then by their newest answer. */
  readonly rows: readonly OverviewRow[];
  /** Answers that could not be read, of which not even the instrument is known. */
  readonly unlisted: number;
}

interface OverviewInput {
  readonly patientId: string;
  readonly submissions: readonly ScoredSubmission[];
  readonly lost: readonly LostAnswer[];
  /** Null where they could not be read. */
  readonly applications: readonly PlannedRequest[] | null;
  /** By the id of the instrument, in lower case. */
  readonly scales: ReadonlyMap<string, ScaleSummary | null>;
  /** The service's clock, milliseconds; null where it is not known. */
  readonly now: number | null;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id of a row's instrument in lower case; empty where it cannot be read. */
function formOf(formTemplateId: unknown): string {
  const id = String(formTemplateId ?? '').toLowerCase();
  return UUID.test(id) ? id : '';
}

/** Instruments of which something is known, each once. */
export const listForms = (rows: readonly { readonly formTemplateId?: unknown }[]): readonly string[] => [
  ...new Set(rows.map((row) => formOf(row.formTemplateId)).filter(Boolean)),
];

/** The last answers that applications name, of which no more is known; not those that a list holds by id or by instant. */
function findNewer(applications: readonly PlannedRequest[], listed: readonly LostAnswer[]): LostAnswer[] {
  const placeOf = ({ formTemplateId, completedFillAt }: LostAnswer): string =>
    `${formOf(formTemplateId)} ${Date.parse(String(completedFillAt))}`;
  const places = new Set(listed.map(placeOf).filter((place) => !/NaN|^ /.test(place)));
  const ids = new Set(listed.map(({ id }) => id));
  return applications.flatMap(({ lastSubmission: last, patientId, formTemplateId }) => {
    if (!last || ids.has(last.id)) return [];
    const newer = { ...last, status: 'ANSWERED', patientId, formTemplateId };
    return places.has(placeOf(newer)) ? [] : newer;
  });
}

function findNext(applications: readonly PlannedRequest[], now: number | null): number | null {
  const planned = applications
    .filter(isActiveApplication)
    .map(({ nextAnswerAt }) => Date.parse(nextAnswerAt ?? ''))
    .filter((at) => at > (now ?? Number.NEGATIVE_INFINITY));
  return planned.length > 0 ? Math.min(...planned) : null;
}

/** The newest answer of an instrument that has no score of the whole. */
function findSubscales(answered: readonly ScoredSubmission[], now: number | null) {
  const newest = answered.reduce<ScoredSubmission | null>(
    (a, b) => (a && !(answeredAt(b.completedFillAt, now) > answeredAt(a.completedFillAt, now)) ? a : b),
    null,
  );
  return (newest?.subscaleScores ?? []).flatMap(({ name, score }) =>
    score == null ? [] : [{ name, score }],
  );
}

function toRow(input: OverviewInput, lost: readonly LostAnswer[], formId: string): OverviewRow {
  const { patientId, now } = input;
  const isOurs = couldBelongTo(patientId, formId);
  const ofForm = ({ formTemplateId }: { readonly formTemplateId: string }) =>
    isSameId(formTemplateId, formId);
  const submissions = input.submissions.filter(ofForm);
  const applications = input.applications?.filter(ofForm) ?? [];
  const scale = input.scales.get(formId) ?? null;
  const answered = submissions.filter(({ status }) => status === 'ANSWERED');
  const short = shortView({ patientId, formId, submissions, scale, lost, now });
  // An answer without a date may be the latest, also where none has a score of the whole.
  const isDated = answered.every(({ completedFillAt }) => answeredAt(completedFillAt, now) > 0);
  const view = { ...short, isLatestKnown: short.isLatestKnown && isDated };
  const last = view.points.at(-1);
  const instants = [
    ...answered.map(({ completedFillAt }) => answeredAt(completedFillAt, now)).filter((at) => at > 0),
    ...view.unread.at,
  ];
  const named = findNames(applications);
  return {
    formId,
    title: view.title || named?.shortTitle || named?.title || '',
    view,
    band:
      wholeRanges(scale).find(
        ({ minScore, maxScore, formSubScaleId }) =>
          formSubScaleId == null && last && minScore <= last.score && last.score <= maxScore,
      ) ?? null,
    subscales: view.unscored > 0 && view.isLatestKnown ? findSubscales(answered, now) : [],
    answeredAt: instants.length > 0 ? instants.reduce((a, b) => Math.max(a, b)) : null,
    nextAt: findNext(applications, now),
    isUnanswered:
      view.isLatestKnown &&
      ![...(submissions as readonly LostAnswer[]), ...lost.filter(isOurs)].some(mayBeAnswered),
  };
}

/** True for a flag that no later answer to the same item contradicts. */
export const isFlagged = ({ view: { risk } }: Pick<OverviewRow, 'view'>): boolean =>
  risk.kind === 'flagged' && risk.isCurrent;

/** Instant of a row's flag; one without an instant may be the newest. */
const flaggedAt = ({ view: { risk } }: OverviewRow): number =>
  risk.kind === 'flagged' ? (risk.at ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY;

/** Brings the newest flag first, and rows without one last. */
export const compareFlags = (a: OverviewRow, b: OverviewRow): number => flaggedAt(b) - flaggedAt(a) || 0;

const newest = ({ answeredAt: at }: OverviewRow): number => at ?? Number.NEGATIVE_INFINITY;

/**
 * Brings instruments in the order in which they were shown, so that no row moves away from the pointer; those that were
 * not shown yet come last.
 *
 * @param shown their ids, first to last
 */
export function keepOrder(rows: readonly OverviewRow[], shown: readonly string[]): readonly OverviewRow[] {
  const places = new Map(shown.map((formId, at) => [formId, at]));
  const placeOf = ({ formId }: OverviewRow): number => places.get(formId) ?? shown.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** States what is known of all instruments of a patient: a row for each, by the rules of a sparkline's view. */
export function toOverview(input: OverviewInput): Overview {
  const { patientId, submissions, applications } = input;
  const left = input.lost.filter(couldBelongTo(patientId, null));
  const listed = [...(submissions as readonly LostAnswer[]), ...left].filter(mayBeAnswered);
  const lost = [...left, ...findNewer(applications ?? [], listed)];
  const forms = listForms([...submissions, ...(applications ?? []), ...lost]);
  const rows = forms.map((formId) => toRow(input, lost, formId));
  rows.sort(
    (a, b) =>
      Number(isFlagged(b)) - Number(isFlagged(a)) ||
      (isFlagged(a) && compareFlags(a, b)) ||
      newest(b) - newest(a) ||
      a.title.localeCompare(b.title),
  );
  const unlisted = lost.filter((row) => formOf(row.formTemplateId) === '' && mayBeAnswered(row)).length;
  return { patientId, rows, unlisted };
}
