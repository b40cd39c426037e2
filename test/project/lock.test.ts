import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.optional(z.string()),
      link: z.optional(z.boolean()),
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
    }),
  ),
});
const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

it('has an entry for every platform’s package that it names, without which `npm ci` refuses the whole file', () => {
  const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => packages[`node_modules/${name}`] === undefined),
  );
  expect(missing).toEqual([]);
});

it('names no address that packages were downloaded from', () => {
  // A room is a link to its folder.
  const fetched = Object.values(packages).filter(({ resolved, link }) => resolved !== undefined && !link);
  expect(fetched).toEqual([]);
});
