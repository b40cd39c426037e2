import type { ExportWords } from '../locale/export/index.ts';
import type { ScoreView } from '../score/view.ts';
import type { Provenance } from './note.ts';

/**
 * A cell as RFC 4180 has it. Text that a spreadsheet would take for a formula gets an apostrophe in front: titles
 * come from the service, and a file is opened by whoever gets it (OWASP, CSV Injection).
 */
function cell(value: string | number | null | undefined): string {
  if (value == null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const utc = (at: number): string => new Date(at).toISOString();

/**
 * A series as CSV (RFC 4180, UTF-8 with a byte order mark, for spreadsheets), oldest answer first. Instants are
 * ISO 8601 in UTC, numbers have a point; what the service did not send is an empty cell, and risk is always said.
 */
export function seriesCsv(words: ExportWords, view: ScoreView, provenance: Provenance): string {
  const { columns, risk } = words;
  const rows = view.points.map((point) => [
    utc(point.at),
    point.submissionId,
    provenance.title,
    view.seriesName,
    point.score,
    view.domainSource === 'scores' ? null : view.yMin,
    view.domainSource === 'scores' ? null : view.yMax,
    point.classification,
    point.changes.deltaFromPrevious,
    point.changes.deltaFromBaseline,
    risk[point.risk],
    utc(provenance.readAt),
  ]);
  const lines = [Object.values(columns), ...rows].map((row) => row.map(cell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
