import { comparableName } from '@instrument-panel/client/identifiers';
import { asUuid } from '../audit/audit.ts';
import { findNearest } from '../options.ts';
import type { ListedPerson } from './bulk-match.ts';
import type { FileProblem, RowFault } from './link-words.ts';

const COLUMNS = [
  'system',
  'key',
  'name',
  'surname',
  'birthday',
  'email',
  'phone',
  'age',
  'professional',
] as const;
type Column = (typeof COLUMNS)[number];
type Fields = Readonly<Partial<Record<Column, string>>>;

/** The order of day, month and year in a birthday that is not written as 1990-02-28. */
export type DateOrder = 'dmy' | 'mdy';

/** A patient of the EHR, as a line of the file states them. */
export interface EhrRow extends ListedPerson {
  /** For the person who reads the report; nothing is decided by it. */
  readonly age: string;
  /** What of the row could not be read; such a row is never linked. */
  readonly faults: readonly RowFault[];
}

/** The file is refused as a whole: none of its rows can be trusted to be what its columns say. */
export class LinkFileError extends Error {
  override readonly name = 'LinkFileError';
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

const refuseFile = (problem: FileProblem) => new LinkFileError(problem);

/** Decodes the file. Throws a LinkFileError that names the first line with a byte that is no text. */
function decode(bytes: Uint8Array, encoding: string | undefined): string {
  const hasUtf16Mark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const label = encoding ?? (hasUtf16Mark ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
  const decodeAs = (part: Uint8Array): string => new TextDecoder(label, { fatal: true }).decode(part);
  try {
    return decodeAs(bytes);
  } catch (error) {
    if (error instanceof RangeError)
      throw refuseFile({ kind: 'unknownEncoding', line: null, encoding: label.slice(0, 40) });
    let [line, from] = [1, 0];
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      try {
        decodeAs(bytes.subarray(from, end));
      } catch {
        break;
      }
      [line, from] = [line + 1, end + 1];
    }
    throw refuseFile({ kind: 'encoding', line, encoding: label });
  }
}

interface Cells {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads a cell in quotation marks, which begins at `from`. Gives its text and where it ends; null if it does not. */
function readQuoted(text: string, from: number): { readonly cell: string; readonly end: number } | null {
  let cell = '';
  for (let at = from + 1; ; ) {
    const end = text.indexOf('"', at);
    if (end < 0) return null;
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') return { cell, end: end + 1 };
    cell += '"';
    at = end + 2;
  }
}

/** Reads CSV (RFC 4180) with this separator. Throws a LinkFileError for quotation marks that do not close. */
function readCells(text: string, separator: string): Cells[] {
  const rows: Cells[] = [];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const startLine = line;
    const cells: string[] = [];
    for (let isLast = false; !isLast; at += 1) {
      const quoted = text[at] === '"' ? readQuoted(text, at) : { cell: '', end: at };
      if (!quoted) throw refuseFile({ kind: 'openQuote', line: startLine });
      line += quoted.cell.split('\n').length - 1;
      at = quoted.end;
      while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
      cells.push((quoted.cell + text.slice(quoted.end, at)).trim());
      isLast = text[at] !== separator;
    }
    line += 1;
    if (cells.some((cell) => cell !== '')) rows.push({ line: startLine, cells });
  }
  return rows;
}

/** The column of a heading such as `E-mail`. Throws a LinkFileError for any other: a misspelt one could link the wrong person. */
function toColumn(heading: string, line: number): Column {
  const plain = heading.toLowerCase().replace(/[\s_-]/g, '');
  const found = COLUMNS.find((known) => known === plain);
  if (found) return found;
  const near = findNearest(heading, COLUMNS);
  const column = heading.slice(0, 60);
  throw refuseFile(
    near === undefined
      ? { kind: 'unknownColumn', line, column, known: COLUMNS }
      : { kind: 'misspeltColumn', line, column, near, known: COLUMNS },
  );
}

function checkColumns(columns: ReadonlySet<Column>, line: number | null): void {
  const missing = (['key', 'name', 'birthday'] as const).filter((column) => !columns.has(column));
  if (missing.length > 0) throw refuseFile({ kind: 'missingColumns', line, columns: missing });
  if (!columns.has('email') && !columns.has('phone')) throw refuseFile({ kind: 'noContact', line });
}

type Line = Fields & { readonly line: number };

function readCsv(text: string): Line[] {
  const heading = /^.*$/m.exec(text.trimStart())?.[0] ?? '';
  const separator = [',', ';', '\t'].reduce((best, mark) =>
    heading.split(mark).length > heading.split(best).length ? mark : best,
  );
  const [head, ...rows] = readCells(text, separator);
  if (!head) throw refuseFile({ kind: 'empty', line: null });
  const columns = head.cells.map((cell) => toColumn(cell, head.line));
  if (new Set(columns).size < columns.length) throw refuseFile({ kind: 'doubleColumn', line: head.line });
  checkColumns(new Set(columns), head.line);
  return rows.map(({ line, cells }) => {
    if (cells.length !== columns.length)
      throw refuseFile({
        ...{ kind: 'cells', line, head: head.line },
        ...{ cells: cells.length, columns: columns.length },
      });
    return { line, ...Object.fromEntries(columns.map((column, at) => [column, cells[at]])) };
  });
}

function readJsonLine(written: string, line: number): Fields {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuseFile({ kind: 'notJson', line });
  const fields = Object.entries(value).map(([name, given]) => {
    if (given !== null && typeof given !== 'string' && !Number.isSafeInteger(given))
      throw refuseFile({ kind: 'notTextField', line, field: name.slice(0, 60) });
    return [toColumn(name, line), String(given ?? '').trim()] as const;
  });
  if (new Set(fields.map(([column]) => column)).size < fields.length)
    throw refuseFile({ kind: 'doubleField', line });
  return Object.fromEntries(fields);
}

function readJsonLines(text: string): Line[] {
  const rows = text.split('\n').flatMap((written, at) => {
    if (written.trim() === '') return [];
    return [{ line: at + 1, ...readJsonLine(written, at + 1) }];
  });
  checkColumns(new Set(rows.flatMap((row) => COLUMNS.filter((column) => column in row))), null);
  return rows;
}

const isDay = (written: string): boolean => {
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written);
};

interface ReadDay {
  /** As `YYYY-MM-DD`. */
  readonly day?: string;
  readonly fault?: 'birthday' | 'noSuchDay';
}

/** Reads a birthday; gives the fault of one that is written otherwise, or that no calendar has. */
function readDay(text: string, order: DateOrder | undefined): ReadDay {
  const parts = order === undefined ? null : /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const [, one = '', two = '', year = ''] = parts ?? [];
  const [day, month] = order === 'mdy' ? [two, one] : [one, two];
  const written = parts ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return { fault: 'birthday' };
  if (isDay(written)) return { day: written };
  // Day and month may stand in another order than the one that was said.
  const swapped = written.replace(/(\d{2})-(\d{2})$/, '$2-$1');
  return { fault: isDay(swapped) ? 'birthday' : 'noSuchDay' };
}

/** Finds what of a row cannot be read; `dayFault` and `professionalId` are what was read of theirs. */
function findFaults(
  fields: Fields,
  dayFault: ReadDay['fault'],
  professionalId: string | null | undefined,
): RowFault[] {
  const { key = '', system = '', name = '', surname = '' } = fields;
  const found: Readonly<Record<RowFault, boolean>> = {
    key: key === '' || key.length > 200,
    system: system.length > 100,
    name: comparableName(`${name} ${surname}`) === '',
    spoilt: Object.values(fields).some((text) => /[\p{Cc}\uFFFD]/u.test(text)),
    birthday: dayFault === 'birthday',
    noSuchDay: dayFault === 'noSuchDay',
    professional: professionalId === undefined,
  };
  return (Object.keys(found) as RowFault[]).filter((fault) => found[fault]);
}

function toRow({ line, ...fields }: Line, order: DateOrder | undefined): EhrRow {
  const { birthday = '', professional = '' } = fields;
  const { day, fault }: ReadDay = birthday === '' ? {} : readDay(birthday, order);
  const professionalId = professional === '' ? null : asUuid(professional);
  return {
    line,
    system: fields.system ?? '',
    key: fields.key ?? '',
    professionalId: professionalId ?? null,
    person: {
      name: fields.name || undefined,
      surname: fields.surname || undefined,
      birthday: day,
      email: fields.email || undefined,
      phone: fields.phone || undefined,
    },
    age: fields.age ?? '',
    faults: findFaults(fields, fault, professionalId),
  };
}

/** How a file is written, where it does not tell by itself. */
export interface FileManner {
  /** A label of the Encoding Standard. Default: UTF-8, or UTF-16 by its mark. */
  readonly encoding?: string | undefined;
  /** Default: birthdays are written as 1990-02-28. */
  readonly dates?: DateOrder | undefined;
}

/**
 * Reads a list of the EHR's patients, CSV or JSON lines. Throws a LinkFileError that names what is wrong if it is not one; a row
 * of which only a part cannot be read has `faults` instead.
 */
export function readLinkFile(bytes: Uint8Array, { encoding, dates }: FileManner): readonly EhrRow[] {
  const text = decode(bytes, encoding)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  const zero = text.indexOf('\0');
  if (zero >= 0) throw refuseFile({ kind: 'notText', line: text.slice(0, zero).split('\n').length });
  if (text.trim() === '') throw refuseFile({ kind: 'empty', line: null });
  const lines = text.trimStart().startsWith('{') ? readJsonLines(text) : readCsv(text);
  if (lines.length === 0) throw refuseFile({ kind: 'noRows', line: null });
  return lines.map((line) => toRow(line, dates));
}
