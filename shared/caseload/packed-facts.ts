import type { PatientFacts } from './caseload.ts';
import type { InstrumentFacts, StatedAnswer } from './facts.ts';

/** Gives the place of a text in a table. */
type PlaceOf = (text: string | null) => number;

const packAnswer = (one: StatedAnswer | null, placeOf: PlaceOf) =>
  one &&
  ([one.id, one.at, one.score, placeOf(one.className), placeOf(one.classColor), one.isPartial] as const);

/** Fields that are at their defaults for most instruments, and are then left out. */
type RareFields = Pick<
  InstrumentFacts,
  'isLatestKnown' | 'item' | 'unreadCount' | 'unreadAt' | 'missedCount' | 'missedFrom' | 'isLate' | 'toRead'
> & {
  /** Null for no risk as of the latest answer. */
  readonly risk: InstrumentFacts['risk'] | null;
};
const DEFAULTS: RareFields = {
  isLatestKnown: true,
  risk: null,
  item: null,
  unreadCount: 0,
  unreadAt: null,
  missedCount: 0,
  missedFrom: null,
  isLate: false,
  toRead: [],
};
const DEFAULTS_TEXT = JSON.stringify(DEFAULTS);

const isPlain = (risk: InstrumentFacts['risk'], latest: StatedAnswer | null): boolean =>
  risk.kind === 'none' && risk.unknown === 0 && risk.asOf === latest?.at;

/** Null if all of them are at their defaults. */
function packRareFields(one: InstrumentFacts): RareFields | null {
  const fields: RareFields = {
    isLatestKnown: one.isLatestKnown,
    risk: isPlain(one.risk, one.latest) ? null : one.risk,
    item: one.item,
    unreadCount: one.unreadCount,
    unreadAt: one.unreadAt,
    missedCount: one.missedCount,
    missedFrom: one.missedFrom,
    isLate: one.isLate,
    toRead: one.toRead,
  };
  return JSON.stringify(fields) === DEFAULTS_TEXT ? null : fields;
}

function packInstrument(one: InstrumentFacts, placeOf: PlaceOf) {
  return [
    placeOf(one.formId),
    placeOf(one.title),
    one.isHigherBetter,
    packAnswer(one.latest, placeOf),
    packAnswer(one.before, placeOf),
    one.change,
    one.nextAt,
    one.isActive,
    one.isUnseen,
    one.isDueToday,
    packRareFields(one),
  ] as const;
}

type Texts = readonly (string | null)[];

function unpackAnswer(sent: ReturnType<typeof packAnswer>, texts: Texts): StatedAnswer | null {
  if (!sent) return null;
  const [className = null, classColor = null] = [texts[sent[3]], texts[sent[4]]];
  return { id: sent[0], at: sent[1], score: sent[2], className, classColor, isPartial: sent[5] };
}

function unpackInstrument(sent: ReturnType<typeof packInstrument>, texts: Texts): InstrumentFacts {
  const latest = unpackAnswer(sent[3], texts);
  const rare = sent[10] ?? DEFAULTS;
  return {
    formId: texts[sent[0]] ?? '',
    title: texts[sent[1]] ?? '',
    isHigherBetter: sent[2],
    latest,
    isLatestKnown: rare.isLatestKnown,
    before: unpackAnswer(sent[4], texts),
    change: sent[5],
    risk: rare.risk ?? { kind: 'none', asOf: latest?.at ?? 0, unknown: 0 },
    item: rare.item,
    unreadCount: rare.unreadCount,
    unreadAt: rare.unreadAt,
    missedCount: rare.missedCount,
    missedFrom: rare.missedFrom,
    isLate: rare.isLate,
    isDueToday: sent[9],
    nextAt: sent[6],
    isActive: sent[7],
    isUnseen: sent[8],
    toRead: rare.toRead,
  };
}

const packPatient = ({ patientId, name, instruments, reasons }: PatientFacts, placeOf: PlaceOf) =>
  [
    patientId,
    name,
    instruments.map((one) => packInstrument(one, placeOf)),
    // A reason names its instrument by its place.
    reasons.map(({ group, facts }) => [group, facts ? instruments.indexOf(facts) : -1] as const),
  ] as const;

/**
 * Writes facts as a text without field names: parsing JSON costs a page less than receiving thousands of objects in a
 * message, and most of the parsing is spent on the names.
 */
export function packFacts(all: readonly PatientFacts[]): string {
  const places = new Map<string | null, number>();
  const placeOf = (text: string | null): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const sent = all.map((one) => packPatient(one, placeOf));
  return JSON.stringify([[...places.keys()], sent]);
}

/** Reads what {@link packFacts} has written. */
export function unpackFacts(text: string): PatientFacts[] {
  const [texts, all] = JSON.parse(text) as [Texts, ReturnType<typeof packPatient>[]];
  return all.map((sent) => {
    const instruments = sent[2].map((one) => unpackInstrument(one, texts));
    const reasons = sent[3].map((one) => ({ group: one[0], facts: instruments[one[1]] ?? null }));
    return { patientId: sent[0], name: sent[1], instruments, reasons };
  });
}
