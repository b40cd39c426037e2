import {
  type Endpoint,
  getApplication,
  getSubmission,
  listInstrumentApplications,
} from '@instrument-panel/client/contract';
import type { Limits } from '../limits.ts';
import { refuse } from '../refusal.ts';
import { isAmong } from './access.ts';
import { isObject, type RouteRule } from './route-table.ts';
import type { Service, ServiceRequest } from './service.ts';

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

/** Whether the item names one of the patients; if the list mixes patients, one that names nobody is not theirs. */
function isTheirs(rule: RouteRule, patients: ReadonlySet<string>, item: unknown): boolean {
  const { subject } = rule;
  if (subject === null) return true;
  const id = isObject(item) ? item[subject] : undefined;
  if (rule.endpoint.patient.at === 'path' && (id === undefined || id === null)) return true;
  return isAmong(patients, id);
}

/**
 * Gives the part of an answer that a narrowed token may have, before the view is taken: of a list the items of its
 * patients, otherwise all or nothing. Throws a `Refusal`: 404, that of a missing one, if a read names somebody else;
 * 502 if a write does, since it has happened.
 */
export function onlyTheirs(rule: RouteRule, patients: ReadonlySet<string>, value: unknown): unknown {
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

/**
 * One page of a list that mixes patients, for a token narrowed to some. `limit` and `offset` count the patients' own
 * items: were the service's pages only thinned out, a reader would take a short page for the last, and lose what
 * comes after it. Throws a `Refusal`: 422 where `narrowedPages` pages do not suffice.
 */
export async function narrowedPage(
  service: Service,
  rule: RouteRule,
  request: ServiceRequest,
  patients: ReadonlySet<string>,
  limits: Limits,
): Promise<unknown[]> {
  const limit = Number(request.query.limit);
  const offset = Number(request.query.offset ?? 0);
  const theirs: unknown[] = [];
  let read = 0;
  for (let page = 0; theirs.length < offset + limit; page += 1) {
    if (page === limits.narrowedPages) throw refuse('NARROWED_LIST_TOO_LONG');
    const reply = await service({
      ...request,
      query: { ...request.query, limit: limits.pageMax, offset: read },
    });
    if (reply.kind !== 'json' || !Array.isArray(reply.value)) throw refuse('UPSTREAM_UNREADABLE');
    // The service may send less than it was asked for, so only an empty page is the end.
    if (reply.value.length === 0) break;
    read += reply.value.length;
    theirs.push(...(onlyTheirs(rule, patients, reply.value) as unknown[]));
  }
  return theirs.slice(offset, offset + limit);
}

const READ_BY: Readonly<Record<'application' | 'submission', Endpoint>> = {
  application: getApplication,
  submission: getSubmission,
};

/**
 * Reads the application or submission that a write is about, and throws the `Refusal` (404) of a missing one
 * unless it belongs to one of the patients.
 */
export async function readFirst(
  service: Service,
  request: ServiceRequest,
  at: 'application' | 'submission',
  patients: ReadonlySet<string>,
): Promise<void> {
  const reply = await service({ ...request, endpoint: READ_BY[at], query: {}, body: undefined });
  const record = reply.kind === 'json' ? reply.value : null;
  if (!isAmong(patients, (record as { patientId?: unknown } | null)?.patientId)) throw refuse('NOT_FOUND');
}

/** The ids of the patient's applications of the instrument whose graph the professional shows to the patient. */
async function shownApplications(
  service: Service,
  request: ServiceRequest,
  patients: ReadonlySet<string>,
  limits: Limits,
): Promise<ReadonlySet<unknown>> {
  const shown = new Set<unknown>();
  for (let page = 0, offset = 0; page < limits.narrowedPages; page += 1) {
    const query = { limit: limits.pageMax, offset };
    const reply = await service({ ...request, endpoint: listInstrumentApplications, query });
    if (reply.kind !== 'json' || !Array.isArray(reply.value)) throw refuse('UPSTREAM_UNREADABLE');
    for (const application of reply.value) {
      const { id, patientId, showFormGraphToPatient } = (application ?? {}) as Record<string, unknown>;
      if (showFormGraphToPatient === true && isAmong(patients, patientId)) shown.add(id);
    }
    // An application that a short page left out is one that is not shown: what is missing errs on that side.
    if (reply.value.length < limits.pageMax) break;
    offset += reply.value.length;
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
 * Lets a patient have their own score graph only if the professional shows it (`showFormGraphToPatient`): every
 * application that a point of it comes from must say so, and one at least must, since a graph with points left out
 * would look whole, and its changes would speak of scores that are not shown.
 *
 * @param read reads the graph; not called if no application shows it
 * @throws Refusal 404, that of a missing graph
 */
export async function shownGraph<Graph extends { readonly kind: string; readonly value?: unknown }>(
  service: Service,
  request: ServiceRequest,
  patients: ReadonlySet<string>,
  limits: Limits,
  read: () => Promise<Graph>,
): Promise<Graph> {
  const shown = await shownApplications(service, request, patients, limits);
  if (shown.size === 0) throw refuse('NOT_FOUND');
  const graph = await read();
  if (graph.kind !== 'json') throw refuse('UPSTREAM_UNREADABLE');
  for (const point of readPoints(graph.value)) {
    const { formApplicationId } = (point ?? {}) as { formApplicationId?: unknown };
    if (!shown.has(formApplicationId)) throw refuse('NOT_FOUND');
  }
  return graph;
}
