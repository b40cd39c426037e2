/**
 * Writes what a package consists of and needs, as a software bill of materials (CycloneDX 1.6, ECMA-424). It has neither
 * date nor serial number, both optional: two builds of the same source are equal.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

export const SBOM_FILE = 'sbom.cdx.json';

const root = fileURLToPath(new URL('..', import.meta.url));

const Names = z.optional(z.record(z.string(), z.string()));
const Locked = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
  resolved: z.optional(z.string()),
  dependencies: Names,
  optionalDependencies: Names,
});
const Lock = z.object({ packages: z.record(z.string(), Locked) });
type Packages = z.infer<typeof Lock>['packages'];

let read: Packages | undefined;
/** The packages of package-lock.json by their folders. */
function locked(): Packages {
  read ??= Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages;
  return read;
}

/** The folder in which Node finds a package of this name, seen from a folder; undefined where it is not installed. */
function find(packages: Packages, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.replace(/(^|\/)[^/]*$/, '')) {
    const folder = `${at && `${at}/`}node_modules/${name}`;
    const { link, resolved } = packages[folder] ?? {};
    if (packages[folder]) return link ? resolved : folder;
    if (at === '') return undefined;
  }
}

/** The folders of what a folder's package needs at run time. */
function needs(packages: Packages, folder: string): string[] {
  const { dependencies, optionalDependencies } = packages[folder] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.flatMap((name) => find(packages, folder, name) ?? []);
}

const nameOf = (packages: Packages, folder: string): string =>
  packages[folder]?.name ?? folder.split('node_modules/').at(-1) ?? folder;

/** Package URL (purl-spec, type npm): the @ of a scope is encoded. */
const toPurl = (packages: Packages, folder: string): string =>
  `pkg:npm/${nameOf(packages, folder).replace('@', '%40')}@${packages[folder]?.version}`;

function toComponent(packages: Packages, folder: string, type = 'library') {
  const { version, license, integrity } = packages[folder] ?? {};
  const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  const purl = toPurl(packages, folder);
  return {
    type,
    'bom-ref': purl,
    name: nameOf(packages, folder),
    version,
    ...(digest
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(license ? { licenses: [{ expression: license }] } : {}),
    purl,
  };
}

/**
 * Describes a room's package by package-lock.json.
 *
 * @param room its folder, such as `proxy`
 * @param bundled folders of the packages that are part of its files, for one that brings no others
 * @throws {TypeError} where the lock file lacks one of them
 */
export function toSbom(room: string, bundled?: readonly string[]): Readonly<Record<string, unknown>> {
  const packages = locked();
  const direct = bundled?.map((folder) => relative(root, folder)) ?? needs(packages, room);
  const missing = direct.find((folder) => !packages[folder]);
  if (missing !== undefined) throw new TypeError(`package-lock.json has no ${missing}.`);
  const all = new Set(direct);
  // A set that grows while it is gone through: what is needed needs more.
  if (!bundled) for (const folder of all) for (const more of needs(packages, folder)) all.add(more);
  const refs = (folders: readonly string[]) =>
    [...new Set(folders.map((one) => toPurl(packages, one)))].sort();
  const graph = new Map(
    [...all].map((folder) => [toPurl(packages, folder), refs(bundled ? [] : needs(packages, folder))]),
  );
  const components = new Map(
    [...all].map((folder) => [toPurl(packages, folder), toComponent(packages, folder)]),
  );
  const self = toComponent(packages, room, room === 'extension' ? 'application' : 'library');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: self },
    components: [...components].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component),
    dependencies: [[self['bom-ref'], refs(direct)] as const, ...[...graph].toSorted()].map(
      ([ref, dependsOn]) => ({
        ref,
        dependsOn,
      }),
    ),
  };
}

/** Writes the bill of {@link toSbom} into a file. */
export const writeSbom = (file: string, room: string, bundled?: readonly string[]): void =>
  writeFileSync(file, `${JSON.stringify(toSbom(room, bundled), null, 2)}\n`);
