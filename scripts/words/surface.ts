import {
  type Compiled,
  type CompiledGroup,
  generateFiles,
  isGroup,
  isList,
  isMessage,
  type Surface,
} from './generate.ts';
import {
  type CompiledMessage,
  compareUsages,
  compileMessage,
  type Format,
  MessageFormat,
} from './message.ts';
import { LANGUAGES_FILE, SOURCE_LANGUAGE, type SurfaceSource, WordsError } from './source.ts';

class FileCompiler {
  readonly #file: string;
  readonly #format: Format;
  readonly #problems: string[];
  /** Keys that something is wrong with, which are not called missing too. */
  readonly #noted = new Set<string>();

  constructor(file: string, format: Format, problems: string[]) {
    this.#file = file;
    this.#format = format;
    this.#problems = problems;
  }

  note(key: string, problem: string): void {
    this.#noted.add(key);
    this.#problems.push(`${this.#file}: ${key === '' ? '' : `"${key}" `}${problem}`);
  }

  /** The compiled words of the file's text; null if it is no JSON object. */
  compile(text: string): CompiledGroup | null {
    let words: unknown;
    try {
      words = JSON.parse(text);
    } catch (error) {
      this.note('', `is not valid JSON (${error instanceof Error ? error.message : error}). Correct it.`);
      return null;
    }
    const compiled = this.#compileNode(words, '');
    if (isGroup(compiled)) return compiled;
    this.note('', 'is not a JSON object of messages. Begin it with {.');
    return null;
  }

  #compileNode(node: unknown, key: string): Compiled | null {
    if (typeof node === 'string') return this.#compileText(node, key);
    if (Array.isArray(node)) {
      const list = node.map((item, index) => this.#compileNode(item, `${key}.${index}`));
      if (list.every((item) => isMessage(item) && item.usages.size === 0)) return list as CompiledMessage[];
      this.note(
        key,
        'is a list of something else than texts without placeholders. Use an object with named keys.',
      );
      return null;
    }
    if (typeof node !== 'object' || node === null) {
      this.note(key, `is ${JSON.stringify(node)}. Use a text in quotation marks.`);
      return null;
    }
    const group = new Map<string, Compiled>();
    for (const [name, inside] of Object.entries(node)) {
      const path = key === '' ? name : `${key}.${name}`;
      if (path === 'lang') this.note(path, 'is set from the name of the file. Remove it.');
      const compiled = this.#compileNode(inside, path);
      if (compiled !== null) group.set(name, compiled);
    }
    return group;
  }

  #compileText(text: string, key: string): CompiledMessage | null {
    if (text.trim() === '') {
      this.note(key, 'is empty. Write its text.');
      return null;
    }
    try {
      return compileMessage(text, this.#format);
    } catch (error) {
      this.note(key, `is no valid message: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  }

  /** Notes each key that English has and this has not, the other way round, and placeholders that differ. */
  compare(english: Compiled | undefined, translated: Compiled | undefined, key = ''): void {
    if (english === undefined)
      this.note(key, `is not in ${SOURCE_LANGUAGE}.json. Remove it, or add it there.`);
    else if (translated === undefined) {
      if (!this.#noted.has(key)) this.note(key, `is missing. Translate it from ${SOURCE_LANGUAGE}.json.`);
    } else if (isGroup(english) && isGroup(translated)) {
      for (const name of new Set([...english.keys(), ...translated.keys()])) {
        this.compare(english.get(name), translated.get(name), key === '' ? name : `${key}.${name}`);
      }
    } else if (isList(english) && isList(translated)) {
      if (english.length !== translated.length) {
        this.note(key, `has ${translated.length} texts, and English has ${english.length}. Give as many.`);
      }
    } else if (isMessage(english) && isMessage(translated)) {
      const difference = compareUsages(english, translated);
      if (difference !== null) this.note(key, difference);
    } else this.note(key, 'is another kind of entry than in English. Give it the same shape.');
  }
}

/** True for a key of a surface, such as `tools.copy`. */
function hasKey(words: CompiledGroup, key: string): boolean {
  let node: Compiled | undefined = words;
  for (const name of key.split('.')) node = isGroup(node) ? node.get(name) : undefined;
  return node !== undefined;
}

/** Compiles the files of one surface; what is wrong in them goes to `problems`. */
function compileSurface(
  { room, surface, files, settings }: SurfaceSource,
  formats: ReadonlyMap<string, Format>,
  problems: string[],
): Surface {
  const folder = `${room}/words/${surface}`;
  const languages = new Map<string, CompiledGroup>();
  for (const [language, format] of formats) {
    const text = files.get(language);
    if (text === undefined) continue;
    const compiler = new FileCompiler(`${folder}/${language}.json`, format, problems);
    const words = compiler.compile(text);
    if (words === null) continue;
    const english = languages.get(SOURCE_LANGUAGE);
    if (english !== undefined) compiler.compare(english, words);
    languages.set(language, words);
  }
  const { includes = [], notes = {} } = JSON.parse(settings ?? '{}') as {
    readonly includes?: readonly string[];
    readonly notes?: Readonly<Record<string, string>>;
  };
  const english = languages.get(SOURCE_LANGUAGE) ?? new Map();
  for (const key of Object.keys(notes).filter((one) => !hasKey(english, one))) {
    problems.push(`${folder}/surface.json: "notes.${key}" is not in ${SOURCE_LANGUAGE}.json. Remove it.`);
  }
  return { room, name: surface, includes, notes: new Map(Object.entries(notes)), languages };
}

/** What does not fit between a surface and those that it includes. */
function checkIncludes(surface: Surface, surfaces: readonly Surface[]): string[] {
  const folder = `${surface.room}/words/${surface.name}`;
  return surface.includes.flatMap((name) => {
    const other = surfaces.find((one) => one.room === surface.room && one.name === name);
    if (other === undefined) {
      return `${folder}/surface.json: includes "${name}", which ${surface.room} does not have. Remove it.`;
    }
    const keys = [...(surface.languages.get(SOURCE_LANGUAGE) ?? new Map()).keys()];
    const twice = keys.filter((key) => other.languages.get(SOURCE_LANGUAGE)?.has(key));
    const lacking = [...surface.languages.keys()].filter((language) => !other.languages.has(language));
    return [
      ...twice.map((key) => `${folder}/${SOURCE_LANGUAGE}.json: "${key}" is in "${name}" too. Rename one.`),
      ...lacking.map((one) => `${folder}/${one}.json: "${name}", which it includes, lacks ${one}. Add it.`),
    ];
  });
}

/** The list of languages: for each its own name and the surfaces that it has, such as `shared/panel`. */
type LanguageList = ReadonlyMap<
  string,
  { readonly name: string; readonly surfaces: 'all' | readonly string[] }
>;

const hasSurface = (named: 'all' | readonly string[], path: string): boolean =>
  named === 'all' || named.includes(path);

/** What the list of languages says and the files do not, or the other way round. */
function checkFiles(languages: LanguageList, surfaces: readonly SurfaceSource[]): string[] {
  const list = LANGUAGES_FILE;
  const problems: string[] = [];
  const paths = surfaces.map(({ room, surface }) => `${room}/${surface}`);
  for (const [language, { surfaces: named }] of languages) {
    for (const path of named === 'all' ? [] : named.filter((one) => !paths.includes(one))) {
      problems.push(`${list}: "${language}" lists ${path}, which has no folder. Remove it from the list.`);
    }
    if (MessageFormat.supportedLocalesOf(language).length === 0) {
      problems.push(`${list}: "${language}" is a language without known plural rules. Correct the tag.`);
    }
  }
  const rooms = new Map<string, string>();
  for (const { room, surface, files } of surfaces) {
    const folder = `${room}/words/${surface}`;
    const other = rooms.get(surface);
    if (other !== undefined) {
      problems.push(`${folder}: ${other} has a surface "${surface}" too. Rename one: types are named by it.`);
    }
    rooms.set(surface, room);
    for (const file of files.keys()) {
      const named = languages.get(file)?.surfaces;
      if (named === undefined) {
        problems.push(`${folder}/${file}.json: "${file}" is not in ${list}. Add the language there.`);
      } else if (!hasSurface(named, `${room}/${surface}`)) {
        problems.push(
          `${folder}/${file}.json: ${list} does not list ${room}/${surface} for it. Add it there.`,
        );
      }
    }
    for (const [language, { surfaces: named }] of languages) {
      if (!files.has(language) && (language === SOURCE_LANGUAGE || hasSurface(named, `${room}/${surface}`))) {
        problems.push(
          `${folder}/${language}.json: is missing. Add it, or take ${room}/${surface} from ${list}.`,
        );
      }
    }
  }
  return problems;
}

/**
 * Compiles all surfaces.
 *
 * @param list the text of the list of languages
 * @returns the generated files: their text by path
 * @throws {WordsError} naming every file and key that is wrong
 */
export function compileSurfaces(
  list: string,
  sources: readonly SurfaceSource[],
): ReadonlyMap<string, string> {
  const languages: LanguageList = new Map(Object.entries(JSON.parse(list)));
  const problems = checkFiles(languages, sources);
  const formats = new Map([...languages.keys()].map((language) => [language, new MessageFormat(language)]));
  const surfaces = sources.map((source) => compileSurface(source, formats, problems));
  for (const surface of surfaces) problems.push(...checkIncludes(surface, surfaces));
  if (problems.length > 0) throw new WordsError(problems);
  const names = new Map([...languages].map(([tag, { name }]) => [tag, name]));
  return generateFiles(surfaces, names);
}
