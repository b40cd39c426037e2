import { isActiveApplication, PENDING_SUBMISSION_STATUSES } from '@instrument-panel/client/contract';
import { asSubmissions, CLOCK_SKEW_MS, mayBeAnswered } from '../score/latest.ts';
import { missedOf } from '../score/missed.ts';
import { riskOf, riskStateOf } from '../score/risk.ts';
import type { RiskState } from '../score/view.ts';
import {
  type ApplicationRow,
  applicationOf,
  atOf,
  findSubmission,
  type InstrumentRecord,
  isAfter,
  placesIn,
  type SubmissionRow,
  toSubmission,
} from './records.ts';

/** An answer, as far as a row of the caseload states it. */
export interface StatedAnswer {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly score: number | null;
  /** Title of the class, as the service gave it with this answer; null where it gave none. */
  readonly className: string | null;
  /** As the service sent it. */
  readonly classColor: string | null;
  /** Something of it was sent that could not be read. */
  readonly isPartial: boolean;
}

/** The flagged item of a flag, by its number in the instrument; null for what is not known. */
export interface StatedItem {
  readonly position: number | null;
  readonly flagType: string | null;
  readonly severity: string | null;
}

/** What is known of one patient and one instrument. */
export interface InstrumentFacts {
  readonly formId: string;
  /** Short title, or the long one; empty where neither is known. */
  readonly title: string;
  /** The service says that a higher score is better. */
  readonly isHigherBetter: boolean;
  /** The newest answer that could be read; null without any. */
  readonly latest: StatedAnswer | null;
  /** False where an answer that could not be read may be newer. */
  readonly isLatestKnown: boolean;
  /** The answer before the latest; null where there is none, or where one between the two could not be read. */
  readonly before: StatedAnswer | null;
  /** Whether the service gave these two different classes: with an answer of the last 30 days, or with an earlier one. */
  readonly change: 'recent' | 'earlier' | null;
  readonly risk: RiskState;
  readonly item: StatedItem | null;
  /** Answers that could not be read, and when the newest of them was given; null where that is not known. */
  readonly unreadCount: number;
  readonly unreadAt: number | null;
  /** Requests since the latest answer that were not answered, or are late. */
  readonly missedCount: number;
  /** The first of these; null where it says no instant. */
  readonly missedFrom: number | null;
  /** True if one of them is late, and can still be answered. */
  readonly isLate: boolean;
  /** True where a request or an application is due on the present day. */
  readonly isDueToday: boolean;
  /** The next date of an active application; null where none is known. */
  readonly nextAt: number | null;
  /** True while the patient is asked, or may be: a state that is not known counts as active. */
  readonly isActive: boolean;
  /** Answered after the list was seen last. */
  readonly isUnseen: boolean;
  /**
   * Submissions that have to be read by their ids before these facts are certain: the newest answers that no list
   * brought, the answer behind the newest flag, and later ones that may not have answered its item.
   */
  readonly toRead: readonly number[];
}

/** What the facts of a list rest on beside its records. */
export interface FactsInput {
  /** The service's clock, milliseconds; null where it is not known. */
  readonly now: number | null;
  /** Until when the list was seen, milliseconds; null before the first time. */
  readonly seenAt: number | null;
  /** True for an instant on the present day of the service's clock, in the reader's time zone. */
  readonly isToday: (at: number) => boolean;
  /** Submissions that were asked for by their ids. */
  readonly asked: ReadonlySet<number>;
  /** Submissions that a page of a list names, and gives to nobody. */
  readonly lostIds: ReadonlySet<number>;
  /** The record that an application belongs to by the list of applications. */
  readonly recordOfApplication: (id: number) => InstrumentRecord | undefined;
  /** The record of the application whose last submission it is, by its id; null for that of two. */
  readonly recordOfLast: ReadonlyMap<number, InstrumentRecord | null>;
  /** Submissions that the service gives to two patients, or to two instruments. */
  readonly ofTwo: ReadonlySet<number>;
}

/** What a reader of facts knows beside what was read. */
export type Present = Omit<
  FactsInput,
  'asked' | 'lostIds' | 'recordOfApplication' | 'recordOfLast' | 'ofTwo'
>;

/** Largest distance of two instants that the service gives for one answer. */
const SAME_INSTANT_MS = 60_000;
/** 30 days, as the group of changed classes names them. */
const CHANGE_MS = 30 * 86_400_000;
const PENDING: ReadonlySet<string> = new Set(PENDING_SUBMISSION_STATUSES);
const WAITING: ReadonlySet<string> = new Set(['IN_PROGRESS', 'OPENED', 'STARTED']);
const NEVER = Number.NEGATIVE_INFINITY;

type LastAnswer = NonNullable<ApplicationRow['last']>;

/** True for a submission that was read, and that is answered or may be. */
export const isAnswered = (submission: SubmissionRow | undefined): boolean =>
  submission !== undefined && mayBeAnswered({ status: submission.page.status[submission.row] });

/** An instant of an answer; NaN for none, and for one that lies in the future. */
const instantOf = (at: number | null | undefined, now: number | null): number =>
  at == null || (now !== null && at > now + CLOCK_SKEW_MS) ? Number.NaN : at;

/** What was answered, in the order of the pages. */
interface Answered {
  latest: SubmissionRow | null;
  before: SubmissionRow | null;
  /** Milliseconds, of answers that could not be read; NaN for one without an instant. */
  readonly unread: number[];
  /** Submissions that could not be read as an answer, by their ids. */
  readonly doubtful: number[];
  /** Newest answers of applications that no list brought. */
  readonly wanted: number[];
  /** True where no submission says anything of risk but that there is none. */
  isPlain: boolean;
  /** Submissions that are not answered. */
  readonly open: SubmissionRow[];
  /** True where one that is given to two patients, or to two instruments, may still be answered. */
  mayBeAsked: boolean;
}

const stateAnswer = (submission: SubmissionRow | null): StatedAnswer | null => {
  if (!submission) return null;
  const { id, page, row } = submission;
  const known = page.classes[page.class[row] ?? -1];
  return {
    id,
    at: atOf(submission),
    score: page.score[row] ?? null,
    className: known?.title.trim() || null,
    classColor: known?.color ?? null,
    isPartial: page.isPartial[row] === true,
  };
};

/** True where the application and the list say different things of one answer. */
function isDisputed(said: LastAnswer, { page, row }: SubmissionRow): boolean {
  const apart = Math.abs((said.completedAtMs ?? Number.NaN) - (page.completedAtMs[row] ?? Number.NaN));
  const score = page.score[row];
  return apart > SAME_INSTANT_MS || (said.score !== null && score != null && said.score !== score);
}

/** True for a submission that may still be answered. */
const isOpen = ({ page, row }: SubmissionRow): boolean => PENDING.has(page.status[row] ?? '');

/**
 * True where two answers of the service say different things of one submission. What was open says only of its flags. What a
 * row that is read in part leaves out may be what the list's own rows differ in, and no other reading settles that.
 */
function isContradicted(one: SubmissionRow, other: SubmissionRow): boolean {
  const isLeftOut = other.page.isPartial[other.row] === true;
  const differs = (read: (of: SubmissionRow) => unknown): boolean => {
    const [a, b] = [read(one), read(other)];
    return a != null && a !== b && (b != null || isLeftOut);
  };
  const isApart =
    Math.abs(atOf(one) - atOf(other)) > SAME_INSTANT_MS && atOf(one) > 0 && (isLeftOut || atOf(other) > 0);
  const isOther =
    isApart ||
    differs(({ page, row }) => page.status[row]) ||
    differs(({ page, row }) => page.score[row]) ||
    differs(applicationOf) ||
    differs(({ page, row }) => page.classes[page.class[row] ?? -1]?.title);
  const isFlagged = (of: SubmissionRow): boolean => of.isRisky && riskOf(toSubmission(of)) === 'flagged';
  return (isOther && !isOpen(other)) || (isFlagged(other) && !isFlagged(one));
}

/**
 * The row that stands for a submission that was read before: the one that was read by its id, or the later; with the other,
 * if that says something else.
 */
export function withOther(next: SubmissionRow, known: SubmissionRow | undefined): SubmissionRow {
  if (!known) return next;
  const isKept =
    isOpen(next) && !next.isWhole ? !isOpen(known) : known.isWhole && !next.isWhole && !isOpen(known);
  const [stays, goes] = isKept ? [known, next] : [next, known];
  const other = known.other ?? (isContradicted(stays, goes) ? goes : undefined);
  const applicationId = applicationOf(stays) == null ? applicationOf(goes) : null;
  if (!other && applicationId == null) return stays;
  const more = { ...(other && { other }), ...(applicationId != null && { applicationId }) };
  return { ...stays, ...more, summary: undefined };
}

/** True where the list of applications gives an answer's application to this record, or does not know it. */
function isOfOwnApplication(submission: SubmissionRow, input: FactsInput): boolean {
  const applicationId = applicationOf(submission);
  const owner = applicationId == null ? undefined : input.recordOfApplication(applicationId);
  return owner === undefined || owner === submission.record;
}

/** True for an answer of which time and score are known and undisputed, and that is this record's by every list. */
function isReadable(submission: SubmissionRow, input: FactsInput, said: LastAnswer | undefined): boolean {
  const { page, row, record } = submission;
  if (submission.other) return false;
  if (page.status[row] !== 'ANSWERED' || !(instantOf(page.completedAtMs[row], input.now) > 0)) return false;
  if (page.isPartial[row] && page.score[row] == null) return false;
  const recordOfLast = input.recordOfLast.get(submission.id);
  const isOurs = recordOfLast === undefined || recordOfLast === record;
  return isOurs && isOfOwnApplication(submission, input) && !(said && isDisputed(said, submission));
}

/** True where a row says nothing of risk but that there is none. */
const isWithoutRisk = ({ page, row, other, isRisky }: SubmissionRow, isUnanswered: boolean): boolean =>
  !other && !isRisky && (isUnanswered || page.riskFlagCount[row] === 0);

/** Puts one submission where it belongs. */
function addSubmission(
  answered: Answered,
  submission: SubmissionRow,
  input: FactsInput,
  said: LastAnswer | undefined,
): void {
  const isUnanswered = !isAnswered(submission);
  const { latest, before } = answered;
  answered.isPlain &&= isWithoutRisk(submission, isUnanswered);
  const { id, isWhole } = submission;
  const isLost = !isWhole && input.lostIds.has(id);
  const isNobodys = isLost || input.ofTwo.has(id);
  answered.mayBeAsked ||= isNobodys && isOpen(submission);
  if (isLost && !input.asked.has(id)) answered.wanted.push(id);
  else if (isUnanswered && !isNobodys) answered.open.push(submission);
  else if (isNobodys || !isReadable(submission, input, said)) {
    answered.doubtful.push(id);
    const isDated = !submission.other || atOf(submission) === atOf(submission.other);
    answered.unread.push(
      isDated ? instantOf(submission.page.completedAtMs[submission.row], input.now) : Number.NaN,
    );
  } else if (isAfter(submission, latest)) {
    answered.latest = submission;
    answered.before = latest;
  } else if (isAfter(submission, before)) answered.before = submission;
}

/** Adds the newest answers of which only the applications tell. */
function addLastAnswers(
  { latest, unread, wanted }: Answered,
  record: InstrumentRecord,
  said: readonly LastAnswer[],
  { now, asked }: FactsInput,
): void {
  for (const { id, completedAtMs } of said) {
    if (isAnswered(findSubmission(record, id))) continue;
    if (asked.has(id)) unread.push(instantOf(completedAtMs, now));
    else wanted.push(id);
  }
  // Where none of the newest can be read, nothing is known of those before them.
  if (!latest) unread.push(...placesIn(record.drawn).map(atOf));
}

/** The newest two answers, where nothing is to be said of any other; null where there is. */
function findPlain(
  record: InstrumentRecord,
  said: readonly LastAnswer[],
  input: FactsInput,
): Pick<Answered, 'latest' | 'before'> | null {
  if (!record.isPlain) return null;
  const [latest, before] = record.newest;
  const isFuture = input.now !== null && latest !== null && atOf(latest) > input.now + CLOCK_SKEW_MS;
  if (!latest || isFuture || !isOfOwnApplication(latest, input)) return null;
  const isSaid = said.every((one) => {
    const submission = one.id === latest.id ? latest : findSubmission(record, one.id);
    return submission && !isDisputed(one, submission);
  });
  return isSaid ? { latest, before } : null;
}

function findAnswered(record: InstrumentRecord, input: FactsInput): Answered {
  const isPlain = record.lost.length === 0;
  const answered: Answered = {
    latest: null,
    before: null,
    unread: [],
    doubtful: [],
    wanted: [],
    isPlain,
    open: [],
    mayBeAsked: false,
  };
  const said: LastAnswer[] = [];
  for (const { isPartial, last } of record.applications.values()) {
    const known = last ? said.findIndex(({ id }) => id === last.id) : -1;
    if (last) said[known < 0 ? said.length : known] = last;
    else if (isPartial) answered.unread.push(Number.NaN);
  }
  const plain = findPlain(record, said, input);
  if (plain) return { ...answered, ...plain };
  for (const submission of record.submissions) {
    const { id } = submission;
    addSubmission(
      answered,
      submission,
      input,
      said.find((one) => one.id === id),
    );
  }
  addLastAnswers(answered, record, said, input);
  for (const { completedFillAt, status } of record.lost)
    if (mayBeAnswered({ status }))
      answered.unread.push(instantOf(Date.parse(`${completedFillAt}`), input.now));
  return answered;
}

function findRisk(
  record: InstrumentRecord,
  answered: Answered,
  { now, ofTwo, asked }: FactsInput,
): RiskState {
  const { latest, unread, doubtful, isPlain } = answered;
  // By far the most have nothing to say of risk: the rest is not gone through for them.
  if (latest && isPlain && unread.length === 0) return { kind: 'none', asOf: atOf(latest), unknown: 0 };
  const all = record.submissions.filter(({ id }) => !ofTwo.has(id));
  const isRisky = (one: SubmissionRow): boolean =>
    !isWithoutRisk(one, !isAnswered(one)) || doubtful.includes(one.id);
  // Before the first that says anything of risk, no answer tells more of it; the latest always counts.
  const from = all.reduce(
    (first, one) => (isRisky(one) ? Math.min(first, atOf(one)) : first),
    latest ? atOf(latest) : NEVER,
  );
  const submissions = all
    .filter((one) => !(atOf(one) < from))
    .map(toSubmission)
    // What could not be read takes no flag away.
    .map((one) => (doubtful.includes(one.id) ? { ...one, status: null } : one));
  const risk = riskStateOf([...submissions, ...asSubmissions(record.lost)], [], now);
  const isNewestUnread = unread.some((at) => !(at < (latest ? atOf(latest) : NEVER)));
  if (risk.kind === 'none' && isNewestUnread) return { kind: 'unavailable' };
  if (risk.kind !== 'flagged') return risk;
  const submission = findSubmission(record, risk.submissionId);
  // Its item could not be read: no later answer is known to have answered it.
  const isItemUnread =
    (asked.has(risk.submissionId) && !submission?.isWhole) ||
    submission?.page.isRiskUnread[submission.row] === true;
  return { ...risk, isCurrent: risk.isCurrent || isItemUnread };
}

/** The item behind a flag, with its number. */
function findItem(record: InstrumentRecord, risk: RiskState): StatedItem | null {
  if (risk.kind !== 'flagged' || !risk.item) return null;
  const { questionId, flagType, severity } = risk.item;
  const submission = findSubmission(record, risk.submissionId);
  const answer = submission?.answers.find((one) => one.questionId != null && one.questionId === questionId);
  return { position: answer?.position ?? null, flagType, severity };
}

/** Requests that were not answered since the latest answer. */
function findMissed({ latest, unread, open }: Answered, now: number | null) {
  if (open.length === 0) return { missedCount: 0, missedFrom: null, isLate: false };
  const after = unread.reduce((a, b) => (b > a ? b : a), latest ? atOf(latest) : NEVER);
  const since = open.filter(({ page, row }) => (page.startedAtMs[row] ?? after) >= after);
  const { missed, count, refused } = missedOf(since.map(toSubmission), now);
  const isLate = since.some(({ page, row }) => page.status[row] === 'LATE');
  // One that does not say when it was sent may be the first.
  return { missedCount: count, missedFrom: refused > 0 ? null : (missed[0]?.at ?? null), isLate };
}

/** True for a row of a list that brought every answer with a flag that it counts: read by its id it would say no more of them. */
const hasAllFlags = ({ page, row, answers, other }: SubmissionRow): boolean =>
  !other &&
  !page.isRiskUnread[row] &&
  answers.length === page.riskFlagCount[row] &&
  answers.every(
    ({ questionId, flagType, isUnread }) =>
      questionId != null && (flagType ?? 'NONE') !== 'NONE' && !isUnread,
  );

/** What has to be read by its id before a risk state is certain. */
function riskToRead(record: InstrumentRecord, risk: RiskState, input: FactsInput): readonly number[] {
  if (risk.kind !== 'flagged') return [];
  const isUnknown = (id: number): boolean => {
    const known = findSubmission(record, id);
    const isFlag = id === risk.submissionId;
    return !known?.isWhole && !input.asked.has(id) && !(isFlag && known && hasAllFlags(known));
  };
  const later = record.submissions
    .filter((one) => one.id !== risk.submissionId && atOf(one) > (risk.at ?? 0))
    .sort((a, b) => atOf(b) - atOf(a))
    .map(({ id }) => id);
  const first = [risk.submissionId, ...later.slice(0, 1)].filter(isUnknown);
  // Where the latest of them did not answer the item, one before it may have.
  return first.length === 0 && risk.isCurrent ? later.filter(isUnknown) : first;
}

/** Whether the patient is asked, whether today, and when next. */
function findNext(
  record: InstrumentRecord,
  { latest, open, mayBeAsked }: Answered,
  { now, isToday }: FactsInput,
) {
  // Of a row that could not be read, one without a state may be open.
  const isAsked = record.lost.some(({ status }) => status == null || PENDING.has(String(status)));
  const isRequested = ({ page, row }: SubmissionRow): boolean =>
    WAITING.has(page.status[row] ?? '') && isToday(page.startedAtMs[row] ?? Number.NaN);
  const next = {
    isActive: mayBeAsked || isAsked || open.some(isOpen),
    isDueToday: open.some(isRequested),
    nextAt: null as number | null,
  };
  const answeredAt = latest ? atOf(latest) : NEVER;
  for (const application of record.applications.values()) {
    if (!isActiveApplication(application)) continue;
    next.isActive = true;
    const at = application.nextAnswerAtMs;
    if (at === null) continue;
    // The application's date may be of before the answer that an event told of.
    next.isDueToday ||= at > answeredAt && isToday(at);
    if (now === null || at >= now) next.nextAt = Math.min(at, next.nextAt ?? at);
  }
  return next;
}

/** Whether the class changed between two answers, and when; where the present is not known, none counts as recent. */
function findChange(
  latest: StatedAnswer | null,
  before: StatedAnswer | null,
  now: number | null,
): InstrumentFacts['change'] {
  if (latest?.className == null || before?.className == null) return null;
  if (latest.className === before.className) return null;
  return now !== null && now - latest.at <= CHANGE_MS ? 'recent' : 'earlier';
}

/** Returns what is known of one patient and one instrument; every statement comes from a field of the service. */
export function instrumentFacts(record: InstrumentRecord, input: FactsInput): InstrumentFacts {
  const { now, seenAt } = input;
  const answered = findAnswered(record, input);
  const { unread, wanted } = answered;
  const latest = stateAnswer(answered.latest);
  const known = stateAnswer(answered.before);
  const before = known && unread.every((at) => at < known.at) ? known : null;
  const newestUnread = unread.reduce((a, b) => Math.max(a, b), NEVER);
  const risk = findRisk(record, answered, input);
  const { missedCount, missedFrom, isLate } = findMissed(answered, now);
  const { isActive, isDueToday, nextAt } = findNext(record, answered, input);
  return {
    formId: record.formId,
    title: record.title,
    isHigherBetter: record.direction === 'HIGHER_BETTER',
    latest,
    isLatestKnown: wanted.length === 0 && unread.every((at) => at < (latest?.at ?? NEVER)),
    before,
    change: findChange(latest, before, now),
    risk,
    item: findItem(record, risk),
    unreadCount: unread.length,
    unreadAt: Number.isFinite(newestUnread) ? newestUnread : null,
    missedCount,
    missedFrom,
    isLate,
    isDueToday,
    nextAt,
    isActive,
    isUnseen: latest !== null && seenAt !== null && latest.at > seenAt,
    toRead: [...wanted, ...riskToRead(record, risk, input)],
  };
}
