import type {
  Answer,
  Instrument,
  InstrumentQuestion,
  RiskFlag,
  Submission,
} from '@instrument-panel/client/contract';
import { RISK_SEVERITIES, sayListed } from '@instrument-panel/client/contract';
import { numberingOf } from '../score/flag.ts';
import type { ItemMessages } from '../words/compiled/item/en.js';
import type { CourseSpeech } from '../words/say.ts';

/** A flag that says something: `NONE` is the word for none. Null: the service does not say. */
type Flag = { readonly type: RiskFlag['flagType'] | null; readonly severity: string | null };

/** One question of a submission with what was answered. */
export interface AnsweredQuestion {
  /** Null if the answer does not say which question it is to. */
  readonly questionId: number | null;
  /** Null where neither answer nor instrument name the question. */
  readonly title: string | null;
  /** Number in the instrument, from 1; null where the service gives none, or one number to several questions. */
  readonly number: number | null;
  /** What was chosen or written, each once; empty for no answer. */
  readonly values: readonly string[];
  /** What the patient added in their own words. */
  readonly ownWords: string | null;
  /** What the answer counts in the score; null where the service gives none. */
  readonly weight: number | null;
  readonly flag: Flag | null;
  /** The instrument asks it only under a condition. */
  readonly isConditional: boolean;
}

const text = (value: string | null | undefined): string | null => value?.trim() || null;

function flagOf({ riskFlag }: Partial<Answer>): Flag | null {
  if (!riskFlag || riskFlag.flagType === 'NONE') return null;
  const { flagType = null, severity = null } = riskFlag;
  return { type: flagType, severity };
}

const SEVERITY_RANKS: Readonly<Record<string, number>> = Object.fromEntries(
  RISK_SEVERITIES.map((severity, index) => [severity, index]),
);

const rank = ({ flag }: AnsweredQuestion): number =>
  SEVERITY_RANKS[flag?.severity ?? ''] ?? RISK_SEVERITIES.length;

type Placed = AnsweredQuestion & { readonly position: number | null };

const byPlace = (a: Placed, b: Placed): number =>
  (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY) ||
  (a.questionId ?? 0) - (b.questionId ?? 0);

function questionOf(asked: InstrumentQuestion | undefined, answer: Partial<Answer>): Placed {
  const said = [answer.value, ...(answer.values ?? [])].map(text).filter((one) => one !== null);
  const ownWords = text(answer.customValue);
  return {
    questionId: answer.questionId ?? asked?.id ?? null,
    title: text(answer.question?.title) ?? text(asked?.title),
    position: answer.question?.position ?? asked?.position ?? null,
    number: null,
    values: [...new Set(said)],
    ownWords: ownWords !== null && said.includes(ownWords) ? null : ownWords,
    weight: answer.weight ?? null,
    flag: flagOf(answer),
    isConditional: Boolean(asked?.visibilityCondition),
  };
}

/**
 * Puts the answers of a submission in order: `items` by their places, questions without an answer among them; `flagged`
 * those with a risk flag, the gravest and those whose severity is not given first.
 *
 * @param instrument null where it could not be read: then `unanswered`, their number, is null too
 */
export function answerSheet({ answers }: Pick<Submission, 'answers'>, instrument: Instrument | null) {
  const questions = new Map((instrument?.questions ?? []).map((question) => [question.id, question]));
  const given = (answers ?? []).map((answer) =>
    questionOf(questions.get(answer.questionId ?? Number.NaN), answer),
  );
  const answered = new Set(given.map(({ questionId }) => questionId));
  const silent = [...questions.values()].filter(({ id }) => !answered.has(id));
  const placed = [...given, ...silent.map((asked) => questionOf(asked, {}))];
  const places = new Map(placed.map(({ questionId, position }) => [questionId, position]));
  const numbering = numberingOf([...places.values()].filter((one) => one !== null));
  const all = placed.map((one) => ({
    ...one,
    number: numbering === null || one.position === null ? null : one.position + numbering,
  }));
  const isEmpty = ({ values, ownWords }: AnsweredQuestion) => values.length === 0 && ownWords === null;
  return {
    flagged: all.filter(({ flag }) => flag).sort((a, b) => rank(b) - rank(a) || byPlace(a, b)),
    items: all.toSorted(byPlace),
    unanswered: questions.size > 0 ? all.filter(isEmpty).length : null,
  };
}

/** The question with its number; what tells it apart where the service does not send its words. */
export function sayQuestion(words: ItemMessages, { title, number, questionId }: AnsweredQuestion): string {
  if (title === null)
    return number === null ? words.untitled({ id: questionId ?? '?' }) : words.question({ number });
  return number === null ? title : `${number}. ${title}`;
}

/** Says an answer with its weight in the score: `Nearly every day · 3`; the words for no answer if there is none. */
export function sayAnswer(
  { format }: CourseSpeech,
  words: ItemMessages,
  { values, ownWords, weight, isConditional }: AnsweredQuestion,
): string {
  const said = [...values, ...(ownWords === null ? [] : [words.ownWords({ text: ownWords })])];
  if (said.length === 0) return isConditional ? words.notAsked : words.noAnswer;
  return said.join('; ') + (weight === null ? '' : ` · ${format.number(weight)}`);
}

/** `Suicide or self-harm · high severity`; a kind that is not known stays one, with the service's own word for it. */
export function sayFlag(words: ItemMessages, { type, severity }: Flag): string {
  const kind = Object.entries(words.flagType).find(([known]) => known === type)?.[1];
  const unknown = words.flagTypeUnknown + (type === null ? '' : ` (${type})`);
  return `${kind ?? unknown} · ${sayListed(words.severity, severity) || words.severityUnknown}`;
}
