import { sayLastChange } from '../../panel/headline.ts';
import { compareFlags, isFlagged, type OverviewRow } from '../../score/overview.ts';
import type { OverviewMessages } from '../../words/compiled/overview/en.js';
import type { Format } from '../../words/format.ts';
import { joinParts, type SparklineSpeech, sayMax, sayRange, sayRisk, sayUnread } from '../../words/say.ts';

/** The words and formats of one language for the instruments of a patient. */
export interface OverviewSpeech extends SparklineSpeech {
  readonly words: OverviewMessages;
  readonly format: Format;
}

/** How a row says what is known of risk: loud is a flag that no later answer contradicts, and risk that is not known. */
type RiskShown = 'flagged' | 'unavailable' | 'quiet';

/** The texts of a row; empty for what the data do not carry. */
export interface RowTexts {
  readonly name: string;
  /** Which way the scale runs, unless higher is worse. */
  readonly direction: string;
  readonly score: string;
  readonly max: string;
  readonly range: string;
  readonly change: string;
  readonly last: string;
  readonly next: string;
  readonly missed: string;
  readonly risk: string;
  readonly riskShown: RiskShown;
  /** What of the row could not be read. */
  readonly notes: string;
}

const sentence = (text: string, { lang }: OverviewMessages): string =>
  text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);

/** Says what there is in place of a score and its change. */
function sayUnscored({ words, format }: OverviewSpeech, row: OverviewRow): string {
  if (row.isUnanswered) return words.riskUnanswered;
  if (row.view.unscored === 0) return '';
  const subscales = row.subscales.map(({ name, score }) => `${name} ${format.number(score)}`).join(' · ');
  return subscales || words.unscored({ count: row.view.unscored });
}

/** What is known of the risk of an instrument, as the statement for all has it; in the order in which that says it. */
const RISK_GROUPS = ['flagged', 'unknown', 'earlier', 'none', 'notAsked'] as const;
type RiskGroup = (typeof RISK_GROUPS)[number];

const isLatestClear = ({ answeredAt, view: { risk, isLatestKnown } }: OverviewRow): boolean =>
  risk.kind === 'none' && isLatestKnown && !risk.unknown && risk.asOf === answeredAt;

/** Null for an instrument that was never answered: there is nothing to know. */
export function toRiskGroup(row: OverviewRow, asksNothing: boolean): RiskGroup | null {
  if (row.view.risk.kind === 'flagged') return isFlagged(row) ? 'flagged' : 'earlier';
  if (asksNothing) return 'notAsked';
  if (row.isUnanswered) return null;
  return isLatestClear(row) ? 'none' : 'unknown';
}

/** Says of all instruments which have a flag, the newest first, of which risk is not known, and so on: one part each. */
export function sayRisks(
  { words }: OverviewSpeech,
  rows: readonly OverviewRow[],
  asksNothing: (row: OverviewRow) => boolean,
): readonly { readonly group: RiskGroup; readonly text: string }[] {
  const of = Map.groupBy(rows.toSorted(compareFlags), (row) => toRiskGroup(row, asksNothing(row)));
  return RISK_GROUPS.flatMap((group) => {
    const names = of.get(group)?.map(({ title }) => title || words.untitled);
    return names ? { group, text: words.risks[group]({ names: names.join(', ') }) } : [];
  });
}

/**
 * Says what a flag means, and what the band behind a course is, where a row has one.
 *
 * @param isFlagSaid something else on the page says what a flag means
 */
export function sayKeys({ words }: OverviewSpeech, rows: readonly OverviewRow[], isFlagSaid = false): string {
  const isBand = rows.some(({ band, view }) => band && view.isLatestKnown);
  const said = [!isFlagSaid && rows.some(isFlagged) ? words.riskNote : '', isBand ? words.bandNote : ''];
  return said.filter(Boolean).join(' ');
}

function sayRowRisk(speech: OverviewSpeech, row: OverviewRow, asksNothing: boolean) {
  const { risk } = row.view;
  if (risk.kind === 'flagged')
    return { risk: sayRisk(speech, row.view), riskShown: isFlagged(row) ? 'flagged' : 'quiet' } as const;
  if (asksNothing) return { risk: speech.words.asksNothing({ title: null }), riskShown: 'quiet' } as const;
  if (risk.kind === 'unavailable') {
    const isQuiet = row.isUnanswered;
    return {
      risk: isQuiet ? '' : sayRisk(speech, row.view),
      riskShown: isQuiet ? 'quiet' : 'unavailable',
    } as const;
  }
  return {
    risk: isLatestClear(row) ? speech.words.riskNone({ date: null }) : sayRisk(speech, row.view),
    riskShown: 'quiet',
  } as const;
}

/** What a row says of the newest score; of answers without one, that they have none. */
function sayScore(speech: OverviewSpeech, row: OverviewRow) {
  const { words, format } = speech;
  const { view } = row;
  const last = view.points.at(-1);
  if (!last) return { direction: '', score: '', max: '', range: '', change: sayUnscored(speech, row) };
  return {
    direction: view.direction === 'higher-worse' ? '' : words.direction[view.direction],
    score: format.number(last.score),
    max: sayMax(speech, view),
    range: sayRange(speech, last),
    change: sayLastChange(speech, { ...view, since: null }),
  };
}

/**
 * Says what is known of an instrument, each fact with its date.
 *
 * @param asksNothing the instrument is known not to ask about suicide or self-harm
 */
export function sayRow(speech: OverviewSpeech, row: OverviewRow, asksNothing: boolean): RowTexts {
  const { words, format } = speech;
  const { view, nextAt, answeredAt } = row;
  const last = view.points.at(-1);
  const when = last?.at ?? (row.view.unscored > 0 ? answeredAt : null);
  const age = when === null ? '' : format.age(when, view.now);
  return {
    name: row.title || words.untitled,
    ...sayScore(speech, row),
    last: age && !view.isLatestKnown ? words.lastShown({ date: age }) : age,
    next: nextAt === null ? '' : words.next({ date: format.day(nextAt, view.now) }),
    missed: view.missed > 0 ? words.missed({ count: view.missed }) : '',
    ...sayRowRisk(speech, row, asksNothing),
    notes: sentence(
      [
        ...sayUnread(speech, view),
        view.domainSource === 'disputed' ? words.scaleDisputed : '',
        view.unreadable > 0 ? words.unreadable({ count: view.unreadable }) : '',
      ]
        .filter(Boolean)
        .join(' · '),
      words,
    ),
  };
}

/** Says the latest answer of a row in one sentence, for a screen reader. */
export function sayNewAnswer(speech: OverviewSpeech, row: OverviewRow): string {
  const { name, score, max, range } = sayRow(speech, row, false);
  return speech.words.newAnswer({ sentence: `${joinParts(`${name} ${score} ${max}`.trim(), range)}.` });
}
