import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { NewLink } from '../mapping/bulk-link.ts';
import { type DateOrder, LinkFileError } from '../mapping/link-file.ts';

/** Bytes of a list, some 20,000 patients. What is larger goes to the command. */
export const LIST_MAX_BYTES = 2_097_152;
/** Bytes of a whole form: a list that cannot be compressed grows by a third, and the links that were shown stand beside it. */
export const FORM_MAX_BYTES = 4_194_304;

/** A list as it was uploaded, with how it is written. */
export interface UploadedList {
  readonly bytes: Uint8Array;
  readonly dates: DateOrder | undefined;
  /** Undefined: it tells by itself. */
  readonly encoding: string | undefined;
}

/** The encodings that the page offers besides UTF-8 and UTF-16 with its mark. */
export const ENCODINGS = ['windows-1252', 'utf-16le'] as const;

/** The text of a field; empty without it, or for a file. */
export const readText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

const tooLarge = () =>
  new LinkFileError({ kind: 'tooLarge', line: null, megabytes: Math.floor(LIST_MAX_BYTES / 1_000_000) });

const ofManner = (form: FormData): Omit<UploadedList, 'bytes'> => {
  const dates = readText(form, 'dates');
  const encoding = readText(form, 'encoding');
  return {
    dates: dates === 'dmy' || dates === 'mdy' ? dates : undefined,
    encoding: ENCODINGS.find((known) => known === encoding),
  };
};

/** Reads a list that is uploaded or pasted; says if there is none, or both. Throws a LinkFileError. */
export async function readUpload(form: FormData): Promise<UploadedList | 'none' | 'both'> {
  const file = form.get('file');
  const pasted = readText(form, 'pasted');
  const isChosen = typeof file === 'object' && file !== null && file.name !== '';
  if (isChosen && pasted.trim() !== '') return 'both';
  if (!isChosen && pasted.trim() === '') return 'none';
  const bytes = isChosen ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted);
  if (bytes.length > LIST_MAX_BYTES) throw tooLarge();
  const manner = ofManner(form);
  return isChosen ? { bytes, ...manner } : { bytes, ...manner, encoding: undefined };
}

const [deflate, inflate] = [promisify(gzip), promisify(gunzip)];

/** A list as a form of the page carries it. */
export const packList = async ({ bytes }: Pick<UploadedList, 'bytes'>): Promise<string> =>
  (await deflate(bytes)).toString('base64url');

/** Reads the list that a form carries; null if it carries none. Throws a LinkFileError for one that grows too large. */
export async function readPacked(form: FormData): Promise<UploadedList | null> {
  const packed = readText(form, 'list');
  if (packed === '') return null;
  try {
    const bytes = await inflate(Buffer.from(packed, 'base64url'), { maxOutputLength: LIST_MAX_BYTES });
    return { bytes, ...ofManner(form) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    return null;
  }
}

const MARK_BYTES = 9;

/** Names a link, so that a form can say which ones its page has shown. */
const toMark = ({ key, patientId }: NewLink): string =>
  hash('sha256', `${key.hash} ${patientId}`, 'buffer').subarray(0, MARK_BYTES).toString('base64url');

export const packLinks = (links: readonly NewLink[]): string => links.map(toMark).join('');

/** The links that a form's page has shown as certain. */
export interface ShownLinks {
  readonly has: (link: NewLink) => boolean;
  readonly count: number;
}

export function readShown(form: FormData): ShownLinks {
  const marks = new Set(readText(form, 'certain').match(/[\w-]{12}/g));
  return { has: (link) => marks.has(toMark(link)), count: marks.size };
}
