import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const program = (name: string): string => join('node_modules', '.bin', name);

const Report = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string() })),
  warnings: z.array(z.object({ code: z.string(), file: z.optional(z.string()) })),
});

/** Ways to have text parsed as markup; `web-ext lint` warns of them. */
const MARKUP = /\.(?:innerHTML|outerHTML)\s*=[^=]|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/;

const BUILT = 'dist/extension/firefox-mv3';
beforeAll(() => {
  const build = spawnSync(program('wxt'), ['build', '-b', 'firefox'], { encoding: 'utf8' });
  expect(build.status, build.stderr).toBe(0);
});

/** 5 KB after gzip -9. */
const SITE_LIMIT_BYTES = 5 * 1024;

// Chromium's: test/browser/extension.spec.ts.
it('the script that decides whether a page concerns us is at most 5 KB, as it is built', () => {
  const code = readFileSync(join(BUILT, 'site.js'));
  const bytes = gzipSync(code, { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(SITE_LIMIT_BYTES);
  expect(bytes, 'it holds the script').toBeGreaterThan(SITE_LIMIT_BYTES / 2);
  expect(code.toString(), 'it says nothing to the page').not.toMatch(
    /wxt:content-script-started|postMessage\(\{/,
  );
});

it('names the packages that it has bundled, with their licences', () => {
  const notices = readFileSync(join(BUILT, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['preact', '@preact/signals', 'uqr'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+.* \\(MIT\\)$`, 'm'));
  expect(notices).toContain('Permission is hereby granted, free of charge');
});

describe('web-ext lint, of the add-on for Firefox', () => {
  let report: z.infer<typeof Report>;
  beforeAll(() => {
    const lint = spawnSync(
      program('web-ext'),
      ['lint', '--no-config-discovery', '--output', 'json', '-s', BUILT],
      { encoding: 'utf8' },
    );
    report = Report.parse(JSON.parse(lint.stdout));
  });

  it('finds no error', () => {
    expect(report.errors).toEqual([]);
  });

  it('warns of nothing but Preact’s own support for markup, which nothing of ours uses', () => {
    expect(report.warnings.filter(({ code }) => code !== 'UNSAFE_VAR_ASSIGNMENT')).toEqual([]);
    const users = globSync(['extension/**/*.{ts,tsx}', 'shared/**/*.{ts,tsx}']).filter((file) =>
      MARKUP.test(readFileSync(file, 'utf8')),
    );
    expect(users).toEqual([]);
  });
});
