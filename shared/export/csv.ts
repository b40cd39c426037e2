import { sinceOf } from '../score/since.ts';
import type { ScoreView } from '../score/view.ts';
import type { ExportMessages } from '../words/compiled/export/en.js';
import { hasEnds, sayRisk } from '../words/say.ts';
import { sayPeriod, type WholeSpeech } from '../words/say-details.ts';
import type { Provenance } from './note.ts';
import { sayAnswerRisk, unaskedOf } from './submission-text.ts';

/** A cell by RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV Injection). */
function cell(value: string | number | null | undefined): string {
  if (value == null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const utc = (at: number): string => new Date(at).toISOString();

type Value = string | number | null | undefined;

interface Row {
  readonly view: ScoreView;
  /** Index into the view's points; -1 for what could not be read. */
  readonly index: number;
  /** Milliseconds; null for what has no date. */
  readonly at: number | null;
  readonly notice: string;
  /** A flag of a submission that has no row of its own; empty without one. */
  readonly otherFlag: string;
  readonly provenance: Provenance;
  readonly speech: WholeSpeech;
  readonly words: ExportMessages;
}

const pointOf = ({ view, index }: Row) => view.points[index];

/** The columns, in this order. */
const COLUMNS: Readonly<Record<keyof ExportMessages['columns'], (row: Row) => Value>> = {
  answeredAt: ({ at }) => (at === null ? null : utc(at)),
  submission: (row) => pointOf(row)?.submissionId,
  instrument: ({ provenance }) => provenance.title,
  series: ({ view }) => view.seriesName,
  score: (row) => pointOf(row)?.score,
  lowest: ({ view }) => (hasEnds(view) ? view.yMin : null),
  highest: ({ view }) => (hasEnds(view) ? view.yMax : null),
  range: (row) => pointOf(row)?.classification,
  previous: ({ view, index }) => sinceOf(view, index).previous,
  first: ({ view, index }) => sinceOf(view, index).first,
  risk: (row) => {
    const risk = pointOf(row)?.risk;
    // The answer that could not be read may be the flagged one.
    return risk || !row.otherFlag
      ? sayAnswerRisk(
          { ...row, exported: row.words },
          risk ?? 'unknown',
          unaskedOf(row.view, row.provenance.title),
        )
      : row.otherFlag;
  },
  readAt: ({ provenance }) => utc(provenance.readAt),
  notice: ({ notice }) => notice,
};

/**
 * A series as CSV (RFC 4180, UTF-8 with a byte order mark), oldest answer first. Instants are ISO 8601 in UTC, numbers
 * have a point; what the service did not send is an empty cell, and risk is always said. An answer that could not be
 * read is a row without a score and with a notice, at the end where it has no date; rows of a series that is out of date
 * say so in their notice, and so does every row of a period, and if a flag is of a submission that has no row with its score.
 */
export function seriesCsv(
  speech: WholeSpeech,
  words: ExportMessages,
  view: ScoreView,
  provenance: Provenance,
): string {
  const { risk, points } = view;
  const inRows = points.filter((point) => point.risk === 'flagged').length;
  const otherFlag = risk.kind === 'flagged' && risk.flagged > inRows ? `${sayRisk(speech, view)}.` : '';
  const common = { view, provenance, speech, words, otherFlag };
  const period = sayPeriod(speech, view);
  const said = [provenance.stale ? words.notCurrent : '', period && `${period}.`, otherFlag];
  const notice = said.filter(Boolean).join(' ');
  const lost = { ...common, index: -1, notice: `${words.unread} ${notice}`.trim() };
  const rows: Row[] = [
    ...points.map(({ at }, index) => ({ ...common, at, index, notice })),
    ...view.unread.at.map((at) => ({ ...lost, at })),
  ].sort((a, b) => a.at - b.at);
  for (let count = 0; count < view.unread.undated; count++) rows.push({ ...lost, at: null });
  const names = Object.keys(COLUMNS).map((name) => words.columns[name as keyof typeof COLUMNS]);
  const cells = rows.map((row) => Object.values(COLUMNS).map((read) => read(row)));
  const lines = [names, ...cells].map((row) => row.map(cell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
