import type { PatientFacts } from './caseload.ts';
import type { InstrumentFacts, StatedAnswer } from './facts.ts';

/** Gives the place of a text in a table. */
type PlaceOf = (text: string | null) => number;

const sendAnswer = (one: StatedAnswer | null, placeOf: PlaceOf) =>
  one &&
  ([one.id, one.at, one.score, placeOf(one.className), placeOf(one.classColor), one.isPartial] as const);

/** What there is to say of few instruments. */
type Exceptions = Pick<
  InstrumentFacts,
  'isLatestKnown' | 'item' | 'unreadCount' | 'unreadAt' | 'missedCount' | 'missedFrom' | 'isLate' | 'toRead'
> & {
  /** Null where there is none, by the latest answer. */
  readonly risk: InstrumentFacts['risk'] | null;
};
const NO_EXCEPTIONS: Exceptions = {
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

const isPlain = (risk: InstrumentFacts['risk'], latest: StatedAnswer | null): boolean =>
  risk.kind === 'none' && risk.unknown === 0 && risk.asOf === latest?.at;

/** True for an instrument of which all exceptions are as in {@link NO_EXCEPTIONS}. */
const isOrdinary = (one: InstrumentFacts): boolean =>
  one.isLatestKnown &&
  isPlain(one.risk, one.latest) &&
  one.item === null &&
  one.unreadCount === 0 &&
  one.unreadAt === null &&
  one.missedCount === 0 &&
  one.missedFrom === null &&
  !one.isLate &&
  one.toRead.length === 0;

const toExceptions = (one: InstrumentFacts): Exceptions => ({
  isLatestKnown: one.isLatestKnown,
  risk: isPlain(one.risk, one.latest) ? null : one.risk,
  item: one.item,
  unreadCount: one.unreadCount,
  unreadAt: one.unreadAt,
  missedCount: one.missedCount,
  missedFrom: one.missedFrom,
  isLate: one.isLate,
  toRead: one.toRead,
});

function sendInstrument(one: InstrumentFacts, placeOf: PlaceOf) {
  return [
    placeOf(one.formId),
    placeOf(one.title),
    one.isHigherBetter,
    sendAnswer(one.latest, placeOf),
    sendAnswer(one.before, placeOf),
    one.change,
    one.nextAt,
    one.isActive,
    one.isUnseen,
    one.isDueToday,
    isOrdinary(one) ? null : toExceptions(one),
  ] as const;
}

type Texts = readonly (string | null)[];

function receiveAnswer(sent: ReturnType<typeof sendAnswer>, texts: Texts): StatedAnswer | null {
  if (!sent) return null;
  const [className = null, classColor = null] = [texts[sent[3]], texts[sent[4]]];
  return { id: sent[0], at: sent[1], score: sent[2], className, classColor, isPartial: sent[5] };
}

function receiveInstrument(sent: ReturnType<typeof sendInstrument>, texts: Texts): InstrumentFacts {
  const latest = receiveAnswer(sent[3], texts);
  const more = sent[10] ?? NO_EXCEPTIONS;
  return {
    formId: texts[sent[0]] ?? '',
    title: texts[sent[1]] ?? '',
    isHigherBetter: sent[2],
    latest,
    isLatestKnown: more.isLatestKnown,
    before: receiveAnswer(sent[4], texts),
    change: sent[5],
    risk: more.risk ?? { kind: 'none', asOf: latest?.at ?? 0, unknown: 0 },
    item: more.item,
    unreadCount: more.unreadCount,
    unreadAt: more.unreadAt,
    missedCount: more.missedCount,
    missedFrom: more.missedFrom,
    isLate: more.isLate,
    isDueToday: sent[9],
    nextAt: sent[6],
    isActive: sent[7],
    isUnseen: sent[8],
    toRead: more.toRead,
  };
}

const sendPatient = ({ patientId, name, instruments, reasons }: PatientFacts, placeOf: PlaceOf) =>
  [
    patientId,
    name,
    instruments.map((one) => sendInstrument(one, placeOf)),
    // A reason names its instrument by its place.
    reasons.map(({ group, facts }) => [group, facts ? instruments.indexOf(facts) : -1] as const),
  ] as const;

/**
 * Writes facts as a text: to take thousands of objects out of a message costs a page more than to parse them, and to parse
 * the names of their fields more than the rest.
 */
export function packFacts(all: readonly PatientFacts[]): string {
  const places = new Map<string | null, number>();
  const placeOf = (text: string | null): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const sent = all.map((one) => sendPatient(one, placeOf));
  return JSON.stringify([[...places.keys()], sent]);
}

/** Reads what {@link packFacts} has written. */
export function unpackFacts(text: string): PatientFacts[] {
  const [texts, all] = JSON.parse(text) as [Texts, ReturnType<typeof sendPatient>[]];
  return all.map((sent) => {
    const instruments = sent[2].map((one) => receiveInstrument(one, texts));
    const reasons = sent[3].map((one) => ({ group: one[0], facts: instruments[one[1]] ?? null }));
    return { patientId: sent[0], name: sent[1], instruments, reasons };
  });
}
