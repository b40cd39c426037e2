import { readFileSync } from 'node:fs';
import { comparableName } from '@instrument-panel/client/identifiers';
import { asUuid } from '../audit/audit.ts';
import type { ListedPerson } from '../mapping/bulk-match.ts';
import { suggest } from '../options.ts';
import { CommandError } from './command.ts';

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
  /** What of the row could not be read, in sentences; such a row is never linked. */
  readonly faults: readonly string[];
}

const FILE_MAX_BYTES = 50_000_000;

/** Decodes the file. Throws a CommandError that names the first line with a byte that is no text. */
function decode(bytes: Buffer, file: string, encoding: string | undefined): string {
  const hasUtf16Mark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const label = encoding ?? (hasUtf16Mark ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
  const decodeAs = (part: Uint8Array): string => new TextDecoder(label, { fatal: true }).decode(part);
  try {
    return decodeAs(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(`--encoding ${label} is not known.`);
    let [line, from] = [1, 0];
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      try {
        decodeAs(bytes.subarray(from, end));
      } catch {
        break;
      }
      [line, from] = [line + 1, end + 1];
    }
    throw new CommandError(
      `${file}, line ${line}: this is not ${label}. Save the file as UTF-8, or name its encoding: --encoding windows-1252.`,
    );
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

/** Reads CSV (RFC 4180) with this separator. Throws a CommandError for quotation marks that do not close. */
function readCells(text: string, separator: string, file: string): Cells[] {
  const rows: Cells[] = [];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const startLine = line;
    const cells: string[] = [];
    for (let isLast = false; !isLast; at += 1) {
      const quoted = text[at] === '"' ? readQuoted(text, at) : { cell: '', end: at };
      if (!quoted)
        throw new CommandError(`${file}, line ${startLine}: a quotation mark is opened and never closed.`);
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

/** The column of a heading such as `E-mail`. Throws a CommandError for any other: a misspelt one could link the wrong person. */
function toColumn(heading: string, where: string): Column {
  const plain = heading.toLowerCase().replace(/[\s_-]/g, '');
  const column = COLUMNS.find((known) => known === plain);
  if (column) return column;
  throw new CommandError(
    `${where}: there is no column "${heading.slice(0, 60)}".${suggest(heading, COLUMNS)} Known are ${COLUMNS.join(', ')}: rename or remove it.`,
  );
}

function checkColumns(columns: ReadonlySet<Column>, where: string): void {
  const missing = (['key', 'name', 'birthday'] as const).filter((column) => !columns.has(column));
  if (missing.length > 0) throw new CommandError(`${where}: the column ${missing.join(' and ')} is missing.`);
  if (!columns.has('email') && !columns.has('phone'))
    throw new CommandError(`${where}: the column email or phone is missing: name and birthday link nobody.`);
}

type Line = Fields & { readonly line: number };

function readCsv(text: string, file: string): Line[] {
  const heading = /^.*$/m.exec(text.trimStart())?.[0] ?? '';
  const separator = [',', ';', '\t'].reduce((best, mark) =>
    heading.split(mark).length > heading.split(best).length ? mark : best,
  );
  const [head, ...rows] = readCells(text, separator, file);
  if (!head) throw new CommandError(`${file} is empty.`);
  const where = `${file}, line ${head.line}`;
  const columns = head.cells.map((cell) => toColumn(cell, where));
  if (new Set(columns).size < columns.length)
    throw new CommandError(`${where}: a column stands there twice.`);
  checkColumns(new Set(columns), where);
  return rows.map(({ line, cells }) => {
    if (cells.length !== columns.length)
      throw new CommandError(
        `${file}, line ${line}: it has ${cells.length} cells, and line ${head.line} names ${columns.length} columns.`,
      );
    return { line, ...Object.fromEntries(columns.map((column, at) => [column, cells[at]])) };
  });
}

function readJsonLine(written: string, where: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError(`${where}: this is not a JSON object. Each line must be one.`);
  const fields = Object.entries(value).map(([name, given]) => {
    if (given !== null && typeof given !== 'string' && !Number.isSafeInteger(given))
      throw new CommandError(`${where}: ${name.slice(0, 60)} must be text.`);
    return [toColumn(name, where), String(given ?? '').trim()] as const;
  });
  if (new Set(fields.map(([column]) => column)).size < fields.length)
    throw new CommandError(`${where}: a field stands there twice.`);
  return Object.fromEntries(fields);
}

function readJsonLines(text: string, file: string): Line[] {
  const rows = text.split('\n').flatMap((written, at) => {
    if (written.trim() === '') return [];
    return [{ line: at + 1, ...readJsonLine(written, `${file}, line ${at + 1}`) }];
  });
  checkColumns(new Set(rows.flatMap((row) => COLUMNS.filter((column) => column in row))), file);
  return rows;
}

/** A birthday as `YYYY-MM-DD`; null for anything but a day of the calendar. */
function readDay(text: string, order: DateOrder | undefined): string | null {
  const parts = order === undefined ? null : /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const [, one = '', two = '', year = ''] = parts ?? [];
  const [day, month] = order === 'mdy' ? [two, one] : [one, two];
  const written = parts ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return null;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : null;
}

/** Says what of a row cannot be read; `day` and `professionalId` are what was read of theirs. */
function findFaults(
  fields: Fields,
  day: string | null | undefined,
  professionalId: string | null | undefined,
): string[] {
  const { key = '', system = '', name = '', surname = '' } = fields;
  const isSpoilt = Object.values(fields).some((text) => /[\p{Cc}\uFFFD]/u.test(text));
  return [
    key === '' || key.length > 200 ? 'key must have 1 to 200 characters' : '',
    system.length > 100 ? 'system must have at most 100 characters' : '',
    comparableName(`${name} ${surname}`) === '' ? 'name must have a letter' : '',
    isSpoilt ? 'a cell has a line break, or characters that an earlier conversion destroyed' : '',
    day === null
      ? 'birthday must be a day such as 1990-02-28; --dates dmy or mdy takes 28/02/1990 or 02/28/1990'
      : '',
    professionalId === undefined ? 'professional must be a UUID' : '',
  ].filter(Boolean);
}

function toRow({ line, ...fields }: Line, order: DateOrder | undefined): EhrRow {
  const { birthday = '', professional = '' } = fields;
  const day = birthday === '' ? undefined : readDay(birthday, order);
  const professionalId = professional === '' ? null : asUuid(professional);
  return {
    line,
    system: fields.system ?? '',
    key: fields.key ?? '',
    professionalId: professionalId ?? null,
    person: {
      name: fields.name || undefined,
      surname: fields.surname || undefined,
      birthday: day ?? undefined,
      email: fields.email || undefined,
      phone: fields.phone || undefined,
    },
    age: fields.age ?? '',
    faults: findFaults(fields, day, professionalId),
  };
}

/**
 * Reads a file of the EHR's patients, CSV or JSON lines. Throws a CommandError that names file, line and remedy if it is not
 * one; a row of which only a part cannot be read has `faults` instead.
 */
export function readLinkFile(
  file: string,
  { encoding, dates }: { readonly encoding?: string | undefined; readonly dates?: DateOrder | undefined },
): { readonly bytes: Uint8Array; readonly rows: readonly EhrRow[] } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (bytes.length > FILE_MAX_BYTES)
    throw new CommandError(`${file} is larger than ${FILE_MAX_BYTES / 1_000_000} MB.`);
  const text = decode(bytes, file, encoding)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  const zero = text.indexOf('\0');
  if (zero >= 0) {
    const line = text.slice(0, zero).split('\n').length;
    throw new CommandError(`${file}, line ${line}: this is not text. Try --encoding utf-16le.`);
  }
  if (text.trim() === '') throw new CommandError(`${file} is empty.`);
  const lines = text.trimStart().startsWith('{') ? readJsonLines(text, file) : readCsv(text, file);
  if (lines.length === 0) throw new CommandError(`${file} names columns and has no patients.`);
  return { bytes, rows: lines.map((line) => toRow(line, dates)) };
}
