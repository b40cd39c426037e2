import { createReadStream } from 'node:fs';
import { readPatientIds } from '../audit/entry.ts';
import type { AuditRow } from '../audit/verify.ts';
import { type AuditStore, GENESIS, type Head, type StoredRow } from '../storage/storage.ts';
import { CommandError } from './command.ts';

/** Rows between two places of a file that are remembered, so that reading goes on from there. */
const MARK_INTERVAL_COUNT = 500;
const LINE_END = 10;

interface Line {
  readonly row: StoredRow;
  /** Byte at which the line after it begins. */
  readonly end: number;
}

function toStored(line: string, index: number): StoredRow {
  try {
    const { sequence, hash, entry } = JSON.parse(line) as AuditRow;
    if (Number.isSafeInteger(sequence) && typeof hash === 'string')
      return { place: sequence, text: JSON.stringify(entry), hash };
  } catch {
    // Said below.
  }
  throw new CommandError(`Line ${index + 1} is not a row that audit read printed.`);
}

/** Gives the lines of a file from a byte on. Throws a CommandError for a file that cannot be read, or is none of rows. */
async function* readLines(file: string, start: number, index: number): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let end = start;
  const toLine = (bytes: Buffer): Line[] => {
    end += bytes.length;
    const text = bytes.toString('utf8').trim();
    return text === '' ? [] : [{ row: toStored(text, index++), end }];
  };
  try {
    for await (const chunk of createReadStream(file, { start })) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      let from = 0;
      for (let at = rest.indexOf(LINE_END); at >= 0; at = rest.indexOf(LINE_END, from)) {
        yield* toLine(rest.subarray(from, at + 1));
        from = at + 1;
      }
      rest = rest.subarray(from);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  yield* toLine(rest);
}

/** Where rows of a file are: `highest` is the highest place before the byte. */
interface Mark {
  readonly byte: number;
  readonly line: number;
  readonly highest: number;
}

async function indexRows(file: string) {
  const marks: Mark[] = [{ byte: 0, line: 0, highest: -1 }];
  let first: StoredRow | undefined;
  let last: StoredRow | undefined;
  let [line, highest] = [0, -1];
  for await (const { row, end } of readLines(file, 0, 0)) {
    first ??= row;
    last = row;
    line += 1;
    highest = Math.max(highest, row.place);
    if (line % MARK_INTERVAL_COUNT === 0) marks.push({ byte: end, line, highest });
  }
  return { marks, first, last };
}

const toHead = (row: StoredRow | undefined): Head =>
  row ? { sequence: row.place, hash: row.hash } : GENESIS;

/**
 * Reads rows that `audit read` printed or that were archived, as a trail of their own, a part at a time. A file that does not
 * begin with the trail's first row must begin with the last row of the file before: its hash is what the others continue.
 */
export function readAuditFile(file: string): { readonly audit: AuditStore } {
  let indexing: ReturnType<typeof indexRows> | undefined;
  const index = () => (indexing ??= indexRows(file));
  const refuse = () => Promise.reject(new CommandError('A file of rows cannot be written to.'));

  /** From the first row on whose place is that one or a later one. */
  async function* rowsFrom(place: number): AsyncGenerator<StoredRow> {
    const mark = (await index()).marks.findLast(({ highest }) => highest < place);
    let hasBegun = false;
    for await (const { row } of readLines(file, mark?.byte ?? 0, mark?.line ?? 0)) {
      hasBegun ||= row.place >= place;
      if (hasBegun) yield row;
    }
  }

  return {
    audit: {
      head: async () => toHead((await index()).last),
      async base() {
        const { first } = await index();
        return (first?.place ?? 1) > 1 ? toHead(first) : GENESIS;
      },
      async read(from, limit) {
        const rows: StoredRow[] = [];
        for await (const row of rowsFrom(from)) {
          rows.push(row);
          if (rows.length === limit) break;
        }
        return rows;
      },
      async placesOf(patientId) {
        const places: number[] = [];
        for await (const { place, text } of rowsFrom(0))
          if (readPatientIds(text).some((id) => id.toLowerCase() === patientId)) places.push(place);
        return places;
      },
      append: refuse,
      prune: refuse,
    },
  };
}
