import type { ScoreView } from '../score/view.ts';
import type { ExportMessages } from '../words/compiled/export/en.js';
import type { CourseSpeech } from '../words/say.ts';
import type { Provenance } from './note.ts';
import { sayAnswerRisk } from './submission-text.ts';

/** A cell by RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV Injection). */
function cell(value: string | number | null | undefined): string {
  if (value == null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const utc = (at: number): string => new Date(at).toISOString();

type Point = ScoreView['points'][number];
type Value = string | number | null | undefined;

interface Row {
  readonly point: Point;
  readonly view: ScoreView;
  readonly provenance: Provenance;
  readonly speech: CourseSpeech;
  readonly words: ExportMessages;
}

const hasScale = ({ view }: Row): boolean => view.domainSource !== 'scores';

const COLUMNS: readonly (readonly [name: keyof ExportMessages['columns'], read: (row: Row) => Value])[] = [
  ['answeredAt', ({ point }) => utc(point.at)],
  ['submission', ({ point }) => point.submissionId],
  ['instrument', ({ provenance }) => provenance.title],
  ['series', ({ view }) => view.seriesName],
  ['score', ({ point }) => point.score],
  ['lowest', (row) => (hasScale(row) ? row.view.yMin : null)],
  ['highest', (row) => (hasScale(row) ? row.view.yMax : null)],
  ['range', ({ point }) => point.classification],
  ['previous', ({ point }) => point.changes.deltaFromPrevious],
  ['baseline', ({ point }) => point.changes.deltaFromBaseline],
  ['risk', ({ point, speech, words }) => sayAnswerRisk({ speech, exported: words }, point.risk)],
  ['readAt', ({ provenance }) => utc(provenance.readAt)],
];

/**
 * A series as CSV (RFC 4180, UTF-8 with a byte order mark), oldest answer first. Instants are ISO 8601 in UTC, numbers
 * have a point; what the service did not send is an empty cell, and risk is always said.
 */
export function seriesCsv(
  speech: CourseSpeech,
  words: ExportMessages,
  view: ScoreView,
  provenance: Provenance,
): string {
  const names = COLUMNS.map(([name]) => words.columns[name]);
  const rows = view.points.map((point) =>
    COLUMNS.map(([, read]) => read({ point, view, provenance, speech, words })),
  );
  const lines = [names, ...rows].map((row) => row.map(cell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
