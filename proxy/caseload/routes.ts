import {
  decodeQuery,
  listApplications,
  listPatients,
  listSubmissions,
  type QueryValues,
} from '@instrument-panel/client/contract';
import {
  listCaseloadApplications,
  listCaseloadPatients,
  listCaseloadSubmissions,
  markCaseloadSeen,
} from '@instrument-panel/client/proxy';
import { asUuid } from '../audit/audit.ts';
import { compress } from '../compress.ts';
import { type Call, json, type ProxyResponse } from '../exchange.ts';
import {
  allowAction,
  isAmong,
  type Narrowing,
  RATE_LIMIT_OF_ROLE,
  readProfessional,
  toNarrowing,
  toSubject,
} from '../forward/access.ts';
import type { TokenParts } from '../forward/forward.ts';
import { invalid, Refusal } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { type Asking, createAsking, WHOLE_TIMES } from './asking.ts';
import { createListedMemory, digestOf, type ListedMemory } from './listed.ts';
import { createRowSet, type Told, toApplicationColumns, toPatients, toSubmissionColumns } from './row-set.ts';
import { createRowReaders } from './rows.ts';
import { type AddScales, createScales } from './scales.ts';
import { createSeen } from './seen.ts';
import { readRows } from './service-list.ts';

type ListEndpoint =
  | typeof listCaseloadPatients
  | typeof listCaseloadApplications
  | typeof listCaseloadSubmissions;

interface ListCall<Endpoint extends ListEndpoint> {
  readonly asking: Asking;
  readonly query: QueryValues<Endpoint['query']>;
  readonly narrowing: Narrowing;
  readonly readers: ReturnType<typeof createRowReaders>;
  readonly limits: Settings['limits'];
  readonly addScales: AddScales;
  readonly memory: ListedMemory;
  /** Until when the list was seen by the person whom the token names. */
  readonly seenAt: () => Promise<string | null>;
}

async function readPatients(call: ListCall<typeof listCaseloadPatients>) {
  const { asking, narrowing, readers, seenAt, memory } = call;
  const set = createRowSet();
  await readRows(await asking.list(listPatients), readers.patient, set);
  const { value, named } = toPatients(set, narrowing);
  memory.keep(value.patientIds);
  return { value: { ...value, seenAt: await seenAt() }, named };
}

/**
 * The patients whom the caller has read. It gives their digest, so that an answer need not repeat an id for each; where it is
 * that of nobody whom this proxy has named, nor of the professional's patients by now, none is known by its place.
 */
async function readListed(
  { asking, narrowing, memory }: Pick<ListCall<ListEndpoint>, 'asking' | 'narrowing' | 'memory'>,
  digest?: string,
) {
  if (digest === undefined) return [];
  // A narrowed token knows no place in a list of others.
  const known = narrowing === null ? memory.find(digest) : undefined;
  if (known) return known;
  const rows = await asking.list(listPatients).catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });
  const ids = rows.flatMap((row) => asUuid((row as { serviceId?: unknown } | null)?.serviceId) ?? []);
  const listed = [...new Set(ids)].filter((id) => narrowing === null || isAmong(narrowing, id));
  return digestOf(listed) === digest ? listed : [];
}

async function readApplications(call: ListCall<typeof listCaseloadApplications>) {
  const { asking, query, narrowing, readers, limits } = call;
  const set = createRowSet();
  // In this order new applications come last, and move no other while the list is read.
  const order = { orderBy: 'created_at', orderDirection: 'ASC' };
  const { offset = 0, layout = 'columns', patients } = query;
  // No row is shown before all of them are known.
  const list = { query: order, offset, rows: limits.caseloadApplications, isLong: true };
  const reading = asking.pages(listApplications, list, readers.application, set);
  const [next, listed] = await Promise.all([reading, readListed(call, patients)]);
  return toApplicationColumns(set, narrowing, next, { layout, listed });
}

async function readSubmissions(call: ListCall<typeof listCaseloadSubmissions>) {
  const { asking, query, narrowing, readers, limits, addScales } = call;
  const { ids, offset = 0, startDate, endDate, layout: asked = 'columns', patients } = query;
  const layout = ids ? 'columns' : asked;
  const set = createRowSet();
  const read = readers.submission(ids !== undefined);
  if (ids) await asking.each(ids, read, set);
  // Nobody waits for the first rows of a period that has ended, or for courses.
  const isLong = offset > 0 || endDate !== undefined || layout === 'courses';
  const list = { query: { startDate, endDate }, offset, rows: limits.caseloadRows, isLong };
  const reading = ids ? null : asking.pages(listSubmissions, list, read, set);
  const [next, listed] = await Promise.all([reading, readListed(call, patients)]);
  const now = Date.parse(asking.date());
  const windowMs = startDate ? (endDate ? Date.parse(endDate) : now) - Date.parse(startDate) : 0;
  const told = await toSubmissionColumns(set, narrowing, next, { layout, listed, now, windowMs });
  // The first rows are not kept waiting: those of this layout come again.
  if (layout === 'flagged') return told;
  const readScale = async (formId: string) => readers.scale(await asking.instrument(formId), formId);
  return {
    ...told,
    value: { ...told.value, instruments: await addScales(told.value.instruments, readScale) },
  };
}

/** Of what the service sends as an id only an id gets into the trail. */
const toShown = (named: readonly unknown[]): readonly string[] =>
  [...new Set(named.map(asUuid))].filter((id) => id !== undefined);

/** `GET /caseload/…` and `POST /caseload/seen`: what a list of all patients of a professional is made of. */
export function createCaseloadRoutes(settings: Settings, parts: TokenParts): readonly OwnRoute[] {
  const { limits, patients } = settings;
  const { readToken, limiter } = parts;
  const begin = createAsking(settings, parts);
  const seen = createSeen(settings);
  const scalesFor = createScales(settings);
  const memory = createListedMemory();

  async function admit(call: Call, { permission }: ListEndpoint | typeof markCaseloadSeen) {
    const claims = await readToken(call);
    await limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims), call);
    const narrowing = toNarrowing(claims);
    allowAction(permission, claims, narrowing);
    return { claims, narrowing };
  }

  function route<Endpoint extends ListEndpoint>(
    endpoint: Endpoint,
    readList: (call: ListCall<Endpoint>) => Promise<Told<unknown>>,
  ): OwnRoute {
    async function serve(call: Call): Promise<ProxyResponse> {
      const { claims, narrowing } = await admit(call, endpoint);
      const { values, problems } = decodeQuery(endpoint.query, new URLSearchParams(call.rawQuery));
      if (problems.length > 0) throw invalid(problems.map(({ message }) => message).join(' '));
      const query = values as QueryValues<Endpoint['query']>;
      const pro = readProfessional(claims, values);
      call.about = { professionalId: pro };
      const isWhole = 'layout' in values && values.layout === 'courses';
      const asking = begin({ call, narrowed: narrowing !== null }, pro, isWhole ? WHOLE_TIMES : 1);
      const readers = createRowReaders(claims.role, patients);
      const seenAt = () => seen.read(toSubject({ ...claims, pro }), Date.parse(asking.date()));
      const addScales = scalesFor(claims.role);
      const found = await readList({ asking, query, narrowing, readers, limits, addScales, memory, seenAt });
      const { value, named } = found;
      call.shown = toShown(named);
      return compress(call.request, json(200, value, { date: asking.date() }));
    }
    return { endpoint, serve };
  }

  async function markSeen(call: Call): Promise<ProxyResponse> {
    const { claims, narrowing } = await admit(call, markCaseloadSeen);
    const body = await parseBody(call.request, markCaseloadSeen.body, limits.bodyBytes);
    const pro = readProfessional(claims, body);
    const { clock } = begin({ call, narrowed: narrowing !== null }, pro);
    return json(200, { seenAt: await seen.move(toSubject({ ...claims, pro }), body.seenAt, clock) });
  }

  return [
    route(listCaseloadPatients, readPatients),
    route(listCaseloadApplications, readApplications),
    route(listCaseloadSubmissions, readSubmissions),
    { endpoint: markCaseloadSeen, serve: markSeen },
  ];
}
