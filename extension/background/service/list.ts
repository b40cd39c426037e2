import type { Caller } from '@instrument-panel/client';
import {
  getScale,
  listPatients,
  listScores,
  type Patient,
  type ScaleSummary,
  type ScoredSubmission,
} from '@instrument-panel/client/contract';
import {
  comparableName,
  compareIdentifiers,
  type PatientRecord,
  searchPatients,
} from '@instrument-panel/client/identifiers';
import { isSameId } from '@instrument-panel/client/params';
import { type ClockReading, nowBy, toClock } from '@instrument-panel/shared/panel/clock';
import { readAll } from '@instrument-panel/shared/panel/read-all';
import { couldBelongTo, type LostAnswer } from '@instrument-panel/shared/score/latest';
import type { Identity } from '../../context/context.ts';
import { assertMatch, toRecord } from './person.ts';
import type { Service } from './services.ts';

/** Records by the name as it is compared: of hundreds of rows each is compared with its namesakes alone. */
type Namesakes = ReadonlyMap<string, readonly PatientRecord[]>;

/** The one patient of each row; undefined for none, several, or one whom rows of other keys name too. */
function recogniseRows(rows: readonly Identity[], namesakes: Namesakes): readonly (string | undefined)[] {
  const named = rows.map((row) => {
    const found = searchPatients(row, namesakes.get(comparableName(row.name ?? '')) ?? []);
    return { id: found.kind === 'one' ? found.patientId : undefined, keys: JSON.stringify(row.keys) };
  });
  const byId = Map.groupBy(named, ({ id }) => id);
  return named.map(({ id, keys }) => (byId.get(id)?.every((other) => other.keys === keys) ? id : undefined));
}

/** Milliseconds for which what was read of all patients is shown again: rows come into view one after the other. */
const LIST_LIFE_MS = 60_000;
const SCALE_LIFE_MS = 600_000;
/** Most rows to a page of the list of submissions; the proxy lets 200 through at once. */
const PAGE_SIZE_MAX = 199;

const readRecords = ({ client, cache, professionalId }: Service, signal: AbortSignal) =>
  cache.get('records', null, LIST_LIFE_MS, signal, async (left) => {
    const { data, unreadable } = await client(listPatients, {
      params: { professionalId },
      signal: left,
    });
    const known = data.map((patient) => ({
      patientId: patient.serviceId.toLowerCase(),
      ...toRecord(patient),
    }));
    return {
      namesakes: Map.groupBy(known, ({ name }) => comparableName(name ?? '')),
      byId: new Map(data.map((patient) => [patient.serviceId.toLowerCase(), patient])),
      unreadable: unreadable.length,
    };
  });

/** Every submission of the professional's patients by patient, page by page. */
const readScores = ({ client, cache, professionalId, now }: Service, signal: AbortSignal) =>
  cache.get('scores', null, LIST_LIFE_MS, signal, async (left) => {
    const at = now();
    const input = { params: { professionalId }, signal: left };
    let clock: ClockReading | null = null;
    const reader = (async (endpoint, ...call) => {
      const reply = await client(endpoint, ...call);
      clock ??= toClock(null, reply.sentAt);
      return reply;
    }) as Caller;
    const { items, ...rest } = await readAll(reader, listScores, input, PAGE_SIZE_MAX);
    return { byPatient: Map.groupBy(items, ({ patientId }) => patientId.toLowerCase()), ...rest, clock, at };
  });

const readScale = (
  { client, cache }: Service,
  formId: string,
  signal: AbortSignal,
): Promise<ScaleSummary | null> =>
  cache
    .get(`scale ${formId}`, '', SCALE_LIFE_MS, signal, async (left) => {
      const { data } = await client(getScale, { params: { formId }, signal: left });
      assertMatch(isSameId(data.id, formId));
      // Their number says which published instrument it is; what they ask is of no use to a list.
      return { ...data, questions: data.questions?.map((_, index) => index) };
    })
    .catch(() => null);

/** The patients of all rows, by all of their keys: of one row all that are linked have to be one patient. */
async function lookUpRows(
  { mapping }: Service,
  rows: readonly Identity[],
  namesakes: Namesakes,
  signal: AbortSignal,
): Promise<readonly (string | 'disagrees' | null)[]> {
  const candidates = recogniseRows(rows, namesakes);
  const keys = rows.flatMap((row, at) => row.keys.map((key) => ({ ...key, candidate: candidates[at] })));
  const found = keys.length > 0 ? await mapping.lookUp(keys, signal) : [];
  let at = 0;
  return rows.map((row, index) => {
    const own = found.slice(at, at + row.keys.length);
    at += row.keys.length;
    const ids = new Set(own.flatMap(({ patientId }) => patientId ?? []));
    if (ids.size > 1) return 'disagrees';
    const isFree = own.length > 0 && own.every((one) => one.isFree);
    return [...ids][0] ?? (isFree ? (candidates[index] ?? null) : null);
  });
}

export type RowSnapshot =
  | { readonly state: 'unlinked' }
  /** The row's name or birthday and the service's record contradict each other: nothing is shown. */
  | { readonly state: 'disagrees' }
  | {
      readonly state: 'course';
      readonly patientId: string;
      readonly submissions: readonly ScoredSubmission[];
      /** Readable parts of answers that are left out and may be this patient's. Absent if all answers were read. */
      readonly lost?: readonly LostAnswer[];
    };

function readRow(
  row: Identity,
  patientId: string | null,
  records: ReadonlyMap<string, Patient>,
  { byPatient, lostRows }: Awaited<ReturnType<typeof readScores>>,
): RowSnapshot {
  if (patientId === 'disagrees') return { state: 'disagrees' };
  const record = patientId === null ? undefined : records.get(patientId);
  // Without a record there is nothing that the row could be compared with.
  if (patientId === null || !record) return { state: 'unlinked' };
  const { contradicted } = compareIdentifiers(row, toRecord(record));
  if (contradicted.length > 0) return { state: 'disagrees' };
  const lost = lostRows.filter(couldBelongTo(patientId, null));
  const submissions = byPatient.get(patientId) ?? [];
  return { state: 'course', patientId, submissions, ...(lost.length > 0 ? { lost } : {}) };
}

/**
 * Reads what rows show. A row that is not linked shows the patient whom the record recognises; no link is created. Costs
 * one lookup, one list of records, one of submissions by page, and one request for each instrument shown.
 */
export async function readList(service: Service, rows: readonly Identity[], signal: AbortSignal) {
  const recognise = async () => {
    const records = await readRecords(service, signal);
    return { records, found: await lookUpRows(service, rows, records.namesakes, signal) };
  };
  const [{ records, found }, scores] = await Promise.all([recognise(), readScores(service, signal)]);
  const marks = rows.map((row, at) => readRow(row, found[at] ?? null, records.byId, scores));
  const forms = new Set(
    marks.flatMap((row) =>
      row.state === 'course' ? row.submissions.map((one) => one.formTemplateId.toLowerCase()) : [],
    ),
  );
  const scales = await Promise.all(
    [...forms].map(async (formId) => [formId, await readScale(service, formId, signal)] as const),
  );
  signal.throwIfAborted();
  return {
    /** One for each row asked, in its order. */
    rows: marks,
    scales: Object.fromEntries(scales),
    unreadable: records.unreadable + scores.unreadable,
    at: scores.at,
    /** The present by the service's clock, milliseconds since the epoch; null where no answer told it. */
    serviceAt: nowBy(scores.clock),
  };
}
export type ListSnapshot = Awaited<ReturnType<typeof readList>>;
