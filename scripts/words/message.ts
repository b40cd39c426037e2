import { createRequire } from 'node:module';
import { parse, type Select, type Token } from '@messageformat/parser';
import { plural, select } from '@messageformat/runtime';

// CommonJS, whose types name a default export that it does not have.
const require = createRequire(import.meta.url);
export const MessageFormat: typeof import('@messageformat/core').default = require('@messageformat/core');
const compileModule: typeof import('@messageformat/core/lib/compile-module.js').default = require('@messageformat/core/compile-module');

export type Format = import('@messageformat/core').default;

interface Usage {
  /** Chooses a plural form, so that it must be a number. */
  isNumber: boolean;
  /** Stands in the text itself. */
  isText: boolean;
  /** Keys of the `select`s on it, without `other`. */
  readonly keys: Set<string>;
}

/** A message as code: its placeholders, its JavaScript and the functions that this calls. */
export interface CompiledMessage {
  readonly usages: ReadonlyMap<string, Usage>;
  /** A string literal for a message without placeholders, otherwise a function. */
  readonly code: string;
  /** Source of the functions that `code` calls, by name. */
  readonly calls: ReadonlyMap<string, string>;
}

const isSelect = (token: Token): token is Select =>
  token.type === 'plural' || token.type === 'select' || token.type === 'selectordinal';

/** The reason why a placeholder cannot be used as it is, or null. */
function findMisuse(token: Exclude<Token, { type: 'content' }>): string | null {
  if (token.type === 'octothorpe') {
    return '"#" would add separators to the number. Name the placeholder instead: {count}.';
  }
  if (token.type === 'function') {
    return `{${token.arg}, ${token.key}} formats a value. Use {${token.arg}}; code formats it.`;
  }
  if (/^[a-z]\w*$/i.test(token.arg)) return null;
  return `the placeholder {${token.arg}} needs a name that begins with a letter.`;
}

function collectUsages(tokens: readonly Token[], usages: Map<string, Usage>): void {
  for (const token of tokens) {
    if (token.type === 'content') continue;
    const misuse = findMisuse(token);
    if (misuse !== null || token.type === 'octothorpe') throw new Error(misuse ?? '');
    const usage = usages.get(token.arg) ?? { isNumber: false, isText: false, keys: new Set() };
    usages.set(token.arg, usage);
    if (!isSelect(token)) usage.isText = true;
    else if (token.type !== 'select') usage.isNumber = true;
    else for (const { key } of token.cases) if (key !== 'other') usage.keys.add(key);
    if (isSelect(token)) for (const { tokens: inside } of token.cases) collectUsages(inside, usages);
  }
}

/** Checks that a plural names each form that whole numbers take in its language, unless it names exact numbers only. */
function checkForms(tokens: readonly Token[], format: Format): void {
  const [rules] = format.plurals;
  for (const token of tokens.filter(isSelect)) {
    const named = token.cases.map(({ key }) => key).filter((key) => !key.startsWith('='));
    if (token.type === 'plural' && rules && named.length > 1) {
      const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.getPlural(count)));
      const missing = [...needed].filter((form) => !named.includes(form));
      if (missing.length > 0) {
        throw new Error(`{${token.arg}, plural} lacks the form ${missing.join(' and ')} of this language.`);
      }
    }
    for (const { tokens: inside } of token.cases) checkForms(inside, format);
  }
}

/** The first line of what the parser says; some of its errors repeat the whole syntax tree. */
const toReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/ in \{"[\s\S]*/, '.').split(':\n')[0] ??
  '';

/**
 * Compiles one message.
 *
 * @throws {Error} saying what is wrong with it
 */
export function compileMessage(text: string, format: Format): CompiledMessage {
  const [rules] = format.plurals;
  if (!rules) throw new Error('the plural rules of the language are not known.');
  const usages = new Map<string, Usage>();
  let module: string;
  try {
    const tokens = parse(text, { cardinal: rules.cardinals, ordinal: rules.ordinals });
    collectUsages(tokens, usages);
    checkForms(tokens, format);
    module = compileModule(format, { message: text });
  } catch (error) {
    throw new Error(toReason(error), { cause: error });
  }
  const [imports = '', rest = ''] = module.split('export default {\n  message: ');
  const body = rest.slice(0, rest.lastIndexOf('\n}'));
  const named = [...imports.matchAll(/import \{ (.+) \}/g)].flatMap(([, names = '']) => names.split(', '));
  const forms = imports.includes('/lib/plurals') ? rules.getPlural : (rules.getCardinal ?? rules.getPlural);
  const sources = new Map([
    ['plural', String(plural)],
    ['select', String(select)],
    // The ordinal rules of a language answer for cardinal numbers too, so that all messages can share them.
    [rules.id, `const ${rules.id} = ${forms};`],
  ]);
  const calls = new Map(named.map((name) => [name, sources.get(name) ?? '']));
  return { usages, code: usages.size === 0 ? body.replace(/^\(\) => /, '') : body, calls };
}

/** The TypeScript type of a placeholder, from the way in which English uses it. */
function toArgumentType({ isNumber, isText, keys }: Usage): string {
  if (isNumber) return keys.has('null') ? 'number | null' : 'number';
  const isBoolean = keys.has('true') || keys.has('false');
  const literals = [...keys].filter((key) => !['true', 'false', 'null'].includes(key)).sort();
  const values =
    isText || (literals.length === 0 && !isBoolean)
      ? ['string', 'number']
      : [...literals, ...(isBoolean ? [] : ['other'])].map((key) => JSON.stringify(key));
  if (isBoolean) values.push('boolean');
  if (keys.has('null')) values.push('null');
  return values.join(' | ');
}

/** The TypeScript type of a message: `string`, or a function of one object with the placeholders. */
export function toMessageType({ usages }: CompiledMessage): string {
  if (usages.size === 0) return 'string';
  const named = [...usages].map(([name, usage]) => `readonly ${name}: ${toArgumentType(usage)}`);
  return `(values: { ${named.join('; ')} }) => string`;
}

/** What a translation's placeholders do that English's do not, or null. */
export function compareUsages(english: CompiledMessage, translated: CompiledMessage): string | null {
  const list = (names: Iterable<string>) =>
    [...names].map((name) => `{${name}}`).join(', ') || 'no placeholder';
  const differs =
    english.usages.size !== translated.usages.size ||
    [...translated.usages.keys()].some((name) => !english.usages.has(name));
  if (differs) {
    return `has ${list(translated.usages.keys())}, and English has ${list(english.usages.keys())}. Use the same.`;
  }
  for (const [name, usage] of translated.usages) {
    const model = english.usages.get(name);
    if (!model) continue;
    if (usage.isNumber && !model.isNumber) {
      return `uses {${name}} as a number; in English it is none. Use it as text.`;
    }
    const unknown = [...usage.keys].find((key) => !model.keys.has(key));
    if (unknown !== undefined) {
      return `selects on the value "${unknown}" of {${name}}, which English does not. Use the keys of English.`;
    }
    const isShown = usage.keys.size === 0;
    const lost = ['true', 'false', 'null'].find((key) => isShown && model.keys.has(key));
    if (lost !== undefined) {
      return `would show {${name}} as the word "${lost}". Select on it as English does.`;
    }
  }
  return null;
}
