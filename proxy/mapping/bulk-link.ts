import { randomUUID } from 'node:crypto';
import type { IdentifierKind, PatientRecord } from '@instrument-panel/client/identifiers';
import { type Audit, toOutcome } from '../audit/audit.ts';
import type { AuditActor } from '../audit/entry.ts';
import type { Call, ProxyRequest } from '../exchange.ts';
import type { Service } from '../forward/service.ts';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { LinkKey, MappingStore } from '../storage/storage.ts';
import { isTurnOver, nextTurn } from '../turns.ts';
import {
  type Candidate,
  isRecognised,
  joinPatients,
  type ListedPerson,
  type Match,
  matchPatients,
} from './bulk-match.ts';
import { type createLinkHasher, createPatients, toAbout } from './mapping-call.ts';

/** Route of the rows of links that the command makes. */
export const BULK_ROUTE = 'link';

/** A link that can be made. */
export interface NewLink {
  readonly professionalId: string;
  readonly key: LinkKey;
  readonly patientId: string;
  readonly agreed: readonly IdentifierKind[];
}

/** A link that exists and stands against what the row says. */
export type OpposedLink = Omit<NewLink, 'agreed'>;

/** A candidate whom a person may decide for, with the links that this makes. */
export interface Choice {
  readonly candidate: Candidate;
  readonly links: readonly NewLink[];
}

/** What is to be done about a row: `linked` has its link already. */
export interface Judgement extends Omit<Match, 'kind'> {
  readonly kind: Match['kind'] | 'linked';
  /** Of a row that is certain. */
  readonly links: readonly NewLink[];
  /** Of a doubtful row: whom a person may link it to. Nobody with a fact that disagrees: such a link is refused at each use. */
  readonly choices: readonly Choice[];
  /** The links of the key to somebody else, or of the patient to another key of the system. */
  readonly opposed: readonly OpposedLink[];
}

/** Lists of patients, by the UUID of the professional. */
export type ClinicLists = ReadonlyMap<string, readonly PatientRecord[]>;

/** A call of the service that no caller's request stands behind. */
export function toOwnCall(route: string): Call {
  const request = {
    method: 'GET',
    rawTarget: '/',
    headers: {},
    raw: new Request('http://localhost/'),
    readBody: async () => new Uint8Array(),
  };
  return { request, rawQuery: '', id: randomUUID(), route, person: '' };
}

/** Reads all patients of these professionals. Throws the `Refusal` of the first list that cannot be read. */
export async function readClinic(
  service: Service,
  { clock, limits }: Pick<Settings, 'clock' | 'limits'>,
  professionalIds: readonly string[],
  call: Call = toOwnCall(BULK_ROUTE),
): Promise<ClinicLists> {
  const lists = new Map<string, readonly PatientRecord[]>();
  for (const professionalId of professionalIds) {
    const deadline = clock() + limits.upstreamMs;
    const common = { acceptLanguage: undefined, call, deadline, narrowed: false };
    lists.set(professionalId, await createPatients(service, professionalId, common).all());
  }
  return lists;
}

/** The mapping of one key of the operator's. */
export interface Links {
  readonly hasher: ReturnType<typeof createLinkHasher>;
  readonly store: Pick<MappingStore, 'findAll' | 'linksOf' | 'link'>;
}

const KEY_BATCH_LIMIT = 400;

async function inParts<Item, Answer>(
  items: readonly Item[],
  ask: (part: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += KEY_BATCH_LIMIT) {
    answers.push(...(await ask(items.slice(at, at + KEY_BATCH_LIMIT))));
    if (isTurnOver()) await nextTurn();
  }
  return answers;
}

type LinkDoubt = 'keyOnSeveral' | 'keyElsewhere' | 'notOfProfessional' | 'otherKey';

const doubt = (match: Match, kind: LinkDoubt, opposed: readonly OpposedLink[] = []): Judgement => ({
  ...match,
  ...{ kind: 'doubtful', links: [], choices: [], opposed },
  reasons: [{ kind }, ...match.reasons],
});

/** The key of a row in the mapping of a professional, with the patient whom it is linked to. */
interface KnownKey {
  readonly professionalId: string;
  readonly key: LinkKey;
  readonly patientId: string | null;
}

const isLinked = (known: KnownKey): known is KnownKey & OpposedLink => known.patientId !== null;

/** The professionals who have the patient, and in whose mapping the row is to be linked. */
const toPlaces = (
  row: ListedPerson,
  { patient }: Candidate,
  known: readonly KnownKey[],
): readonly KnownKey[] =>
  known.filter(
    ({ professionalId: id }) => patient.professionalIds.includes(id) && (row.professionalId ?? id) === id,
  );

const toLinks = ({ patient, agreed }: Candidate, places: readonly KnownKey[]): NewLink[] =>
  places
    .filter((place) => !isLinked(place))
    .map(({ professionalId, key }) => ({ professionalId, key, patientId: patient.patientId ?? '', agreed }));

const toChoices = (row: ListedPerson, { candidates }: Match, known: readonly KnownKey[]): Choice[] =>
  candidates
    .filter((candidate) => isRecognised(candidate) && candidate.patient.patientId !== null)
    .map((candidate) => ({ candidate, links: toLinks(candidate, toPlaces(row, candidate, known)) }))
    .filter(({ links }) => links.length > 0);

/** Joins a match with the links that the key has already, in the order of the professionals. */
function joinLinks(row: ListedPerson, match: Match, known: readonly KnownKey[]): Judgement {
  const linked = known.filter(isLinked);
  const present = new Set(linked.map(({ patientId }) => patientId));
  const [only] = present;
  const [candidate] = match.candidates;
  const nothing = { links: [], choices: [], opposed: [] };
  if (present.size > 1) return doubt(match, 'keyOnSeveral', linked);
  if (only !== undefined) {
    const own = match.candidates.find(({ patient }) => patient.patientId === only);
    const fits = own?.contradicted.length === 0 && own.agreed.includes('name');
    const isOther = match.kind === 'certain' && candidate?.patient.patientId !== only;
    if (!fits || isOther) return doubt(match, 'keyElsewhere', linked);
    if (match.kind !== 'certain')
      return { ...match, ...nothing, kind: 'linked', reasons: [], candidates: [own] };
  }
  if (match.kind === 'doubtful') return { ...match, ...nothing, choices: toChoices(row, match, known) };
  if (match.kind !== 'certain' || !candidate) return { ...match, ...nothing };
  const places = toPlaces(row, candidate, known);
  if (places.length === 0) return doubt(match, 'notOfProfessional');
  const links = toLinks(candidate, places);
  return { ...match, ...nothing, kind: links.length > 0 ? 'certain' : 'linked', links };
}

/** Finds the links that the keys of all rows have, for each of the professionals. */
async function findKnown<Row extends ListedPerson>(
  rows: readonly Row[],
  professionalIds: readonly string[],
  { hasher, store }: Links,
): Promise<Map<Row, KnownKey[]>> {
  const places: { readonly row: Row; readonly professionalId: string; readonly key: LinkKey }[] = [];
  for (const row of rows) {
    if (isTurnOver()) await nextTurn();
    for (const professionalId of professionalIds)
      places.push({ row, professionalId, key: hasher.keyOf(professionalId, row.system, row.key) });
  }
  const found = await inParts(places, (part) => store.findAll(part.map(({ key }) => key)));
  const known = new Map<Row, KnownKey[]>(rows.map((row) => [row, []]));
  places.forEach(({ row, professionalId, key }, at) => {
    known.get(row)?.push({ professionalId, key, patientId: found[at] ?? null });
  });
  return known;
}

/** Judges every row by the whole list, all patients and the links that exist. It changes nothing. */
export async function judgeRows<Row extends ListedPerson>(
  rows: readonly Row[],
  lists: ClinicLists,
  links: Links,
): Promise<Map<Row, Judgement>> {
  const matches = await matchPatients(rows, joinPatients(lists));
  const known = await findKnown(rows, [...lists.keys()], links);
  const judged = new Map<Row, Judgement>();
  for (const [row, match] of matches) judged.set(row, joinLinks(row, match, known.get(row) ?? []));
  const wanted = [...judged].flatMap(([row, judgement]) => judgement.links.map((link) => ({ row, link })));
  const taken = await inParts(wanted, (part) =>
    links.store.linksOf(part.map(({ link }) => [link.key, link.patientId] as const)),
  );
  const opposed = Map.groupBy(
    wanted.flatMap(({ row, link: { professionalId, key, patientId } }, at) => {
      const hash = taken[at];
      return hash ? [{ row, link: { professionalId, key: { ...key, hash }, patientId } }] : [];
    }),
    ({ row }) => row,
  );
  for (const [row, those] of opposed) {
    const judgement = judged.get(row);
    if (judgement) {
      const { reasons, candidates } = judgement;
      const match: Match = { kind: 'certain', reasons, candidates };
      judged.set(
        row,
        doubt(
          match,
          'otherKey',
          those.map(({ link }) => link),
        ),
      );
    }
  }
  return judged;
}

/** Who links, and from what, in the words of the trail. */
export interface LinkedBy {
  readonly who: AuditActor;
  /** Names the list: the trail holds its hash. */
  readonly source: string;
  readonly route: string;
  /** The address of the page on which it was decided. */
  readonly page?: string;
  /** The request by which it is done. */
  readonly request?: ProxyRequest;
}

/** How a link ended: `present` was made by somebody else meanwhile, just so; of `unknown` it may have been made. */
export type LinkOutcome = 'linked' | 'present' | 'refused' | 'unknown';

/** Makes one link with its rows in the trail; `at` is ISO 8601. Throws a `Refusal` if the key or the patient was linked meanwhile. */
async function makeLink(
  audit: Audit,
  store: Links['store'],
  link: NewLink,
  by: LinkedBy,
  at: string,
): Promise<LinkOutcome> {
  const { professionalId, key, patientId, agreed } = link;
  const { who, source, route, page, request } = by;
  const place = page === undefined ? {} : { page };
  const ids = { ...toAbout({ professionalId, key }), patientId, ...place };
  const asked = request ? { call: { request } } : {};
  let isPresent = false;
  try {
    await audit.record({ route, who, jti: source, ids, ...asked }, async (learn) => {
      learn({ agreed });
      const result = await store.link([key], patientId, { at, by: who.sub, ...place });
      if (result.kind === 'linked') return { status: 200 };
      isPresent = result.kind === 'exists' && result.patientId === patientId;
      throw new Refusal(409, 'LINKED_MEANWHILE', 'It was linked otherwise meanwhile.');
    });
    return 'linked';
  } catch (error) {
    if (isPresent) return 'present';
    throw error;
  }
}

/** The trail writes rows that come together in one step, so many at once cost little more than one. */
const LINK_BATCH_LIMIT = 100;

/** How links ended, each with the code of its failure; empty for one that is made. */
export type LinkResults = ReadonlyMap<NewLink, { readonly outcome: LinkOutcome; readonly code: string }>;

/** Makes links. The trail says how each ended. */
export async function makeLinks(
  { audit, clock }: { readonly audit: Audit; readonly clock: () => number },
  links: readonly NewLink[],
  store: Links['store'],
  by: LinkedBy,
): Promise<LinkResults> {
  const results = new Map<NewLink, { outcome: LinkOutcome; code: string }>();
  const at = new Date(clock()).toISOString();
  const left = links.values();
  const work = async (): Promise<void> => {
    for (const link of left) {
      const result = await makeLink(audit, store, link, by, at).then(
        (outcome) => ({ outcome, code: '' }),
        (error: unknown) => ({
          outcome: toOutcome(error).kind === 'unknown' ? ('unknown' as const) : ('refused' as const),
          code: error instanceof Refusal ? error.code : 'UNKNOWN_OUTCOME',
        }),
      );
      results.set(link, result);
    }
  };
  await Promise.all(Array.from({ length: LINK_BATCH_LIMIT }, work));
  return results;
}
