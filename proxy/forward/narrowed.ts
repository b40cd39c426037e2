import {
  type Endpoint,
  getApplication,
  getScoreGraph,
  getSubmission,
  listInstrumentApplications,
  ROLE_RULES,
  type Role,
} from '@instrument-panel/client/contract';
import type { Limits } from '../limits.ts';
import { refuse } from '../refusal.ts';
import { isAmong } from './access.ts';
import { isObject, type RouteRule } from './route-table.ts';
import type { Service, ServiceReply, ServiceRequest } from './service.ts';

const isOther = (patients: ReadonlySet<string>, value: unknown): boolean =>
  isObject(value) && 'patientId' in value && value.patientId !== null && !isAmong(patients, value.patientId);

/** Takes out, at any depth, whatever names a patient who is not among the given ones. */
function withoutOthers(patients: ReadonlySet<string>, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => !isOther(patients, item)).map((item) => withoutOthers(patients, item));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, part]) => !isOther(patients, part));
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutOthers(patients, part)]));
}

/** Whether the item names one of the patients. In mixed lists, an item without a patient id is dropped. */
function isTheirs(rule: RouteRule, patients: ReadonlySet<string>, item: unknown): boolean {
  const { subject } = rule;
  if (subject === null) return true;
  const id = isObject(item) ? item[subject] : undefined;
  if (rule.endpoint.patient.at === 'path' && (id === undefined || id === null)) return true;
  return isAmong(patients, id);
}

/**
 * Returns what a narrowed token may have: of a list its patients' items, otherwise all or nothing. Throws a
 * `Refusal`: 404 if the reply to a read names another patient, 502 if that to a write does, since it has happened.
 */
export function filterForPatients(rule: RouteRule, patients: ReadonlySet<string>, value: unknown): unknown {
  if (Array.isArray(value)) {
    return withoutOthers(
      patients,
      value.filter((item) => isTheirs(rule, patients, item)),
    );
  }
  const { at } = rule.endpoint.patient;
  const mustName = at === 'response';
  const named = isObject(value) && rule.subject !== null && value[rule.subject] != null;
  if ((mustName || named) && !isTheirs(rule, patients, value)) {
    throw refuse(rule.endpoint.effect === 'read' ? 'NOT_FOUND' : 'UPSTREAM_UNREADABLE');
  }
  return withoutOthers(patients, value);
}

async function readList(service: Service, request: ServiceRequest): Promise<readonly unknown[]> {
  const reply = await service(request);
  if (reply.kind !== 'json' || !Array.isArray(reply.value)) throw refuse('UPSTREAM_UNREADABLE');
  return reply.value;
}

/**
 * One page of a list that mixes patients. `limit` and `offset` count the token's patients alone: a reader takes
 * a short page for the last. Throws a `Refusal`: 422 where `narrowedPages` pages do not suffice.
 */
async function narrowedPage(
  service: Service,
  rule: RouteRule,
  request: ServiceRequest,
  patients: ReadonlySet<string>,
  { narrowedPages, pageMax }: Limits,
): Promise<unknown[]> {
  const limit = Number(request.query.limit);
  const offset = Number(request.query.offset ?? 0);
  const theirs: unknown[] = [];
  let read = 0;
  for (let page = 0; theirs.length < offset + limit; page += 1) {
    if (page === narrowedPages) throw refuse('NARROWED_LIST_TOO_LONG');
    const query = { ...request.query, limit: pageMax, offset: read };
    const list = await readList(service, { ...request, query });
    // The service may send less than it was asked for, so only an empty page is the end.
    if (list.length === 0) break;
    read += list.length;
    theirs.push(...(filterForPatients(rule, patients, list) as unknown[]));
  }
  return theirs.slice(offset, offset + limit);
}

/** Throws a `Refusal` (404) unless the application or submission belongs to one of the patients. */
async function readFirst(
  service: Service,
  request: ServiceRequest,
  endpoint: Endpoint,
  patients: ReadonlySet<string>,
): Promise<void> {
  const reply = await service({ ...request, endpoint, query: {}, body: undefined });
  const record = reply.kind === 'json' ? reply.value : null;
  if (!isAmong(patients, (record as { patientId?: unknown } | null)?.patientId)) throw refuse('NOT_FOUND');
}

/** The ids of the patient's applications of the instrument whose graph the professional shows to the patient. */
async function shownApplications(
  service: Service,
  request: ServiceRequest,
  patients: ReadonlySet<string>,
  { narrowedPages, pageMax }: Limits,
): Promise<ReadonlySet<unknown>> {
  const shown = new Set<unknown>();
  for (let page = 0, offset = 0; page < narrowedPages; page += 1) {
    const query = { limit: pageMax, offset };
    const list = await readList(service, { ...request, endpoint: listInstrumentApplications, query });
    for (const application of list) {
      const { id, patientId, showFormGraphToPatient } = (application ?? {}) as Record<string, unknown>;
      if (showFormGraphToPatient === true && isAmong(patients, patientId)) shown.add(id);
    }
    // An application that a short page left out is one that is not shown: what is missing errs on that side.
    if (list.length < pageMax) break;
    offset += list.length;
  }
  return shown;
}

function readPoints(graph: unknown): readonly unknown[] {
  const { series } = (graph ?? {}) as { series?: unknown };
  if (!Array.isArray(series)) throw refuse('UPSTREAM_UNREADABLE');
  return series.flatMap((one) => {
    const { points } = (one ?? {}) as { points?: unknown };
    if (!Array.isArray(points)) throw refuse('UPSTREAM_UNREADABLE');
    return points;
  });
}

/**
 * Lets a patient have their score graph only if every application of its points says `showFormGraphToPatient`:
 * with points left out it would look whole, and speak of scores that are not shown. Throws a `Refusal` (404).
 */
async function shownGraph(
  service: Service,
  request: ServiceRequest,
  patients: ReadonlySet<string>,
  limits: Limits,
): Promise<ServiceReply> {
  const shown = await shownApplications(service, request, patients, limits);
  if (shown.size === 0) throw refuse('NOT_FOUND');
  const graph = await service(request);
  if (graph.kind !== 'json') throw refuse('UPSTREAM_UNREADABLE');
  for (const point of readPoints(graph.value)) {
    const { formApplicationId } = (point ?? {}) as { formApplicationId?: unknown };
    if (!shown.has(formApplicationId)) throw refuse('NOT_FOUND');
  }
  return graph;
}

/** Calls the service for a token that is narrowed to patients, after the reads that tell whose the record is. */
export async function callNarrowed(
  service: Service,
  rule: RouteRule,
  request: ServiceRequest,
  patients: ReadonlySet<string>,
  limits: Limits,
  role: Role,
): Promise<ServiceReply> {
  const { at } = rule.endpoint.patient;
  if (ROLE_RULES[role].needsShownGraph && rule.endpoint === getScoreGraph) {
    return shownGraph(service, request, patients, limits);
  }
  if (at === 'application') await readFirst(service, request, getApplication, patients);
  if (at === 'submission') await readFirst(service, request, getSubmission, patients);
  if (at !== 'items' || !rule.paged) return service(request);
  return { kind: 'json', status: 200, value: await narrowedPage(service, rule, request, patients, limits) };
}
