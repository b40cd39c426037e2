/**
 * Which documents of the repository the docs' site shows, and where: each file is one page, and stays where it is.
 *
 * @module
 */
import { existsSync, globSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Texts for the stores, which are no documents, and documents that are for readers of the repository alone. */
const LEFT_OUT = /^(?:extension\/store|docs\/README\.md|test\/|scripts\/|shared\/README\.md|shared\/words\/)/;

/** Pages whose address does not follow from the file's. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'README.md': 'index',
  'CHANGELOG.md': 'project/changelog',
  'CONTRIBUTING.md': 'project/contributing',
  'SECURITY.md': 'project/reporting',
  'docs/decisions/README.md': 'decisions/index',
  'docs/guide/quick-start.pt-BR.md': 'pt-BR/guide/quick-start',
  'shared/client/README.md': 'packages/client',
};

/** Documents stand at the top, with the folders below `docs`; the READMEs of packages in a folder of their own. */
const toAddress = (file: string): string =>
  ADDRESSES[file] ??
  file
    .replace(/\.md$/, '')
    .replace(/^docs\//, '')
    .replace(/^sandbox\/docs\//, 'sandbox/')
    .replace(/^(\w+)\/README$/, 'packages/$1')
    .replace(/\/README$/, '');

/** Folders of what is installed, built, or left by a run of the tests, which leaves a page for each that failed. */
export const isMade = (name: string): boolean =>
  /^(?:node_modules|dist|test-results|playwright-report|\..*)$/.test(name);
const documents = globSync('**/*.md', { cwd: root, exclude: isMade }).map((file) =>
  file.replaceAll('\\', '/'),
);

/** Documents that have no page. */
export const leftOut: readonly string[] = documents.filter((file) => LEFT_OUT.test(file));

/** The page of each document, by the document's path from the root. */
export const pages: Readonly<Record<string, string>> = Object.fromEntries(
  documents.filter((file) => !LEFT_OUT.test(file)).map((file) => [file, `${toAddress(file)}.md`]),
);

const documentOf = new Map(Object.entries(pages).map(([file, page]) => [page, file]));

/** The document that a page is made from, by the path of either: the site asks for some things by one, for some by the other. */
export const toDocument = (path: string): string => documentOf.get(path) ?? path;

/** Files that the site gives as they are, at their path from the root. */
export const FILES: readonly string[] = ['docs/openapi.json', 'docs/profile.schema.json'];

/**
 * The address in the site of what a document links to; null where that is a file of the repository without a page.
 *
 * @throws Error for a link to a file that does not exist
 */
export function toSiteAddress(from: string, link: string): string | null {
  const [path = '', anchor] = link.split('#');
  const file = posix.normalize(posix.join(dirname(from), path)).replace(/\/$/, '');
  if (!existsSync(join(root, file))) throw new Error(`${from} links to ${link}, which is not there.`);
  const page = pages[file];
  if (page === undefined) return FILES.includes(file) ? `/${file}` : null;
  const address = `/${page.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '')}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}
