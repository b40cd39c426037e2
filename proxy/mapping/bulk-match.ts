import {
  comparableName,
  compareIdentifiers,
  type IdentifierKind,
  type Identifiers,
  type PatientRecord,
} from '@instrument-panel/client/identifiers';
import leven from 'leven';
import { isTurnOver, nextTurn } from '../turns.ts';
import { hasLikeWords, swapDayAndMonth, toWordKey } from './like-names.ts';
import type { Doubt } from './link-words.ts';

/** A row of the EHR's list, as far as it is compared. */
export interface ListedPerson {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly system: string;
  readonly key: string;
  /** UUID of the professional in whose mapping the key is linked; null for all who have the patient. */
  readonly professionalId: string | null;
  readonly person: Identifiers;
}

/** A patient of the service, with every professional who has them. */
export interface ClinicPatient {
  /** UUID; null where the record has none that can be used. */
  readonly patientId: string | null;
  /** Records that differ: one, unless two lists state different facts. */
  readonly records: readonly PatientRecord[];
  /** UUIDs. */
  readonly professionalIds: readonly string[];
}

export interface Candidate {
  readonly patient: ClinicPatient;
  /** What is alike of a name or birthday that is not the same: nobody is recognised by it. */
  readonly alike: readonly ('likeName' | 'swappedBirthday')[];
  readonly agreed: readonly IdentifierKind[];
  readonly contradicted: readonly IdentifierKind[];
}

/** Of all that a row may be: `certain` has exactly one candidate, `missing` none. */
export interface Match {
  readonly kind: 'certain' | 'doubtful' | 'missing';
  /** Why it is doubtful. */
  readonly reasons: readonly Doubt[];
  /** The likeliest first. */
  readonly candidates: readonly Candidate[];
}

/** A contact that more people have than this tells nobody apart, so it makes no candidate by itself. */
const SHARED_CONTACT_MAX = 50;
/** Letters by which a mistyped name differs at most. */
const MISTYPED_MAX = 2;
/** Digits, from the end, by which a phone is told from others: with or without the codes of area and country. */
export const PHONE_DIGITS_MIN = 8;

/** Joins the lists of professionals: a patient whom several have is one. */
export function joinPatients(lists: ReadonlyMap<string, readonly PatientRecord[]>): readonly ClinicPatient[] {
  const known = new Map<string, { records: Map<string, PatientRecord>; professionalIds: string[] }>();
  const unnamed: ClinicPatient[] = [];
  for (const [professionalId, records] of lists) {
    for (const record of records) {
      if (record.patientId === null) {
        unnamed.push({ patientId: null, records: [record], professionalIds: [professionalId] });
        continue;
      }
      const patient = known.get(record.patientId) ?? {
        records: new Map<string, PatientRecord>(),
        professionalIds: [],
      };
      patient.records.set(JSON.stringify(record), record);
      if (!patient.professionalIds.includes(professionalId)) patient.professionalIds.push(professionalId);
      known.set(record.patientId, patient);
    }
  }
  const named = [...known].map(([patientId, { records, professionalIds }]) => ({
    patientId,
    records: [...records.values()],
    professionalIds,
  }));
  return [...named, ...unnamed];
}

const toFullName = ({ name, surname }: Identifiers): string =>
  comparableName([name, surname].filter((part) => part !== undefined).join(' '));

const toDays = (birthday: string | null): readonly string[] => {
  const at = new Date(birthday ?? '');
  if (birthday === null || Number.isNaN(at.getTime())) return [];
  return [...new Set([birthday.slice(0, 10), at.toISOString().slice(0, 10)])];
};

const toEmails = (email: string | null | undefined): readonly string[] =>
  email?.trim() ? [email.normalize('NFC').trim().toLowerCase()] : [];

const toPhoneEnds = (phone: string | null | undefined): readonly string[] => {
  const digits = phone?.normalize('NFKC').replace(/\D/g, '') ?? '';
  return digits.length < PHONE_DIGITS_MIN ? [] : [digits.slice(-PHONE_DIGITS_MIN)];
};

function createIndex<Item>(items: readonly Item[], toKeys: (item: Item) => readonly string[]) {
  const index = new Map<string, Set<Item>>();
  for (const item of items)
    for (const key of toKeys(item)) {
      const those = index.get(key) ?? new Set();
      index.set(key, those.add(item));
    }
  return (key: string): ReadonlySet<Item> => index.get(key) ?? new Set();
}

const fieldsOf = ({ records }: ClinicPatient, read: (record: PatientRecord) => readonly string[]) =>
  records.flatMap(read);

const toNames = ({ name }: PatientRecord): readonly string[] => [comparableName(name ?? '')];

const isLike = (patient: ClinicPatient, name: string): boolean =>
  fieldsOf(patient, toNames).some(
    (other) =>
      leven(name, other, { maxDistance: MISTYPED_MAX + 1 }) <= MISTYPED_MAX || hasLikeWords(name, other),
  );

const toWordKeys = (record: PatientRecord): readonly string[] => toNames(record).map(toWordKey);

/**
 * Finds who a row may be without comparing it with everybody: by name, contact, and of the same day a name that is mistyped,
 * swapped, or lacks words. The same day is also one whose day and month are swapped.
 */
export function createSearch(patients: readonly ClinicPatient[]) {
  const byName = createIndex(patients, (patient) => fieldsOf(patient, toNames));
  const byWords = createIndex(patients, (patient) => fieldsOf(patient, toWordKeys));
  const byDay = createIndex(patients, (patient) => fieldsOf(patient, ({ birthday }) => toDays(birthday)));
  const byEmail = createIndex(patients, (patient) => fieldsOf(patient, ({ email }) => toEmails(email)));
  const byPhone = createIndex(patients, (patient) => fieldsOf(patient, ({ phone }) => toPhoneEnds(phone)));
  const isNear = (patient: ClinicPatient, name: string, most: number): boolean =>
    fieldsOf(patient, toNames).some((other) => leven(name, other, { maxDistance: most + 1 }) <= most);

  function near(person: Identifiers, most: number): ClinicPatient[] {
    const name = toFullName(person);
    return [...byDay(person.birthday ?? '')].filter((patient) => isNear(patient, name, most));
  }

  /** Who has the day of the birthday, or the one with day and month swapped, and a name that is like this one. */
  function findLike(name: string, birthday: string): ClinicPatient[] {
    const those = new Set([...byDay(birthday), ...byDay(swapDayAndMonth(birthday) ?? '')]);
    return [...those].filter((patient) => isLike(patient, name));
  }

  function find(person: Identifiers): Candidate[] {
    const name = toFullName(person);
    const contacts = [...toEmails(person.email).map(byEmail), ...toPhoneEnds(person.phone).map(byPhone)];
    const few = contacts.filter(({ size }) => size <= SHARED_CONTACT_MAX).flatMap((those) => [...those]);
    const like = [...byWords(toWordKey(name)), ...findLike(name, person.birthday ?? '')];
    const found = new Set([...byName(name), ...few, ...near(person, MISTYPED_MAX), ...like]);
    const candidates = [...found].map((patient) => compare(person, patient));
    const weigh = ({ agreed, contradicted }: Candidate): number => agreed.length - contradicted.length;
    return candidates
      .filter(({ agreed, alike }) => agreed.length > 0 || alike.length > 0)
      .sort((one, other) => weigh(other) - weigh(one));
  }
  return { find, near };
}

function compare(person: Identifiers, patient: ClinicPatient): Candidate {
  const verdicts = patient.records.map((record) => compareIdentifiers(person, record));
  const contradicted = [...new Set(verdicts.flatMap((verdict) => verdict.contradicted))];
  const agreed = [...new Set(verdicts.flatMap((verdict) => verdict.agreed))];
  const name = toFullName(person);
  const swapped = swapDayAndMonth(person.birthday ?? '');
  const hasDay = (day: string): boolean =>
    patient.records.some((record) => toDays(record.birthday).includes(day));
  const alike: Candidate['alike'] = [
    ...(contradicted.includes('name') && isLike(patient, name) ? (['likeName'] as const) : []),
    ...(contradicted.includes('birthday') && swapped !== null && hasDay(swapped)
      ? (['swappedBirthday'] as const)
      : []),
  ];
  return { patient, contradicted, agreed: agreed.filter((kind) => !contradicted.includes(kind)), alike };
}

/** As the search for one person has it: name and one more agree, and nothing stated disagrees. */
export const isRecognised = ({ agreed, contradicted }: Candidate): boolean =>
  contradicted.length === 0 && agreed.includes('name') && agreed.length >= 2;

/** Name, birthday, and e-mail or phone agree, and nothing stated disagrees. */
const isSure = (candidate: Candidate): boolean =>
  isRecognised(candidate) &&
  candidate.agreed.includes('birthday') &&
  (candidate.agreed.includes('email') || candidate.agreed.includes('phone'));

const toLines = (rows: readonly ListedPerson[]): number[] => rows.map(({ line }) => line);

const isSamePerson = (one: ListedPerson, other: ListedPerson): boolean =>
  JSON.stringify(one.person) === JSON.stringify(other.person);

/** Why the best candidate of a row that recognises nobody is not certain. */
const findLacks = (best: Candidate): Doubt[] => [
  ...(best.agreed.length > 0 ? [findLack(best)] : []),
  ...best.alike.map((kind): Doubt => ({ kind })),
];

function findLack({ agreed, contradicted }: Candidate): Doubt {
  if (contradicted.length > 0) return { kind: 'different', different: contradicted, same: agreed };
  const lacks = {
    name: !agreed.includes('name'),
    birthday: !agreed.includes('birthday'),
    contact: !agreed.includes('email') && !agreed.includes('phone'),
  };
  return {
    kind: 'lacking',
    lacks: (['name', 'birthday', 'contact'] as const).filter((one) => lacks[one]),
  };
}

type Claims<Row> = ReadonlyMap<ClinicPatient, readonly Row[]>;

/** Finds the reasons why a row is not certain, among what the whole list was found to be. */
function createJudge<Row extends ListedPerson>(
  rows: readonly Row[],
  near: ReturnType<typeof createSearch>['near'],
  claims: Claims<Row>,
) {
  const sameKey = createIndex(rows, ({ system, key }) => [JSON.stringify([system, key])]);

  /** A patient of the same day and contact whose name is one letter away, and who has no row: the row may be theirs. */
  const hasUnlistedTwin = (row: Row, { patient }: Candidate): boolean =>
    near(row.person, 1).some(
      (other) =>
        other !== patient &&
        !claims.has(other) &&
        compare(row.person, other).agreed.some((kind) => kind === 'email' || kind === 'phone'),
    );

  /** Why a row that recognises these patients is not certain of the first. */
  function doubtRecognised(row: Row, best: Candidate, others: readonly Candidate[]): Doubt[] {
    const rivals = (claims.get(best.patient) ?? []).filter(
      ({ system, key }) => system === row.system && key !== row.key,
    );
    const doubts: Doubt[] = [];
    if (others.length > 0) doubts.push({ kind: 'several', count: others.length + 1 });
    else if (!isSure(best)) doubts.push(findLack(best));
    if (best.patient.patientId === null) doubts.push({ kind: 'noIdentifier' });
    if (rivals.length > 0) doubts.push({ kind: 'samePatient', lines: toLines(rivals) });
    if (hasUnlistedTwin(row, best)) doubts.push({ kind: 'nearTwin' });
    return doubts;
  }

  return (row: Row, candidates: readonly Candidate[]): Match => {
    const sharing = [...sameKey(JSON.stringify([row.system, row.key]))];
    const repeats = sharing.filter((other) => other !== row && isConflict(row, other));
    const reasons: Doubt[] = repeats.length > 0 ? [{ kind: 'sameKey', lines: toLines(repeats) }] : [];
    const [best, ...others] = candidates.filter(isRecognised);
    if (best) reasons.push(...doubtRecognised(row, best, others));
    else if (candidates[0]) reasons.push(...findLacks(candidates[0]));
    if (reasons.length > 0) return { kind: 'doubtful', reasons, candidates };
    return best ? { kind: 'certain', reasons, candidates: [best] } : { kind: 'missing', reasons, candidates };
  };
}

/**
 * Matches the whole list with all patients. Give it every row and every patient at once: certain is only what is unique in
 * both directions among them. It lets others have their turns of the event loop.
 */
export async function matchPatients<Row extends ListedPerson>(
  rows: readonly Row[],
  patients: readonly ClinicPatient[],
): Promise<ReadonlyMap<Row, Match>> {
  const { find, near } = createSearch(patients);
  const found = new Map<Row, readonly Candidate[]>();
  const claims = new Map<ClinicPatient, Row[]>();
  for (const row of rows) {
    if (isTurnOver()) await nextTurn();
    const candidates = find(row.person);
    found.set(row, candidates);
    for (const { patient } of candidates.filter(isRecognised)) {
      const claiming = claims.get(patient);
      if (claiming) claiming.push(row);
      else claims.set(patient, [row]);
    }
  }
  const judge = createJudge(rows, near, claims);
  const matches = new Map<Row, Match>();
  for (const [row, candidates] of found) {
    if (isTurnOver()) await nextTurn();
    matches.set(row, judge(row, candidates));
  }
  return matches;
}

/** Two rows of one key are at peace only if they are of two professionals and state the same person. */
const isConflict = (one: ListedPerson, other: ListedPerson): boolean =>
  one.professionalId === other.professionalId ||
  one.professionalId === null ||
  other.professionalId === null ||
  !isSamePerson(one, other);
