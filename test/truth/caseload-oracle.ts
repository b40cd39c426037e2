import { type Lists, SEEN_AT, type Sent, WINDOW_DAYS } from './caseload-clinic.ts';
import type { ListMutation } from './caseload-mutations.ts';
import type { ShownList, ShownPatient, ShownReason, ShownScore } from './caseload-view.ts';
import {
  flaggedAnswersOf,
  isFuture,
  isSaidAs,
  type Json,
  NOW_MS,
  type Risk,
  riskOf,
  sayDay,
  sayMinute,
  toAt,
  toList,
  toObject,
  toScore,
} from './evidence.ts';
import type { Finding } from './oracle.ts';

// Reads the wire by the service's description and imports nothing of the code that it judges.

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SHORT_MS = 60_000;
/** For so long a change of class puts a patient into a group. */
const CHANGE_DAYS = 30;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Of an instrument whose title is not known. */
const UNTITLED = 'Score';
const OPEN = ['CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED', 'LATE'];
const UNANSWERED = [...OPEN, 'CANCELED', 'CANCELED_LATE', 'CANCELED_IDLE'];
const CLOSED = [
  'FINISHED',
  'CANCELED_IDLE',
  'CANCELED_WHATSAPP_LIMIT',
  'CANCELED_STALE',
  'CANCELED_DELETED_PATIENT',
];

const toId = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);
const toUuid = (value: unknown): string | null =>
  typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : null;
const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const finding = (kind: string, detail: string): Finding => ({ kind, detail });

/** A submission as one of the service's answers has it. */
interface Row {
  readonly from: 'list' | 'id';
  readonly id: number | null;
  readonly patient: string | null;
  readonly form: string | null;
  readonly status: string | null;
  readonly at: number | null;
  /** When it was asked for. */
  readonly askedAt: number | null;
  readonly score: number | null;
  readonly title: string | null;
  readonly application: number | null;
  readonly risk: Risk;
  readonly raw: Json;
}
interface Plan {
  readonly id: number | null;
  readonly patient: string | null;
  readonly form: string | null;
  readonly status: string | null;
  readonly next: number | null;
  readonly last: Json | null;
  /** What stands in the place of the last answer is none of it. */
  readonly isLastOdd: boolean;
  readonly raw: Json;
}

/** Everything that the list was given. */
interface Case {
  readonly list: ShownList;
  readonly rows: readonly Row[];
  readonly plans: readonly Plan[];
  readonly people: readonly Json[];
}
interface OfPatient extends Case {
  readonly patient: ShownPatient;
}

function toRow({ row, id }: Sent, from: Row['from']): Row {
  const raw = toObject(row);
  const isOther = from === 'id' && raw.id !== id;
  // Of a record under another id nothing is known of the one that was asked for.
  const sent = isOther ? {} : raw;
  return {
    from,
    id: isOther ? id : toId(sent.id),
    patient: toUuid(sent.patientId),
    form: toUuid(sent.formTemplateId),
    status: toText(sent.status),
    at: toAt(sent.completedFillAt),
    askedAt: toAt(sent.startedAt) ?? toAt(sent.notifiedAt) ?? toAt(sent.createdAt) ?? toAt(sent.deadline),
    score: toScore(sent.score),
    title: toText(toObject(sent.globalClassification).title),
    application: toId(sent.formApplicationId),
    risk: riskOf(sent),
    raw: sent,
  };
}

function toPlan({ row }: Sent): Plan {
  const raw = toObject(row);
  const last = raw.lastSubmission == null ? null : toObject(raw.lastSubmission);
  return {
    id: toId(raw.id),
    patient: toUuid(raw.patientId),
    form: toUuid(raw.formTemplateId),
    status: toText(raw.status),
    next: toAt(raw.nextAnswerAt),
    last: last && toId(last.id) !== null ? last : null,
    isLastOdd: last !== null && toId(last.id) === null,
    raw,
  };
}

/** True where two values are known and are not the same. */
const differ = (one: unknown, other: unknown): boolean => one != null && other != null && one !== other;
const areApart = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one - other) > SHORT_MS;

/** True for an application that comes once. */
const isAlone = ({ plans }: Case, plan: Plan): boolean =>
  !plans.some((other) => other !== plan && other.id !== null && other.id === plan.id);

/** What any other answer of the service says otherwise of the same submission. */
function disputesOf(one: Case, row: Row): string[] {
  const { rows, plans, list } = one;
  // The odd row may be told of where it stands itself: with the patient whom it names.
  const isTold = (other: Row): boolean =>
    list.lost > 0 ||
    list.patients.some(
      ({ patientId, reasons }) =>
        [row.patient, other.patient].includes(patientId) && reasons.some(({ group }) => group === 'unread'),
    );
  const said: string[] = [];
  const add = (is: boolean, what: string): void => void (is && said.push(what));
  for (const other of rows) {
    if (other === row || other.id === null || other.id !== row.id) continue;
    // Counted as nobody's, or as one of the patient's that could not be read: nobody knows that it is the same answer.
    const isPlaceless =
      row.from === 'id' && other.from === 'list' && (other.form === null || isOfTwo(one, other));
    if ((isPlaceless || other.patient === null) && isTold(other)) continue;
    add(differ(other.patient, row.patient), 'patient');
    add(differ(other.form, row.form), 'instrument');
    add(areApart(other.at, row.at), 'date');
    add(differ(other.score, row.score), 'score');
    add(differ(other.title, row.title), 'class');
    // What was open when the list was read may be answered when it is read by its id.
    const isLater = other.from === 'list' && OPEN.includes(other.status ?? '');
    add(
      differ(other.status, row.status) &&
        !isLater &&
        !(other.from === 'id' && OPEN.includes(row.status ?? '')),
      'state',
    );
    add(differ(other.application, row.application), 'application');
  }
  for (const plan of plans) {
    const isOwner = plan.id !== null && plan.id === row.application;
    const isLast = plan.last !== null && plan.last.id === row.id;
    if (!isOwner && !isLast) continue;
    // Of one that comes twice, what they do not agree in is not known.
    const isSure = isAlone(one, plan) && plan.id !== null && plan.patient !== null && plan.form !== null;
    add(isSure && differ(plan.patient, row.patient), 'patient of the application');
    add(isSure && differ(plan.form, row.form), 'instrument of the application');
    if (!isLast || !isSure) continue;
    add(areApart(toAt(plan.last?.completedFillAt), row.at), 'date of the last answer');
    add(differ(toScore(plan.last?.score), row.score), 'score of the last answer');
  }
  return said;
}

/** True for a row that comes for two patients or two instruments, and so is counted as nobody's. */
const isOfTwo = ({ rows }: Case, row: Row): boolean =>
  rows.some(
    (other) =>
      other !== row &&
      other.from === row.from &&
      other.id !== null &&
      other.id === row.id &&
      (differ(other.patient, row.patient) || differ(other.form, row.form)),
  );

/** True for a row of a list that gives it to two patients, of which one was counted as lost, and by its id it is the other's. */
const isOfOther = (one: Case, row: Row): boolean =>
  one.list.lost > 0 &&
  isOfTwo(one, row) &&
  one.rows.some(({ from, id, patient }) => from === 'id' && id === row.id && differ(patient, row.patient));

/** When a submission was answered, by any row of its id where this one has no date. */
const dateOf = ({ rows }: Case, { at, id }: Row): number | null =>
  at ?? rows.find((other) => id !== null && other.id === id && other.at !== null)?.at ?? null;

/** True for an answer of which a date can be said. */
const isAnswer = ({ status, at }: Row): boolean => status === 'ANSWERED' && at !== null && !isFuture(at);
const mayBeAnswer = ({ status }: Row): boolean => !UNANSWERED.includes(status ?? '');

const rowsOf = (one: Case, patientId: string, formId: string): Row[] =>
  one.rows.filter(({ patient, form }) => patient === patientId && form === formId);

const unreadReasons = ({ patient: { reasons } }: OfPatient, formId: string | null): readonly ShownReason[] =>
  reasons.filter(
    (one) => one.group === 'unread' && (formId === null || one.formId === formId || one.formId === null),
  );

const isUncertain = (one: OfPatient, { formId, aside }: ShownScore): boolean =>
  aside.includes('may not be the latest') || unreadReasons(one, formId).length > 0;

const sayShort = (at: number): string => sayDay(at).replace(/ 2026$/, '');

/** `4 hours ago`, `8 days ago` */
function sayAge(at: number): string {
  const ago = NOW_MS - at;
  if (ago >= 0 && ago < HOUR_MS)
    return Math.floor(ago / 60_000) === 0 ? 'just now' : `${Math.floor(ago / 60_000)} minutes ago`;
  if (ago >= 0 && ago < DAY_MS)
    return ago < 2 * HOUR_MS ? '1 hour ago' : `${Math.floor(ago / HOUR_MS)} hours ago`;
  const days = Math.floor(NOW_MS / DAY_MS) - Math.floor(at / DAY_MS);
  if (days < 0) return sayDay(at);
  if (days < 21) return ['today', 'yesterday'][days] ?? `${days} days ago`;
  if (days < 61) return `${Math.round(days / 7)} weeks ago`;
  return days < 731 ? `${Math.round(days / 30.4375)} months ago` : `${Math.round(days / 365.25)} years ago`;
}

/** Titles that rows of the patient give an instrument. */
function titlesOf({ rows, plans, patient: { patientId } }: OfPatient, formId: string): string[] {
  return [...rows, ...plans].flatMap(({ form, patient, raw }) => {
    if (patient !== patientId) return [];
    const template = toObject(raw.formTemplate);
    const isNamed = form === formId && toUuid(template.templateId) === formId;
    return isNamed ? [toText(template.shortTitle), toText(template.title)].filter((one) => one !== null) : [];
  });
}

/** Why an answer may not be said: nothing where some row of the wire carries it, and no other contradicts. */
function refuseAnswer(
  one: Case,
  [patientId, formId]: readonly [string, string],
  isSaid: (row: Row) => boolean,
  saysClass = true,
): string | null {
  const carriers = rowsOf(one, patientId, formId).filter((row) => isAnswer(row) && isSaid(row));
  if (carriers.length === 0) return 'no answer of this patient carries it';
  // A class that is not said is none that another row contradicts.
  const disputes = carriers.map((row) =>
    disputesOf(one, row).filter((said) => saysClass || said !== 'class'),
  );
  return disputes.some((said) => said.length === 0) ? null : `contradicted: ${disputes[0]?.join(', ')}`;
}

function judgeScore(one: OfPatient, score: ShownScore): Finding[] {
  const { patientId } = one.patient;
  const { formId, moment, value, className, title, age } = score;
  const found: Finding[] = [];
  const titles = titlesOf(one, formId);
  if (!titles.includes(title) && title !== UNTITLED) found.push(finding('false title', title));
  if (moment === '')
    return value || className || age ? [...found, finding('no date', `${value} ${className}`)] : found;
  const said = `${title} ${value} ${className} ${moment}`;
  const refused = refuseAnswer(
    one,
    [patientId, formId],
    (row) =>
      row.at !== null &&
      sayMinute(row.at) === moment &&
      (value === 'no total score'
        ? row.score === null
        : row.score !== null && Math.abs(row.score - Number(value.replace('−', '-'))) < 0.006) &&
      (className === '' || className === row.title),
    className !== '',
  );
  if (refused) found.push(finding('false answer', `${said}: ${refused}`));
  const at = Date.parse(`${moment} UTC`.replace(',', ''));
  if (!isSaidAge(age, at)) found.push(finding('false age', `${age} for ${moment}`));
  const newer = one.rows.filter(
    (row) =>
      row.patient === patientId &&
      (row.form === formId || row.form === null) &&
      mayBeAnswer(row) &&
      !isOfOther(one, row) &&
      (dateOf(one, row) === null || isFuture(row.at) || Number(dateOf(one, row)) >= at + SHORT_MS),
  );
  const told = one.plans.filter(
    (plan) =>
      plan.patient === patientId &&
      plan.form === formId &&
      isAlone(one, plan) &&
      (plan.isLastOdd || Number(toAt(plan.last?.completedFillAt)) >= at + SHORT_MS),
  );
  if (newer.length + told.length > 0 && !isUncertain(one, score))
    found.push(
      finding(
        'not the latest',
        `${said}, and ${newer.length} rows and ${told.length} applications may be newer`,
      ),
    );
  // What was newest may have lost its risk data.
  const newest = one.rows.filter(
    (row) =>
      row.patient === patientId &&
      row.form === formId &&
      row.at !== null &&
      sayMinute(row.at) === moment &&
      mayBeAnswer(row),
  );
  const hasFlag = one.patient.reasons.some(({ group, formId: of }) => group === 'flag' && of === formId);
  if (
    newest.length > 0 &&
    newest.every(({ risk }) => risk !== 'none') &&
    !hasFlag &&
    unreadReasons(one, formId).length === 0
  )
    found.push(finding('absent called none', `risk of ${said} is not known`));
  return found;
}

/** An age, to the minute: the moment that is shown has no seconds. */
const isSaidAge = (age: string, at: number): boolean =>
  age === sayAge(at) || age === sayAge(at + SHORT_MS - 1);

const KINDS: Readonly<Record<string, string>> = {
  SUICIDE_SELF_HARM: 'suicide or self-harm',
  HOMICIDAL_IDEATION: 'homicidal ideation',
};

/** The sentences that a row with a flag carries. */
function flagSentences(row: Row, same: readonly Row[], titles: readonly string[]): string[] {
  const dates = [
    row.at,
    row.at === null ? (toAt(row.raw.startedFillAt) ?? toAt(row.raw.startedAt) ?? row.askedAt) : null,
  ]
    .filter((at) => at !== null && !isFuture(at))
    .map((at) => sayShort(at as number));
  const items = same
    .flatMap(({ raw }) => flaggedAnswersOf(raw))
    .map((answer) => {
      const { flagType, severity } = toObject(answer.riskFlag);
      const kind = toText(flagType);
      const grade = toText(severity);
      const position = toId(toObject(answer.question).position);
      return {
        kind: kind && `${KINDS[kind] ?? 'kind not known'}, `,
        position,
        grade:
          grade && `, ${/^(LOW|MODERATE|HIGH)$/.test(grade) ? `${grade.toLowerCase()} severity` : grade}`,
      };
    });
  return [...items, { kind: null, position: null, grade: null }].flatMap(({ kind, position, grade }) =>
    titles.flatMap((title) =>
      [position, null].flatMap((place) =>
        [...dates, 'date not known'].map(
          (date) =>
            `Risk flag: ${kind ?? ''}${title}${place === null ? '' : ` item ${place}`}${grade ?? ''}, ${date}`,
        ),
      ),
    ),
  );
}

function judgeFlag(one: OfPatient, { text, formId }: ShownReason): Finding[] {
  const { patientId } = one.patient;
  const of = rowsOf(one, patientId, formId ?? '');
  const titles = titlesOf(one, formId ?? '');
  const isCarried = of
    .filter(({ risk }) => risk === 'flagged')
    .some((row) => {
      const same = one.rows.filter(({ id }) => id !== null && id === row.id);
      return flagSentences(row, same, [...titles, UNTITLED]).includes(text);
    });
  return isCarried ? [] : [finding('false flag', text)];
}

function judgeChange(one: OfPatient, { text, formId }: ShownReason): Finding[] {
  const { patientId } = one.patient;
  const of = formId ?? '';
  const [, before, beforeDate = '', after, date = ''] =
    /was (.+) \(([^()]+)\), now (.+) \(([^()]+)\)$/.exec(text) ?? [];
  const carried = (title: string | undefined, day: string) =>
    refuseAnswer(one, [patientId, of], (row) => row.title === title && isSaidAs(row.at, day));
  const refused = carried(before, beforeDate) ?? carried(after, date);
  if (refused) return [finding('false change', `${text}: ${refused}`)];
  const atOf = (day: string): number => Date.parse(`${/\d{4}$/.test(day) ? day : `${day} 2026`} UTC`);
  if (atOf(date) < NOW_MS - CHANGE_DAYS * DAY_MS - DAY_MS)
    return [finding('false change', `${text}: before the last ${CHANGE_DAYS} days`)];
  const between = rowsOf(one, patientId, of).filter(
    (row) =>
      mayBeAnswer(row) &&
      !isOfOther(one, row) &&
      (row.at === null || (row.at >= atOf(beforeDate) + DAY_MS && row.at < atOf(date))),
  );
  return between.length > 0
    ? [finding('false change', `${text}: ${between.length} rows may lie between`)]
    : [];
}

/** Requests that were missed after the latest answer: those that certainly were, and all that may have been. */
function missedOf(one: OfPatient, formId: string) {
  const { patientId, scores } = one.patient;
  const { moment = '' } = scores.find((score) => score.formId === formId) ?? {};
  const since = moment ? Date.parse(`${moment} UTC`.replace(',', '')) : 0;
  const sure = new Set<number>();
  const all = new Set<unknown>();
  for (const row of one.rows.filter(
    ({ patient, form }) => patient === patientId && (form === formId || form === null),
  )) {
    const isMissed = /^(?:CANCELED|LATE)/.test(row.status ?? '') && UNANSWERED.includes(row.status ?? '');
    if (!isMissed && UNANSWERED.concat('ANSWERED').includes(row.status ?? '')) continue;
    all.add(row.id ?? row);
    const isPast = row.askedAt !== null && row.askedAt <= NOW_MS && row.askedAt >= since;
    const isWhole = row.id !== null && row.form !== null && toAt(row.raw.startedAt) !== null;
    if (isMissed && isPast && isWhole && disputesOf(one, row).length === 0) sure.add(row.id as number);
  }
  return { sure, all };
}

function judgeLate(one: OfPatient, { text, formId }: ShownReason): Finding[] {
  const { patientId } = one.patient;
  const said = /: (?:last )?(\d+) missed(?: since (.+))?$/.exec(text);
  if (!said) return [finding('not understood', text)];
  const [, count = '', from] = said;
  const { sure, all } = missedOf(one, formId ?? '');
  const of = rowsOf(one, patientId, formId ?? '');
  const found: Finding[] = [];
  if (Number(count) > all.size || (Number(count) < sure.size && unreadReasons(one, formId).length === 0))
    found.push(finding('false count', `${text}: ${sure.size} to ${all.size}`));
  if (from === undefined) return found;
  const first = of
    .filter((row) => isSaidAs(row.askedAt, from) && !isAnswer(row))
    .map(({ askedAt }) => askedAt ?? 0);
  if (first.length === 0) found.push(finding('false date', `${text}: no request of that day`));
  const between = of.filter(
    (row) => isAnswer(row) && Number(row.at) > Math.min(...first) && disputesOf(one, row).length === 0,
  );
  if (between.length > 0) found.push(finding('false count', `${text}: answered in between`));
  return found;
}

const isToday = (at: number | null): boolean => at !== null && sayDay(at) === sayDay(NOW_MS);

function judgeDue(one: OfPatient, { text, formId }: ShownReason): Finding[] {
  const { patientId } = one.patient;
  const isAsked =
    rowsOf(one, patientId, formId ?? '').some(
      ({ status, askedAt }) => OPEN.includes(status ?? '') && isToday(askedAt),
    ) ||
    one.plans.some(
      ({ patient, form, next, status }) =>
        patient === patientId && form === formId && isToday(next) && !CLOSED.includes(status ?? ''),
    );
  return isAsked ? [] : [finding('false due', text)];
}

function judgeNothing(one: OfPatient): Finding[] {
  const { patientId } = one.patient;
  const plans = one.plans.filter(
    (plan) =>
      plan.patient === patientId &&
      !CLOSED.includes(plan.status ?? '') &&
      (isAlone(one, plan) || one.list.lost === 0),
  );
  const open = one.rows.filter(
    (row) =>
      row.patient === patientId &&
      row.from === 'list' &&
      OPEN.includes(row.status ?? '') &&
      !(isOfTwo(one, row) && one.list.lost > 0),
  );
  const found: Finding[] = [];
  if (plans.length > 0)
    found.push(finding('absent called none', `nothing asked for, with ${plans.length} that may be active`));
  if (open.length > 0)
    found.push(finding('absent called none', `nothing asked for, with ${open.length} open requests`));
  if (!one.list.isWhole) found.push(finding('absent called none', 'nothing asked for, before all is read'));
  return found;
}

/** Dates that any answer of the service gives for answers of a patient. */
const datesOf = ({ rows, plans }: Case, patientId: string): (number | null)[] => [
  ...rows.filter(({ patient }) => patient === patientId).flatMap(({ at, askedAt }) => [at, askedAt]),
  ...plans.filter(({ patient }) => patient === patientId).map(({ last }) => toAt(last?.completedFillAt)),
];

function judgeUnread(one: OfPatient, { text }: ShownReason, touched: ReadonlySet<string>): Finding[] {
  const { patientId } = one.patient;
  const found: Finding[] = [];
  if (!touched.has(patientId)) found.push(finding('read called unread', text));
  const [, date] = /(?:answer of|newest of) (\d+ \w+(?: \d{4})?)/.exec(text) ?? [];
  if (date !== undefined && !datesOf(one, patientId).some((at) => isSaidAs(at, date)))
    found.push(finding('false date', text));
  return found;
}

function judgeReason(one: OfPatient, reason: ShownReason, touched: ReadonlySet<string>): Finding[] {
  const score = one.patient.scores.find(({ formId }) => formId === reason.formId);
  switch (reason.group) {
    case 'flag':
      return judgeFlag(one, reason);
    case 'unread':
      return judgeUnread(one, reason, touched);
    case 'answered': {
      const isNew =
        score !== undefined &&
        Date.parse(`${score.moment} UTC`.replace(',', '')) >= Date.parse(SEEN_AT) - SHORT_MS;
      return isNew && reason.text === `${score.title} answered ${score.age}`
        ? []
        : [finding('false answer', reason.text)];
    }
    case 'changed':
      return judgeChange(one, reason);
    case 'late':
      return judgeLate(one, reason);
    case 'due':
      return judgeDue(one, reason);
    case 'nothing':
      return judgeNothing(one);
    default:
      return reason.text === '' && reason.group === 'none' ? [] : [finding('not understood', reason.text)];
  }
}

/** True where a later answer that can be read says that a flag is gone: of its item, where that is known. */
function isCleared(one: Case, flag: Row): boolean {
  const same = one.rows.filter(({ id }) => id !== null && id === flag.id);
  const flaggedAt = dateOf(one, flag);
  const items = same.flatMap(({ raw }) => flaggedAnswersOf(raw)).map(({ questionId }) => toId(questionId));
  return rowsOf(one, flag.patient ?? '', flag.form ?? '').some((row) => {
    const twins = one.rows.filter(({ id }) => id !== null && id === row.id);
    const answers = toList(row.raw.answers).map(toObject);
    const isOfItem =
      items.length === 0 ||
      items.some((item) => item === null || answers.some(({ questionId }) => questionId === item));
    const isScored = row.score !== null || row.raw.score == null;
    return (
      isAnswer(row) &&
      isScored &&
      flaggedAt !== null &&
      Number(row.at) > flaggedAt &&
      row.risk === 'none' &&
      isOfItem &&
      twins.every(({ risk }) => risk !== 'flagged') &&
      disputesOf(one, row).length === 0
    );
  });
}

/** True where a patient's row says that something of theirs could not be read. */
function isTold(one: Case, { patient: patientId, form }: Row | Plan): boolean {
  const patient = one.list.patients.find((shown) => shown.patientId === patientId);
  return patient ? unreadReasons({ ...one, patient }, form).length > 0 : false;
}

/** Of one without a patient that comes again with one: it may be that patient's, and is told of theirs. */
const isToldOfOther = (one: Case, all: readonly (Row | Plan)[], { id }: Row | Plan): boolean =>
  all.some((other) => id !== null && other.id === id && isTold(one, other));

const sayRow = ({ from, id, form, at, status }: Row): string =>
  `submission ${id} (${from}) of ${form?.slice(-1)}, ${at === null ? 'no date' : sayDay(at)}, ${status}`;

function judgeFlags(one: Case): Finding[] {
  return one.rows.flatMap((row): Finding[] => {
    if (row.risk !== 'flagged') return [];
    const { patient: patientId, form, id } = row;
    if (patientId === null)
      return one.list.lost > 0 || isToldOfOther(one, one.rows, row)
        ? []
        : [finding('lost flag', `${sayRow(row)} of nobody is not counted`)];
    const patient = one.list.patients.find((shown) => shown.patientId === patientId);
    if (!patient) return [finding('lost flag', `${sayRow(row)}: its patient is not shown`)];
    const of: OfPatient = { ...one, patient };
    if (patient.reasons.some(({ group, formId }) => group === 'flag' && formId === form)) return [];
    const isOfOther = (other: Row): boolean =>
      other.id === id && (differ(other.patient, patientId) || differ(other.form, form));
    const isDisputed =
      one.rows.some(isOfOther) || disputesOf(one, row).some((what) => /^(?:patient|instrument)/.test(what));
    const isUnread = unreadReasons(of, form).length > 0;
    if (form === null || id === null || isDisputed)
      return isUnread || (isDisputed && one.list.lost > 0)
        ? []
        : [finding('lost flag', `${sayRow(row)} of ${patient.name} is not told`)];
    if (!isCleared(one, row)) return [finding('lost flag', `${sayRow(row)} of ${patient.name}`)];
    const score = patient.scores.find(({ formId }) => formId === form);
    return score?.aside.some((said) => said.startsWith('Last flagged'))
      ? []
      : [finding('lost flag', `${sayRow(row)} was flagged another time`)];
  });
}

function judgeAside(one: OfPatient, { formId, aside }: ShownScore): Finding[] {
  const { patientId } = one.patient;
  return aside.flatMap((said): Finding[] => {
    const [, next] = /^next request (.+)$/.exec(said) ?? [];
    const [, flagged] = /^Last flagged (.+)$/.exec(said) ?? [];
    if (said === 'may not be the latest') return [];
    // What stands beside the instrument is part of a reason, which is judged by itself.
    const isPart = ({ formId: of, text }: ShownReason): boolean =>
      of === formId && text.toLowerCase().includes(said.toLowerCase());
    if (one.patient.reasons.some(isPart)) return [];
    const [, before, beforeDate = ''] = /^was (.+) \(([^()]+)\)$/.exec(said) ?? [];
    const isBefore = (row: Row): boolean => row.title === before && isSaidAs(row.at, beforeDate);
    if (before) {
      const refused = refuseAnswer(one, [patientId, formId], isBefore);
      return refused ? [finding('false aside', `${said}: ${refused}`)] : [];
    }
    const isCarried = next
      ? one.plans.some(
          (plan) =>
            plan.patient === patientId &&
            plan.form === formId &&
            isSaidAs(plan.next, next) &&
            !CLOSED.includes(plan.status ?? ''),
        )
      : flagged
        ? rowsOf(one, patientId, formId).some(
            (row) => row.risk === 'flagged' && isSaidAs(row.at ?? row.askedAt, flagged),
          )
        : null;
    return isCarried ? [] : [finding(isCarried === null ? 'not understood' : 'false aside', said)];
  });
}

function judgeName({ people, patient: { name, patientId } }: OfPatient): Finding[] {
  if (name === `Name not known (${patientId.slice(0, 8)})`) return [];
  const names = people
    .filter(({ serviceId }) => toUuid(serviceId) === patientId)
    .map((row) =>
      [row.name, row.surname].filter((part) => typeof part === 'string' && part.trim() !== '').join(' '),
    );
  // Of two that differ, what they agree in.
  const isOne =
    names.length > 0 &&
    names.every((one) => one === name || one.startsWith(`${name} `) || one.endsWith(` ${name}`));
  return isOne ? [] : [finding('false name', `${name}, sent as ${names.join(' and ') || 'none'}`)];
}

/** Facts that a row must tell where nothing of it is in doubt. */
function judgeHidden(one: OfPatient): Finding[] {
  const { scores, reasons } = one.patient;
  const has = (group: string, formId: string): boolean =>
    reasons.some((reason) => reason.group === group && reason.formId === formId);
  return scores.flatMap(({ formId, moment, title }): Finding[] => {
    const isNew = moment !== '' && Date.parse(`${moment} UTC`.replace(',', '')) > Date.parse(SEEN_AT);
    const { sure } = missedOf(one, formId);
    return [
      ...(isNew && !has('answered', formId) ? [finding('hidden', `${title} was answered ${moment}`)] : []),
      ...(sure.size > 0 && !has('late', formId) && unreadReasons(one, formId).length === 0
        ? [finding('hidden', `${title}: ${sure.size} missed`)]
        : []),
    ];
  });
}

/** Rows that say an answer, or may, and cannot be placed: they have to be counted. */
function judgeUnplaced(one: Case): Finding[] {
  const ofRows = one.rows.filter(
    (row) => mayBeAnswer(row) && (row.id === null || row.form === null || row.patient === null),
  );
  const unplaced = [
    ...ofRows,
    ...one.plans.filter(({ id, form, patient }) => id === null || form === null || patient === null),
  ];
  return unplaced.flatMap((row) =>
    one.list.lost > 0 ||
    isTold(one, row) ||
    (row.patient === null && isToldOfOther(one, 'from' in row ? one.rows : one.plans, row))
      ? []
      : [finding('hidden', `a row that cannot be read: ${JSON.stringify(row.raw).slice(0, 120)}`)],
  );
}

function judgePatient(one: OfPatient, touched: ReadonlySet<string>): Finding[] {
  const { heading, reasons, scores, name } = one.patient;
  const [first] = reasons;
  const isPlaced = heading === first?.group || (heading === 'incomplete' && !one.list.isWhole);
  const found = [
    ...(isPlaced ? [] : [finding('false group', `${heading}, of ${first?.group}`)]),
    ...(['none', 'nothing'].includes(heading) && !one.list.isWhole
      ? [finding('absent called none', heading)]
      : []),
    ...judgeName(one),
    ...reasons.flatMap((reason) => judgeReason(one, reason, touched)),
    ...scores.flatMap((score) => [...judgeScore(one, score), ...judgeAside(one, score)]),
    ...judgeHidden(one),
  ];
  return found.map(({ kind, detail }) => finding(kind, `${name}: ${detail}`));
}

/** Patients whose rows were changed, or whose ids stand in what was changed. */
function touchedBy(truth: Lists, mutations: readonly ListMutation[]): ReadonlySet<string> {
  const touched = new Set<string>();
  const add = (row: unknown): void => {
    for (const value of [toObject(row).patientId, toObject(row).serviceId])
      if (typeof value === 'string') touched.add(value);
  };
  for (const { list, row, value } of mutations) {
    add(truth[list][row]?.row);
    const named = typeof value === 'object' ? Object.values(toObject(value)) : [value];
    for (const one of named) {
      if (typeof one === 'string') touched.add(one);
      for (const sent of [...truth.applications, ...truth.submissions])
        if (toObject(sent.row).id === one) add(sent.row);
    }
  }
  return touched;
}

/** What the list says that the service's answers do not carry, and what they carry that it does not tell. */
export function judgeCaseload(
  list: ShownList,
  {
    sent,
    truth,
    served,
  }: { readonly sent: Lists; readonly truth: Lists; readonly served: ReadonlySet<number> },
  mutations: readonly ListMutation[],
): Finding[] {
  if (list.failure !== null) return [];
  const one: Case = {
    list,
    rows: [
      ...sent.submissions
        .filter(({ at }) => at >= NOW_MS - WINDOW_DAYS * DAY_MS)
        .map((row) => toRow(row, 'list')),
      ...sent.submission.filter(({ id }) => served.has(id)).map((row) => toRow(row, 'id')),
    ],
    plans: sent.applications.map(toPlan),
    people: sent.patients.map(({ row }) => toObject(row)),
  };
  const touched = touchedBy(truth, mutations);
  const flags = list.patients.filter(({ reasons }) => reasons.some(({ group }) => group === 'flag')).length;
  const missing = one.people.filter(({ serviceId }) => {
    const id = toUuid(serviceId);
    return id === null ? list.lost === 0 : !list.patients.some(({ patientId }) => patientId === id);
  });
  return [
    ...(list.flags === flags
      ? []
      : [finding('false count', `${list.flags} flags in the head, ${flags} in the list`)]),
    ...missing.map((row) => finding('hidden', `patient ${JSON.stringify(row).slice(0, 80)}`)),
    ...judgeFlags(one),
    ...judgeUnplaced(one),
    ...list.patients.flatMap((patient) => judgePatient({ ...one, patient }, touched)),
  ];
}
