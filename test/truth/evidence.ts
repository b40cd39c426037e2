import { NOW, type TrueCourse, type Wire } from './clinic.ts';

/**
 * What the wire carries, read by rules of the interface's description (docs/service.md) and nothing of ours: a value
 * counts only in the form that the description gives it, and what is in another form is odd, not absent.
 */
export type Json = Readonly<Record<string, unknown>>;
export type Risk = 'flagged' | 'none' | 'unknown';
type Whose = 'ours' | 'unknown' | 'other';

/** An answer of the patient as one of the service's answers has it: a point of a graph, or a row of a list. */
export interface Evidence {
  readonly from: 'graph' | 'list';
  readonly id: number | null;
  /** Milliseconds; null where it is absent or odd. */
  readonly at: number | null;
  readonly score: number | null;
  readonly title: string | null;
  readonly risk: Risk;
  readonly severities: readonly string[];
  readonly isAnswered: boolean | null;
  readonly whose: Whose;
  /** It is the patient's and the instrument's, or was before that could no longer be told. */
  readonly isOurs: boolean;
  readonly status: string | null;
  /** Name of the series of a point. */
  readonly series: string | null;
  readonly previous: number | null;
  /** What the row says in truth; null for a row that cannot be told. */
  readonly truth: Truth | null;
  readonly raw: Json;
}

interface Truth {
  readonly at: number | null;
  readonly isAnswered: boolean;
  readonly risk: Risk;
}

/** A statement on a screen that the service's answers do not carry, or a flag that the screen does not tell. */
export interface Finding {
  /** `lost flag`, or the kind of false statement. */
  readonly kind: string;
  readonly detail: string;
}
export const finding = (kind: string, detail: string): Finding => ({ kind, detail });

/** More than any scale's end. */
export const ABSURD = 1e6;
export const NOW_MS = Date.parse(NOW);
const DAY_MS = 86_400_000;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MISSED = /^CANCELED/;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const toObject = (value: unknown): Json => (isObject(value) ? value : {});
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const toScore = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
export const toAt = (value: unknown): number | null => {
  const at = typeof value === 'string' && DATE_TIME.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
};
/** An empty text says no more than an absent one. */
const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `12 Nov 2026` */
export function sayDay(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
/** `12 Nov 2026, 14:05` */
export const sayMinute = (at: number): string => `${sayDay(at)}, ${new Date(at).toISOString().slice(11, 16)}`;
/** True of an instant in the form of a day, with or without its year, of a minute, or ISO 8601. */
export const isSaidAs = (at: number | null, text: string | null): boolean =>
  at !== null &&
  text !== null &&
  (sayDay(at).startsWith(`${text} `) ||
    [sayDay(at), sayMinute(at), new Date(at).toISOString()].includes(text));
export const isFuture = (at: number | null): boolean => at !== null && at > NOW_MS + DAY_MS;

const whoseOf = (value: unknown, ours: string): Whose =>
  typeof value === 'string' && UUID.test(value)
    ? value.toLowerCase() === ours
      ? 'ours'
      : 'other'
    : 'unknown';

function ofBoth(patient: Whose, form: Whose): Whose {
  if (patient === 'other' || form === 'other') return 'other';
  return patient === 'unknown' || form === 'unknown' ? 'unknown' : 'ours';
}

/** What a row says of risk. No flag only if a count of 0 says so, or every answer does, and nothing is odd. */
export function riskOf(row: Json): Risk {
  const flags = toList(row.answers).map((answer) => toObject(answer).riskFlag);
  const types = flags.map((flag) => toObject(flag).flagType);
  const isFlag = (type: unknown): boolean => typeof type === 'string' && !['NONE', ''].includes(type);
  const count = row.riskFlagCount;
  if (row.hasHighRisk === true || (typeof count === 'number' && count > 0) || types.some(isFlag))
    return 'flagged';
  const odd =
    (row.hasHighRisk != null && typeof row.hasHighRisk !== 'boolean') ||
    (count != null && count !== 0) ||
    (row.answers != null && !Array.isArray(row.answers)) ||
    toList(row.answers).some((answer) => !isObject(answer)) ||
    flags.some((flag) => flag != null && !isObject(flag)) ||
    types.some((type) => type === '' || (type != null && typeof type !== 'string'));
  if (odd) return 'unknown';
  return count === 0 || (types.length > 0 && types.every((type) => type === 'NONE')) ? 'none' : 'unknown';
}

/** Answers of a row with a flag that says something. */
export const flaggedAnswersOf = (row: Json): Json[] =>
  toList(row.answers)
    .map(toObject)
    .filter(({ riskFlag }) => ![undefined, null, 'NONE', ''].includes(toObject(riskFlag).flagType as string));

const severitiesOf = (row: Json): string[] =>
  toList(row.answers).flatMap((answer) => {
    const flag = toObject(toObject(answer).riskFlag);
    return typeof flag.severity === 'string' && flag.flagType !== 'NONE' ? [flag.severity] : [];
  });

const isAnswered = (status: unknown): boolean | null =>
  status === 'ANSWERED'
    ? true
    : typeof status === 'string' && /^[A-Z_]+$/.test(status) && status !== 'QUUX'
      ? false
      : null;

const truthOf = (row: Json): Truth => ({
  at: toAt(row.completedFillAt),
  isAnswered: row.status === undefined || row.status === 'ANSWERED',
  risk: riskOf(row),
});

/** The true row of a row: by its id, else by its place where no row was taken out. */
function trueRow(
  row: unknown,
  index: number,
  rows: readonly unknown[],
  truth: readonly unknown[],
  id: string,
) {
  const found = truth.find((one) => toObject(one)[id] === toObject(row)[id]);
  return found ?? (rows.length === truth.length ? truth[index] : undefined);
}

/** Every row of the list of submissions, of whatever instrument. */
export function fromList(wire: Wire, course: TrueCourse): Evidence[] {
  const rows = toList(wire.submissions);
  const all = toList(course.wire.submissions);
  return rows.map((value, index) => {
    const row = toObject(value);
    const truth = trueRow(row, index, rows, all, 'id');
    const known = toObject(truth);
    const whose = ofBoth(
      whoseOf(row.patientId, course.patientId),
      whoseOf(row.formTemplateId, course.formId),
    );
    const isOtherForm = known.formTemplateId !== undefined && known.formTemplateId !== course.formId;
    const title = toObject(row.globalClassification).title;
    return {
      from: 'list',
      id: toScore(row.id),
      at: toAt(row.completedFillAt),
      score: toScore(row.score),
      title: toText(title),
      risk: riskOf(row),
      severities: severitiesOf(row),
      isAnswered: isAnswered(row.status),
      whose,
      isOurs: whose === 'ours' || (whose === 'unknown' && !isOtherForm),
      status: toText(row.status),
      series: null,
      previous: null,
      truth: truth === undefined ? null : truthOf(known),
      raw: row,
    };
  });
}

function fromGraph(wire: Wire, course: TrueCourse): Evidence[] {
  const graph = toObject(wire.graph);
  const whose = ofBoth(
    whoseOf(graph.patientId, course.patientId),
    whoseOf(graph.formTemplateId, course.formId),
  );
  // It is worthless without its ids: what stands by the list beside it is not disputed by it.
  if (whose === 'unknown') return [];
  const trueSeries = toList(toObject(course.wire.graph).series).map(toObject);
  return toList(graph.series).flatMap((one, at) => {
    const series = toObject(one);
    const points = toList(series.points);
    const truths = toList(
      (trueSeries.find(({ seriesId }) => seriesId === series.seriesId) ?? trueSeries[at])?.points,
    );
    return points.map((value, index) => {
      const row = toObject(value);
      const truth = trueRow(row, index, points, truths, 'submissionId');
      const { title } = toObject(row.classification);
      return {
        from: 'graph' as const,
        id: toScore(row.submissionId),
        at: toAt(row.completedFillAt),
        score: toScore(row.score),
        title: toText(title),
        risk: 'unknown' as const,
        severities: [],
        isAnswered: true,
        whose,
        isOurs: whose !== 'other',
        status: null,
        series: toText(series.name),
        previous: toScore(toObject(row.indicators).deltaFromPrevious),
        truth: truth === undefined ? null : truthOf(toObject(truth)),
        raw: row,
      };
    });
  });
}

/**
 * Everything that a surface was given about answers of the patient on the instrument, and about requests without one.
 * `strays` are rows of a list of all patients that do not say whose they are, of the instrument or of none that is known.
 */
export function evidenceOf(wire: Wire, course: TrueCourse, hasGraph: boolean, isOfAll: boolean) {
  const all = fromList(wire, course).filter(({ whose }) => whose !== 'other');
  const isStray = ({ raw }: Evidence) => isOfAll && whoseOf(raw.patientId, course.patientId) === 'unknown';
  const list = all.filter((row) => !isStray(row));
  const graph = hasGraph ? fromGraph(wire, course) : [];
  const now = list.filter(({ isAnswered, isOurs }) => isOurs && isAnswered !== false);
  return { list, graph, answered: [...graph, ...now], strays: all.filter(isStray) };
}

/** How many requests were missed: at least, where all is told, and at most, with what cannot be told. */
export function missedIn(list: readonly Evidence[]): { readonly least: number; readonly most: number } {
  let least = 0;
  let most = 0;
  for (const { status, raw, whose, isAnswered } of list) {
    const dates = [raw.startedAt, raw.notifiedAt, raw.createdAt, raw.deadline];
    const isPast = dates.every((date) => (toAt(date) ?? Number.POSITIVE_INFINITY) <= NOW_MS);
    const mayBePast = dates.some(
      (date) => date == null || toAt(date) === null || Number(toAt(date)) <= NOW_MS,
    );
    if (status === 'LATE' || MISSED.test(status ?? '')) {
      if (whose === 'ours' && (status === 'LATE' || isPast)) least++;
      if (mayBePast || status === 'LATE') most++;
    } else if (isAnswered === null) most++;
  }
  return { least, most };
}

/** The answers that are announced: the two newest, and the newest with a flag. */
export function newsOf({ wire }: TrueCourse): readonly number[] {
  const rows = toList(wire.submissions).map(toObject);
  const answered = rows.filter(({ status }) => status === 'ANSWERED');
  const flagged = rows.find((row) => riskOf(row) === 'flagged');
  return [...new Set([...answered.slice(0, 2), ...(flagged ? [flagged] : [])].map(({ id }) => Number(id)))];
}
