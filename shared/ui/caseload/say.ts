import { RISK_SEVERITIES, sayListed } from '@instrument-panel/client/contract';
import type { CaseloadReason, PatientFacts } from '../../caseload/caseload.ts';
import type { InstrumentFacts } from '../../caseload/facts.ts';
import type { CaseloadFirstMessages } from '../../words/caseload.ts';
import type { Format } from '../../words/format.ts';

/** The words and formats of one language for a list of patients, and the service's present. */
export interface CaseloadSpeech {
  readonly words: CaseloadFirstMessages;
  readonly format: Format;
  /** Milliseconds; null where it is not known. */
  readonly now: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Characters of an id by which a patient without a name is told from others. */
const SHORT_ID_LENGTH = 8;

export const sayPatient = ({ words }: CaseloadSpeech, { name, patientId }: PatientFacts): string =>
  name ?? words.unnamed({ id: patientId.slice(0, SHORT_ID_LENGTH) });

/** `4 hours ago`, `4 days ago`; the date where the present is not known. */
export function sayAgo({ words, format, now }: CaseloadSpeech, at: number): string {
  const ago = now === null ? -1 : now - at;
  if (ago < 0 || ago >= DAY_MS) return format.age(at, now).replace(/ \([^()]*\)$/, '');
  return ago < HOUR_MS
    ? words.minutesAgo({ count: Math.floor(ago / MINUTE_MS) })
    : words.hoursAgo({ count: Math.floor(ago / HOUR_MS) });
}

/** `18 Nov`; with the year where it is another than the present one. */
export const sayDay = ({ format, now }: CaseloadSpeech, at: number | null): string | null =>
  at === null ? null : format.day(at, now);

export const sayTitle = ({ words }: CaseloadSpeech, { title }: InstrumentFacts): string =>
  title || words.untitled;

/** The flag of an instrument in words: what the item is about, its number, severity and date. */
function sayFlag(speech: CaseloadSpeech, facts: InstrumentFacts): string {
  const { words } = speech;
  const { risk, item } = facts;
  const { OTHER, ...known } = words.kinds;
  const flagType = item?.flagType ?? null;
  const severity = item?.severity?.trim() || null;
  const isListed = RISK_SEVERITIES.some((one) => one === severity);
  return words.flagged({
    kind: flagType === null ? null : Object.hasOwn(known, flagType) ? sayListed(known, flagType) : OTHER,
    title: sayTitle(speech, facts),
    position: item?.position == null ? null : String(item.position),
    severity: severity !== null && isListed ? sayListed(words.severity, severity) : severity,
    date: sayDay(speech, risk.kind === 'flagged' ? risk.at : null),
  });
}

function sayUnreadOf(speech: CaseloadSpeech, facts: InstrumentFacts, title: string | null): string {
  const { words } = speech;
  const { unreadCount, unreadAt, latest, isLatestKnown } = facts;
  if (unreadCount > 0) return words.unreadOf({ title, count: unreadCount, date: sayDay(speech, unreadAt) });
  if (!isLatestKnown) return words.newerMissing({ title });
  const date = sayDay(speech, latest?.at ?? null) ?? '';
  return latest?.isPartial ? words.partOf({ title, date }) : words.riskMissing({ title });
}

/** Why a patient is in a group, with its date; empty where the group says it all. */
export function sayReason(speech: CaseloadSpeech, { group, facts }: CaseloadReason): string {
  const { words } = speech;
  if (!facts) return group === 'unread' ? words.rowsOf : group === 'nothing' ? words.nothing : '';
  const title = sayTitle(speech, facts);
  const { latest, before } = facts;
  const date = (at: number | undefined): string => sayDay(speech, at ?? null) ?? '';
  switch (group) {
    case 'flag':
      return sayFlag(speech, facts);
    case 'unread':
      return sayUnreadOf(speech, facts, title);
    case 'answered':
      return latest ? words.answeredAt({ title, age: sayAgo(speech, latest.at) }) : '';
    case 'changed':
      return words.classChanged({
        title,
        before: before?.className ?? '',
        beforeDate: date(before?.at),
        after: latest?.className ?? '',
        date: date(latest?.at),
      });
    case 'late':
      return words.late({ title, count: facts.missedCount, from: sayDay(speech, facts.missedFrom) });
    default:
      return group === 'due' ? words.dueToday({ title }) : '';
  }
}

/** All reasons of a patient in words, the first of the group in which the patient stands. */
export const sayReasons = (speech: CaseloadSpeech, { reasons }: PatientFacts): string[] =>
  reasons.map((reason) => sayReason(speech, reason)).filter(Boolean);

/** True for a reason that stands with the name; every other stands beside its instrument. */
const isLeading = ({ group, facts }: CaseloadReason, index: number): boolean =>
  index === 0 || group === 'flag' || facts === null;

/** The reasons that stand with the name: the first, every flag, and those of no instrument. */
export const sayLeading = (speech: CaseloadSpeech, { reasons }: PatientFacts): string[] =>
  reasons.filter(isLeading).flatMap((reason) => sayReason(speech, reason) || []);

/** A reason beside its instrument; an answer that is new is told by its mark. */
function sayBeside(speech: CaseloadSpeech, group: CaseloadReason['group'], facts: InstrumentFacts): string {
  const { words } = speech;
  const { before, missedCount: count, missedFrom } = facts;
  if (group === 'unread') return sayUnreadOf(speech, facts, null);
  if (group === 'changed')
    return words.was({ before: before?.className ?? '', date: sayDay(speech, before?.at ?? null) ?? '' });
  if (group === 'late') return words.late({ title: null, count, from: sayDay(speech, missedFrom) });
  return group === 'due' ? words.dueToday({ title: null }) : '';
}

/** What stands beside an instrument's score: its reasons, what is not certain of it, an earlier flag, the next date. */
export function sayAside(speech: CaseloadSpeech, facts: InstrumentFacts, { reasons }: PatientFacts): string {
  const { words } = speech;
  const { latest, isLatestKnown, risk, nextAt, change } = facts;
  const beside = reasons.filter((reason, index) => reason.facts === facts && !isLeading(reason, index));
  const isOld = risk.kind === 'flagged' && !risk.isCurrent;
  const isUnreadSaid = beside.some(({ group }) => group === 'unread');
  return [
    ...beside.map(({ group }) => sayBeside(speech, group, facts)),
    change === 'earlier' ? sayBeside(speech, 'changed', facts) : '',
    latest && !isLatestKnown && !isUnreadSaid ? words.mayNotBeLatest : '',
    isOld ? words.riskShort.dated({ date: sayDay(speech, risk.at) }) : '',
    nextAt === null ? '' : words.next({ date: sayDay(speech, nextAt) ?? '' }),
  ]
    .filter(Boolean)
    .join(' · ');
}
