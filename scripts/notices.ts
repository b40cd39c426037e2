/**
 * The notices that the licences of bundled packages ask for: minifying leaves out the comments that they stand in.
 *
 * @module
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

/** A file that a bundler writes, as far as it says what is in it. */
interface Bundled {
  readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>>;
}

/** The folder of the package that a module belongs to; null for one of ours. */
const toPackage = (id: string): string | null =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/@\0]+/.exec(id.replace(/^\0/, ''))?.[0] ?? null;

function toNotice(folder: string): string {
  const { name, version, license, author, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  const person = typeof author === 'object' ? (author as { name?: string } | null)?.name : author;
  const [file] = globSync('{LICENSE,LICENCE,license,COPYING}*', { cwd: folder });
  const text = file
    ? readFileSync(join(folder, file), 'utf8').trim()
    : [person, homepage].filter((one) => typeof one === 'string').join(', ');
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/** Collects what is bundled of other people's packages, and writes their notices. */
export function createNotices() {
  const folders = new Set<string>();
  return {
    /** Takes note of written files: of what was dropped no notice is due. */
    add(files: Iterable<Bundled>): void {
      for (const { modules = {} } of files)
        for (const [id, { renderedLength }] of Object.entries(modules)) {
          const folder = renderedLength > 0 ? toPackage(id) : null;
          if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
        }
    },
    /** The folders of the packages that were added so far. */
    folders: (): readonly string[] => [...folders],
    /** Writes {@link NOTICES_FILE} of all that was added so far. */
    write(folder: string): void {
      const notices = [...folders].map(toNotice).sort();
      const head = 'This contains software of others, under these licences.\n';
      writeFileSync(join(folder, NOTICES_FILE), [head, ...notices].join(`\n${'-'.repeat(78)}\n\n`));
    },
  };
}
