import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Lists every language with the surfaces that it has; the one place where a language is added. */
export const LANGUAGES_FILE = 'shared/words/languages.json';
/** The language that all surfaces have, and from which types are made. */
export const SOURCE_LANGUAGE = 'en';

/** What is wrong with the files of words: one line each, with the file, the key and what to do. */
export class WordsError extends Error {
  override readonly name = 'WordsError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The words cannot be compiled:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/** One surface, such as `shared/panel`, with the text of its files by language. */
export interface SurfaceSource {
  readonly room: string;
  readonly surface: string;
  readonly files: ReadonlyMap<string, string>;
  /** Text of `surface.json`: surfaces that it includes, and notes on its messages; null without it. */
  readonly settings: string | null;
}

/** Reads the files of words under `root`. */
export function readSources(root: string): { languages: string; surfaces: readonly SurfaceSource[] } {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const files = globSync('*/words/*/*.json', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/^(node_modules|dist)\/|\/compiled\//.test(file))
    .sort();
  const surfaces = [...Map.groupBy(files, dirname)].map(([folder, inside]) => {
    const [room = '', , surface = ''] = folder.split('/');
    const named = inside.map((file) => [file.slice(folder.length + 1, -'.json'.length), read(file)] as const);
    return {
      room,
      surface,
      files: new Map(named.filter(([name]) => name !== 'surface')),
      settings: named.find(([name]) => name === 'surface')?.[1] ?? null,
    };
  });
  return { languages: read(LANGUAGES_FILE), surfaces };
}
