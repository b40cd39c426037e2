import { randomUUID } from 'node:crypto';
import type { IdentifierKind, PatientRecord } from '@instrument-panel/client/identifiers';
import { type Audit, createAudit } from '../audit/audit.ts';
import type { AuditActor } from '../audit/entry.ts';
import type { Call } from '../exchange.ts';
import { createService } from '../forward/service.ts';
import { createUpstream } from '../forward/upstream.ts';
import { createServiceBreaker } from '../limit/breaker.ts';
import { Metrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { LinkKey, MappingStore } from '../storage/storage.ts';
import { createTracer } from '../trace.ts';
import { type ClinicPatient, type ListedPerson, type Match, matchPatients } from './bulk-match.ts';
import { type createLinkHasher, createPatients, toAbout } from './mapping-call.ts';

/** Route of the rows of links that were made in bulk. */
export const BULK_ROUTE = 'link';

/** A link that is certain and not made yet. */
interface NewLink {
  readonly professionalId: string;
  readonly key: LinkKey;
  readonly patientId: string;
  readonly agreed: readonly IdentifierKind[];
}

/** What is to be done about a row: `linked` has its link already. */
export interface Judgement extends Omit<Match, 'kind'> {
  readonly kind: Match['kind'] | 'linked';
  readonly links: readonly NewLink[];
}

/** Reads all patients of these professionals. Throws the `Refusal` of the first list that cannot be read. */
export async function readClinic(
  settings: Settings,
  professionalIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PatientRecord[]>> {
  const upstream = createUpstream(settings);
  const breaker = createServiceBreaker(settings);
  const service = createService(settings, upstream, breaker, new Metrics(), createTracer(settings.upstream));
  try {
    const lists = new Map<string, readonly PatientRecord[]>();
    for (const professionalId of professionalIds) {
      const request = {
        method: 'GET',
        rawTarget: '/',
        headers: {},
        raw: new Request('http://localhost/'),
        readBody: async () => new Uint8Array(),
      };
      const call: Call = { request, rawQuery: '', id: randomUUID(), route: BULK_ROUTE, person: '' };
      const deadline = settings.clock() + settings.limits.upstreamMs;
      const common = { acceptLanguage: undefined, call, deadline, narrowed: false };
      lists.set(professionalId, await createPatients(service, professionalId, common).all());
    }
    return lists;
  } finally {
    await upstream.close();
  }
}

interface Links {
  readonly hasher: ReturnType<typeof createLinkHasher>;
  readonly store: Pick<MappingStore, 'findAll' | 'linksOf' | 'link'>;
}

const KEY_BATCH_LIMIT = 400;

async function inParts<Item, Answer>(
  items: readonly Item[],
  ask: (part: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += KEY_BATCH_LIMIT)
    answers.push(...(await ask(items.slice(at, at + KEY_BATCH_LIMIT))));
  return answers;
}

const doubt = (match: Match, reason: string): Judgement => ({
  ...match,
  kind: 'doubtful',
  reasons: [reason, ...match.reasons],
  links: [],
});

/** Joins a match with the links that the key has already, in the order of `professionalIds`. */
function joinLinks(
  row: ListedPerson,
  match: Match,
  known: readonly (readonly [professionalId: string, key: LinkKey, patientId: string | null])[],
): Judgement {
  const present = new Set(known.flatMap(([, , patientId]) => (patientId === null ? [] : [patientId])));
  const [only] = present;
  const [candidate] = match.candidates;
  if (present.size > 1) return doubt(match, 'the key is linked to different patients');
  if (only !== undefined) {
    const own = match.candidates.find(({ patient }) => patient.patientId === only);
    const fits = own?.contradicted.length === 0 && own.agreed.includes('name');
    const isOther = match.kind === 'certain' && candidate?.patient.patientId !== only;
    if (!fits || isOther) return doubt(match, 'the key is linked to another patient');
    if (match.kind !== 'certain')
      return { ...match, kind: 'linked', reasons: [], candidates: [own], links: [] };
  }
  if (match.kind !== 'certain' || !candidate) return { ...match, links: [] };
  const { patient, agreed } = candidate;
  const places = known.filter(
    ([id]) => patient.professionalIds.includes(id) && (row.professionalId ?? id) === id,
  );
  if (places.length === 0) return doubt(match, 'the patient is not one of the professional of this row');
  const links = places
    .filter(([, , patientId]) => patientId === null)
    .map(([professionalId, key]) => ({ professionalId, key, patientId: patient.patientId ?? '', agreed }));
  return { ...match, kind: links.length > 0 ? 'certain' : 'linked', links };
}

/** Judges every row by the whole list, all patients and the links that exist. It changes nothing. */
export async function judgeRows<Row extends ListedPerson>(
  rows: readonly Row[],
  lists: ReadonlyMap<string, readonly PatientRecord[]>,
  patients: readonly ClinicPatient[],
  { hasher, store }: Links,
): Promise<Map<Row, Judgement>> {
  const matches = matchPatients(rows, patients);
  const places = rows.flatMap((row) =>
    [...lists.keys()].map((id) => [row, id, hasher.keyOf(id, row.system, row.key)] as const),
  );
  const found = await inParts(places, (part) => store.findAll(part.map(([, , key]) => key)));
  const known = Map.groupBy(
    places.map(([row, id, key], at) => [row, [id, key, found[at] ?? null] as const] as const),
    ([row]) => row,
  );
  const judged = new Map<Row, Judgement>();
  for (const [row, match] of matches)
    judged.set(
      row,
      joinLinks(
        row,
        match,
        (known.get(row) ?? []).map(([, link]) => link),
      ),
    );
  const wanted = [...judged].flatMap(([row, { links }]) => links.map((link) => [row, link] as const));
  const taken = await inParts(wanted, (part) =>
    store.linksOf(part.map(([, { key, patientId }]) => [key, patientId] as const)),
  );
  wanted.forEach(([row], at) => {
    const judgement = judged.get(row);
    if (taken[at] && judgement?.kind === 'certain')
      judged.set(row, doubt({ ...judgement, kind: 'certain' }, 'the patient has another key of this system'));
  });
  return judged;
}

/** Who links, and from what, in the words of the trail. */
export interface LinkedBy {
  readonly who: AuditActor;
  /** Names the file: the trail holds its hash. */
  readonly source: string;
}

/** Makes one link with its rows in the trail; `at` is ISO 8601. Throws a `Refusal` if the key or the patient was linked meanwhile. */
async function makeLink(
  audit: Audit,
  store: Links['store'],
  link: NewLink,
  by: LinkedBy,
  at: string,
): Promise<void> {
  const { professionalId, key, patientId, agreed } = link;
  const ids = { ...toAbout({ professionalId, key }), patientId };
  await audit.record({ route: BULK_ROUTE, who: by.who, jti: by.source, ids }, async (learn) => {
    learn({ agreed });
    const { kind } = await store.link([key], patientId, { at, by: by.who.sub });
    if (kind === 'linked') return { status: 200 };
    throw new Refusal(409, 'LINKED_MEANWHILE', 'It was linked otherwise meanwhile.');
  });
}

/** The trail writes rows that come together in one step, so many at once cost little more than one. */
const LINK_BATCH_LIMIT = 100;

/** Makes the certain links. Gives each that failed, with the code of its failure; the trail says how each ended. */
export async function linkCertain(
  settings: Settings,
  links: readonly NewLink[],
  store: Links['store'],
  by: LinkedBy,
): Promise<ReadonlyMap<NewLink, string>> {
  const audit = createAudit(settings);
  const failed = new Map<NewLink, string>();
  const at = new Date(settings.clock()).toISOString();
  const left = links.values();
  const work = async (): Promise<void> => {
    for (const link of left)
      await makeLink(audit, store, link, by, at).catch((error: unknown) => {
        failed.set(link, error instanceof Refusal ? error.code : 'UNKNOWN_OUTCOME');
      });
  };
  try {
    await Promise.all(Array.from({ length: LINK_BATCH_LIMIT }, work));
  } finally {
    await audit.close();
  }
  return failed;
}
