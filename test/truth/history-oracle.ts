import type { TrueCourse, Wire } from './clinic.ts';
import {
  ABSURD,
  type Evidence,
  type Finding,
  finding,
  fromList,
  isFuture,
  type Json,
  NOW_MS,
  sayDay,
  sayMinute,
  toAt,
  toList,
  toObject,
} from './evidence.ts';
import type { ShownHistory } from './surfaces.ts';

/** States as they are said. What the description does not list is said as it was sent. */
const STATES: Readonly<Record<string, string>> = {
  CREATED: 'Not answered: not sent yet',
  IN_PROGRESS: 'Not answered yet: waiting for the patient',
  OPENED: 'Not answered yet: opened by the patient',
  STARTED: 'Not answered yet: started by the patient',
  ANSWERED: 'Answered',
  LATE: 'Not answered yet: late',
  CANCELED: 'Not answered: cancelled',
  CANCELED_LATE: 'Not answered: replaced by the next request',
  CANCELED_IDLE: 'Not answered: closed for inactivity',
};
const APPLICATION_STATES: Readonly<Record<string, string>> = {
  CREATED: 'created',
  IN_PROGRESS: 'in progress',
  PAUSED: 'paused',
  FINISHED: 'finished',
  CANCELED_IDLE: 'closed: inactive',
  CANCELED_WHATSAPP_LIMIT: 'closed: WhatsApp message limit',
  CANCELED_STALE: 'closed: expired',
  CANCELED_DELETED_PATIENT: 'closed: patient unlinked',
};
const CYCLES: Readonly<Record<string, string>> = {
  NOW: 'Once, now',
  ONCE: 'Once, on a date',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  BIWEEKLY: 'Every two weeks',
  MONTHLY: 'Every month',
};
const FIELDS = /^(?:1 field|\d+ fields) could not be read$/;
const UNREAD = /^(\d+) items? could not be read and (?:is|are) not shown\.$/;
const KNOWN_TEXTS = [
  UNREAD,
  FIELDS,
  /^No questionnaires sent to this patient yet\.$/,
  /^Updated /,
  /^AI summary/,
];

const isWord = (words: Readonly<Record<string, string>>, sent: unknown, said: string): boolean =>
  said === (typeof sent === 'string' ? (words[sent] ?? sent) : '');
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const formOf = (row: Json): string => String(row.formTemplateId).toLowerCase();

/** `14 · Moderate (10–14)`; numbers have at most two places. */
function isScore({ score, title, isAnswered, raw }: Evidence, said: string): boolean {
  if (said === '') return !isAnswered || score === null;
  const [, number = '', rest = ''] = /^(−?\d+(?:,\d{3})*(?:\.\d+)?)(.*)$/.exec(said) ?? [];
  const value = Number(number.replaceAll(',', '').replace('−', '-'));
  const { minScore, maxScore } = toObject(raw.globalClassification);
  const named = `${title} (${minScore}–${maxScore})`;
  const known =
    title === null
      ? ['', ', longer than any scale']
      : [
          ` · ${title}`,
          ` · ${named}`,
          ', longer than any scale',
          `, sent with the class ${named}, which does not match`,
        ];
  return score !== null && Math.abs(value - score) < 0.006 && known.includes(rest);
}

/** A plain date beside an answer is that of the answer. */
function isDate({ raw, at, isAnswered }: Evidence, said: string): boolean {
  const sent = [raw.notifiedAt, raw.startedAt, raw.createdAt].map(toAt).filter((one) => one !== null);
  const own = at === null || isFuture(at) ? [] : [sayMinute(at)];
  const requested = sent.map((one) => `Requested ${sayMinute(one)}`);
  const plain = isAnswered === false ? sent.map(sayMinute) : [];
  return said === 'no date' ? own.length === 0 : [...own, ...requested, ...plain].includes(said);
}

/** What one row of a card says, by the row of the list that it may be. */
function ofRow(
  { name }: ShownHistory['cards'][number],
  [date = '', state = '', score = '', risk = '']: readonly string[],
  rows: readonly Evidence[],
  names: ReadonlyMap<string, ReadonlySet<string>>,
): Finding[] {
  const what = `${name}: ${date}, ${state}, ${score}, ${risk}`;
  const carriers = rows.filter(
    (row) =>
      isDate(row, date) &&
      (state === 'Could not be read' || (isWord(STATES, row.raw.status, state) && isScore(row, score))),
  );
  const [first] = carriers;
  if (!first) return [finding('not carried', what)];
  const ofName = carriers.filter(({ raw }) => {
    const known = names.get(formOf(raw));
    return known ? known.has(name) : name === 'Instrument';
  });
  const isFlagged = carriers.some((row) => row.risk === 'flagged');
  const isClear = carriers.some((row) => row.risk === 'none' && row.truth?.risk !== 'flagged');
  return [
    ...(ofName.length === 0 ? [finding('not carried', `${what} under this name`)] : []),
    ...(Math.abs(first.score ?? 0) >= ABSURD && score !== '' && !/outside|longer/.test(score)
      ? [finding('absurd score', what)]
      : []),
    ...(risk === 'Risk flag' && !isFlagged ? [finding('risk not carried', what)] : []),
    ...(risk === 'None recorded' && !isClear ? [finding('absent called none', what)] : []),
    ...(risk === '' && carriers.every(({ isAnswered }) => isAnswered)
      ? [finding('risk not said', what)]
      : []),
    ...(['', 'Risk flag', 'None recorded', 'Unavailable'].includes(risk)
      ? []
      : [finding('unknown sentence', what)]),
  ];
}

/** `Every week, since 3 Aug 2026, next request 25 Nov 2026` and the state beside it. */
function ofApplication([said, state]: readonly [string, string], applications: readonly Json[]): Finding[] {
  const [, cycle = '', since, next] =
    /^(.*?)(?:, since (\d+ \w+ -?\d+))?(?:, next request (\d+ \w+ -?\d+))?$/.exec(said) ?? [];
  const isDay = (value: unknown, day: string | undefined): boolean => {
    const at = toAt(value);
    return day === undefined || (at !== null && sayDay(at) === day);
  };
  const carrier = applications.find(
    (one) =>
      isWord(CYCLES, one.recurrenceCycle, cycle) &&
      isWord(APPLICATION_STATES, one.status, state) &&
      isDay(one.startedAt, since) &&
      isDay(one.nextAnswerAt, next),
  );
  if (!carrier) return [finding('not carried', `application: ${said}, ${state}`)];
  // What has not begun has lasted since no day.
  const isAhead = since !== undefined && Date.parse(`${since} UTC`) > NOW_MS;
  return isAhead ? [finding('absurd date', `application: ${said}`)] : [];
}

/** Judges the side panel's history, which has every instrument of the patient, by the list and the applications. */
export function judgeHistory(shown: ShownHistory, wire: Wire, course: TrueCourse): Finding[] {
  const { cards, status, texts } = shown;
  if (status === 'error') return [];
  const rows = fromList(wire, course);
  const applications = toList(wire.applications).map(toObject);
  const names = new Map<string, Set<string>>();
  for (const one of [...applications, ...rows.map(({ raw }) => raw)]) {
    const { templateId, title, shortTitle } = toObject(one.formTemplate);
    const known = [shortTitle, title].filter(isText).map((text) => text.trim());
    if (known.length > 0 && /^[0-9a-f-]{36}$/i.test(String(templateId)))
      names.set(formOf(one), new Set([...(names.get(formOf(one)) ?? []), ...known]));
  }
  const said = cards.flatMap((card) => card.rows.map((row) => ({ card, row })));
  const flags = said.filter(({ row }) => row[3] === 'Risk flag').length;
  const flagged = rows.filter(({ risk }) => risk === 'flagged').length;
  const unread = Number(UNREAD.exec(texts.find((text) => UNREAD.test(text)) ?? '')?.[1] ?? 0);
  const others = [...rows.map(({ raw }) => raw), ...applications].filter(
    ({ patientId }) =>
      typeof patientId === 'string' && /^[0-9a-f-]{36}$/i.test(patientId) && patientId !== course.patientId,
  );
  const known = said.length + cards.reduce((sum, card) => sum + card.applications.length, 0);
  return [
    ...said.flatMap(({ card, row }) => ofRow(card, row, rows, names)),
    ...cards.flatMap((card) => card.applications.flatMap((one) => ofApplication(one, applications))),
    ...(flags < flagged ? [finding('lost flag', `${flags} of ${flagged} flagged submissions`)] : []),
    ...(known + unread < rows.length + applications.length
      ? [finding('silent loss', `${known} of ${rows.length + applications.length} rows, ${unread} unread`)]
      : []),
    ...(others.length > 0 && cards.length > 0 ? [finding("another's", 'something is said')] : []),
    ...[...texts, ...cards.flatMap((card) => card.texts)]
      .filter((text) => text !== '' && !KNOWN_TEXTS.some((one) => one.test(text)))
      .map((text) => finding('unknown sentence', text)),
    ...(texts.some((text) => /^No questionnaires/.test(text)) && rows.length + applications.length > 0
      ? [finding('empty', 'no questionnaires')]
      : []),
  ];
}
