import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toAnchor } from '../../scripts/markdown.ts';

/** A place in the repository that a line names. */
interface Citation {
  readonly from: string;
  readonly line: number;
  readonly target: string;
}

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const documents = tracked.filter((file) => file.endsWith('.md'));
const code = tracked.filter((file) => /\.(?:ts|tsx|mjs|js|css)$/.test(file) || file === 'biome.json');
const read = (file: string): string => readFileSync(file, 'utf8');

function anchorsOf(file: string): ReadonlySet<string> {
  const anchors = new Map<string, number>();
  const found = new Set<string>();
  for (const [, heading = ''] of read(file).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = toAnchor(heading);
    const times = anchors.get(anchor) ?? 0;
    anchors.set(anchor, times + 1);
    found.add(times === 0 ? anchor : `${anchor}-${times}`);
  }
  return found;
}

/** Whether a file or folder is there, and the heading where one is named. */
function isThere(target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = normalize(path).replace(/\/$/, '');
  if (file.includes('*')) return globSync(file).length > 0;
  // A comment may name a document of its own folder, or of the root, by its name alone.
  if (!existsSync(file)) return !file.includes('/') && documents.some((one) => one.endsWith(`/${file}`));
  return anchor === undefined || (file.endsWith('.md') && anchorsOf(file).has(anchor));
}

/** A path with a part to fill in, such as `scripts/TASK.ts`. */
const isPlaceholder = (target: string): boolean => /\/(?:FILE|NAME|TASK)\b/.test(target);

const lines = (file: string): readonly (readonly [number, string])[] =>
  read(file)
    .split('\n')
    .map((text, index) => [index + 1, text] as const);

const ROOMS = 'deploy|docs|examples|extension|proxy|sandbox|scripts|shared|test|widget';
const PATH = new RegExp(`^(?:${ROOMS})/[\\w./*-]*[\\w/*-]$`);

/** Links of a document, and paths that it names as code. */
function citationsOfDocument(file: string): readonly Citation[] {
  const isExample = { inside: false };
  return lines(file).flatMap(([line, text]) => {
    if (text.trimStart().startsWith('```')) isExample.inside = !isExample.inside;
    if (isExample.inside) return [];
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) =>
      link.startsWith('#') ? `${file}${link}` : join(dirname(file), link),
    );
    const paths = [...text.matchAll(/`([^`\s]+)`/g)]
      .map(([, path = '']) => path)
      .flatMap((path) => {
        if (PATH.test(path)) return [path];
        // A README names the files beside it without their folder.
        return /^[\w-]+(?:\/[\w-]+)*\.(?:ts|tsx|mjs)$/.test(path) ? [join(dirname(file), path)] : [];
      });
    return [...links, ...paths].map((target) => ({ from: file, line, target }));
  });
}

/** The path from the root; code of a room may name the room's own documents without it. */
const inRoomOf = (file: string, target: string): string => {
  const inRoom = join(file.split('/')[0] ?? '', target);
  return !isThere(target) && isThere(inRoom) ? inRoom : target;
};

const DOCUMENT = /(?<![\w/.*-])(?:\.{1,2}\/)*\w[\w./-]*\.md(?:#[\w-]+)?/g;
const FILE = new RegExp(`(?<![\\w./@-])(?:${ROOMS})/[\\w./-]+\\.\\w+`, 'g');

/** Documents and files that comments name, and documents that messages name by their whole path. */
function citationsOfCode(file: string): readonly Citation[] {
  const comment = { inside: false };
  return lines(file).flatMap(([line, text]) => {
    if (/^\s*\/\*/.test(text)) comment.inside = true;
    const said = comment.inside ? text : (/(?:^|[^:'"`])\/\/(.*)$/.exec(text)?.[1] ?? '');
    if (text.includes('*/')) comment.inside = false;
    const named = (said.match(DOCUMENT) ?? []).map((path) =>
      path.startsWith('.') ? join(dirname(file), path) : path,
    );
    const inMessages = (text.match(DOCUMENT) ?? []).filter((path) => PATH.test(path.split('#')[0] ?? ''));
    const targets = new Set([...named, ...inMessages, ...(said.match(FILE) ?? [])]);
    return [...targets].map((target) => ({
      from: file,
      line,
      target: inRoomOf(file, target.replace(/\.$/, '')),
    }));
  });
}

const missing = (citations: readonly Citation[]): readonly string[] =>
  citations
    .filter(({ target }) => !isPlaceholder(target) && !isThere(target))
    .map(({ from, line, target }) => `${from}:${line} names ${target}, which is not there`);

describe('what is cited exists', () => {
  it('in the documents: files, headings, paths', () => {
    const citations = documents.flatMap(citationsOfDocument);
    expect(citations.length).toBeGreaterThan(200);
    expect(missing(citations)).toEqual([]);
  });

  it('in the code: documents, headings, paths in comments', () => {
    const citations = code.flatMap(citationsOfCode);
    expect(citations.length).toBeGreaterThan(50);
    expect(missing(citations)).toEqual([]);
  });

  it('and no comment cites a section of a document that is not here', () => {
    const cited = code.flatMap((file) =>
      lines(file)
        .filter(([, text]) => /\bspecification['’]?s?,? (?:§|section|"|[A-Z(])/.test(text))
        .map(([line]) => `${file}:${line}`),
    );
    expect(cited, 'Cite a heading of docs/service.md.').toEqual([]);
  });

  it.each(['docs', 'docs/decisions'])('%s/README.md lists every document beside it', (folder) => {
    const index = read(`${folder}/README.md`);
    const beside = documents.filter((file) => dirname(file) === folder && !file.endsWith('/README.md'));
    expect(beside.length).toBeGreaterThan(5);
    expect(beside.filter((file) => !index.includes(`(${file.slice(folder.length + 1)})`))).toEqual([]);
  });

  it('a decision has the headings of its kind, and says in no other what is missing', () => {
    const known = 'Context|Decision|Reason|Consequences|Known limitations|What would change it';
    const others = documents
      .filter((file) => /^docs\/decisions\/\d/.test(file))
      .flatMap((file) => (read(file).match(/^## .+$/gm) ?? []).map((heading) => `${file} ${heading}`))
      .filter((heading) => !new RegExp(`## (?:${known})$`).test(heading));
    expect(others).toEqual([]);
  });

  it('every command that a document names is one of the repository', () => {
    const scriptsOf = (room = '.') =>
      (JSON.parse(read(join(room, 'package.json'))) as { scripts: Record<string, string> }).scripts;
    const unknown = documents.flatMap((file) =>
      lines(file).flatMap(([line, text]) =>
        [...text.matchAll(/\bnpm run ([\w:-]+)(?: -w ([\w/]+))?/g)]
          .filter(([, name = '', room]) => !(name in scriptsOf(room)))
          .map(([command]) => `${file}:${line} ${command}`),
      ),
    );
    expect(unknown).toEqual([]);
  });
});
