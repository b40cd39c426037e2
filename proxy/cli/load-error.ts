import { execFile } from 'node:child_process';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toErrorName } from '../log.ts';

/** The configuration's module cannot be loaded; the message says where and why, and holds no line and no value of it. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  readonly code = 'CANNOT_RUN';
  /** The message without words of the module's author, for an output that others are to see. */
  readonly brief: string;

  constructor(found: string, sentence: string, isOfAuthor: boolean) {
    const end = sentence === '' ? '.' : `: ${sentence.replace(/\.?$/, '.')}`;
    super(found + end);
    this.brief = isOfAuthor ? `${found}.` : this.message;
  }
}

interface Place {
  readonly path: string;
  /** Line and, where it is known, column. */
  readonly at: string;
}

const toPath = (named: string): string =>
  named.startsWith('file:') ? fileURLToPath(named.replace(/\?.*$/, '')) : named.replace(/\?.*$/, '');

/** What is no file of the partner's: Node's own code, packages, and this one. */
const OWN_FOLDER = dirname(import.meta.dirname);
const isForeign = (path: string): boolean =>
  /[\\/]node_modules[\\/]/.test(path) || path.startsWith(OWN_FOLDER);

/** Where an error came from: Node writes the place of a syntax error before the stack, and its line of the source below. */
function findPlace({ stack = '' }: Error): Place | null {
  const [, decorated, line = ''] = /^((?:file:|\/|[A-Za-z]:\\)[^\n]*?):(\d+)\n/.exec(stack) ?? [];
  if (decorated !== undefined) return { path: toPath(decorated), at: line };
  const frames = [...stack.matchAll(/^ +at (?:.*\()?((?:file:|\/|[A-Za-z]:\\)[^\n()]*?):(\d+:\d+)\)?$/gm)];
  const places = frames.map(([, file = '', at = '']) => ({ path: toPath(file), at }));
  return places.find(({ path }) => !isForeign(path)) ?? null;
}

/** Asks Node for the line of a syntax error, which it gives for a module in JavaScript to nobody who imports it. */
function askForLine(file: string): Promise<Place | null> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--check', file], { timeout: 10_000 }, (_, _out, stderr) => {
      const [, path, at = ''] = /^(.*):(\d+)\r?\n/.exec(stderr) ?? [];
      resolve(path === undefined ? null : { path: toPath(path), at });
    });
  });
}

/** What parsers call a token in quotes, beside punctuation: the kind of it and not its text. */
const TOKEN = /'([^\w\s'"`/]{1,3}|ident|(?:string|numeric|bigint|template) literal|<eof>)'/g;

/** Leaves out of a sentence of a parser or the system what it quotes, with all that follows: it may be a secret. */
function withoutQuotes(sentence: string): string {
  const kept: string[] = [];
  const marked = sentence.replaceAll(TOKEN, (token) => `\0${kept.push(token) - 1}\0`);
  const cut = marked.replace(/['"`/].*$/s, '…').replaceAll('\n', ' ');
  // No sentence has this character, so it marks a place.
  return cut.replaceAll(/\0(\d+)\0/g, (_, at: string) => kept[Number(at)] ?? '');
}

/** Sentences of Node that name files, packages and exports alone. */
const ABOUT_MODULES =
  /^(?:ERR_MODULE_NOT_FOUND|ERR_PACKAGE_PATH_NOT_EXPORTED|ERR_UNSUPPORTED_DIR_IMPORT|ERR_UNKNOWN_FILE_EXTENSION)$/;

/** True for an error of the parser of modules or of JSON. */
const isOfParser = ({ stack = '' }: Error): boolean =>
  !/^ +at /m.test(stack) ||
  /^ +at (?:JSON\.parse|.*\(?node:internal)/.test(/^ +at .*$/m.exec(stack)?.[0] ?? '');

/** The cause in words that hold no value: of parsers, of Node and of the system. Empty if there are none. */
function toSentence(error: Error): string {
  const { message } = error;
  const { code } = error as NodeJS.ErrnoException;
  if (ABOUT_MODULES.test(`${code}`) || /^The requested module '/.test(message)) return message;
  // Of others, such as that of BigInt, the value stands in it without quotes.
  if (error instanceof SyntaxError) return isOfParser(error) ? withoutQuotes(message) : '';
  if (/^ERR_(?:INVALID_ARG_(?:TYPE|VALUE)|INVALID_URL|OSSL_\w+)$/.test(`${code}`)) {
    const [about = '', received = ''] = message.split(/\bReceived\b/);
    const [kind] = /^ (?:undefined|null|type \w+|an instance of \w+)/.exec(received) ?? [];
    return kind === undefined ? withoutQuotes(about.trim()) : `${about}Received${kind}`;
  }
  if (/^ERR_[A-Z_]+$/.test(`${code}`)) return `${code}`;
  if (/^E[A-Z]+$/.test(`${code}`)) return withoutQuotes(message);
  const [known] = /^Cannot (?:read|set) properties of (?:undefined|null)/.exec(message) ?? [];
  const [ending] = / is not (?:defined|a function|a constructor|iterable)$/.exec(message) ?? [];
  return known ?? (ending === undefined ? '' : `a name${ending}`);
}

/**
 * Says of an error that a configuration's module threw while it was loaded where it came from and why, without its line of the source,
 * which may hold a secret, and without values.
 *
 * @param file the module
 */
export async function toLoadError(error: unknown, file: string): Promise<LoadError> {
  const name = toErrorName(error);
  const nameOf = (path: string): string => relative(dirname(file), path);
  const found = `${nameOf(file)} cannot be loaded (${/^\w{1,40}$/.test(name) ? name : 'Error'})`;
  if (!(error instanceof Error)) return new LoadError(found, '', false);
  const place = findPlace(error) ?? (error instanceof SyntaxError ? await askForLine(file) : null);
  const where = place === null ? found : `${found} at ${nameOf(place.path)}:${place.at}`;
  const { code } = error as NodeJS.ErrnoException;
  const isOfAuthor = error.constructor === Error && code === undefined;
  return new LoadError(where, isOfAuthor ? error.message : toSentence(error), isOfAuthor);
}
