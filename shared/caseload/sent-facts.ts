import type { PatientFacts } from './caseload.ts';
import type { InstrumentFacts, StatedAnswer } from './facts.ts';

/** Gives the place of a text in a table. */
type PlaceOf = (text: string | null) => number;

const sendAnswer = (one: StatedAnswer | null, placeOf: PlaceOf) =>
  one &&
  ([one.id, one.at, one.score, placeOf(one.className), placeOf(one.classColor), one.isPartial] as const);

const sendInstrument = (one: InstrumentFacts, placeOf: PlaceOf) =>
  [
    placeOf(one.formId),
    placeOf(one.title),
    one.isHigherBetter,
    sendAnswer(one.latest, placeOf),
    one.isLatestKnown,
    sendAnswer(one.before, placeOf),
    one.change,
    // By far the most have no flag, by their latest answer.
    isPlain(one.risk, one.latest) ? null : one.risk,
    one.item,
    one.unreadCount,
    one.unreadAt,
    one.missedCount,
    one.missedFrom,
    one.isLate,
    one.isDueToday,
    one.nextAt,
    one.isActive,
    one.isUnseen,
    one.toRead,
  ] as const;

const isPlain = (risk: InstrumentFacts['risk'], latest: StatedAnswer | null): boolean =>
  risk.kind === 'none' && risk.unknown === 0 && risk.asOf === latest?.at;

type Texts = readonly (string | null)[];

function receiveAnswer(sent: ReturnType<typeof sendAnswer>, texts: Texts): StatedAnswer | null {
  if (!sent) return null;
  const [className = null, classColor = null] = [texts[sent[3]], texts[sent[4]]];
  return { id: sent[0], at: sent[1], score: sent[2], className, classColor, isPartial: sent[5] };
}

function receiveInstrument(sent: ReturnType<typeof sendInstrument>, texts: Texts): InstrumentFacts {
  const latest = receiveAnswer(sent[3], texts);
  return {
    formId: texts[sent[0]] ?? '',
    title: texts[sent[1]] ?? '',
    isHigherBetter: sent[2],
    latest,
    isLatestKnown: sent[4],
    before: receiveAnswer(sent[5], texts),
    change: sent[6],
    risk: sent[7] ?? { kind: 'none', asOf: latest?.at ?? 0, unknown: 0 },
    item: sent[8],
    unreadCount: sent[9],
    unreadAt: sent[10],
    missedCount: sent[11],
    missedFrom: sent[12],
    isLate: sent[13],
    isDueToday: sent[14],
    nextAt: sent[15],
    isActive: sent[16],
    isUnseen: sent[17],
    toRead: sent[18],
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
