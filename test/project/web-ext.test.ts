import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const program = (name: string): string => join('node_modules', '.bin', name);

const Report = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string() })),
  warnings: z.array(z.object({ code: z.string(), file: z.optional(z.string()) })),
});

/** Ways to have text parsed as markup; `web-ext lint` warns of them. */
const MARKUP = /\.(?:innerHTML|outerHTML)\s*=[^=]|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/;

describe('web-ext lint, of the add-on for Firefox', () => {
  let report: z.infer<typeof Report>;
  beforeAll(() => {
    const build = spawnSync(program('wxt'), ['build', '-b', 'firefox'], { encoding: 'utf8' });
    expect(build.status, build.stderr).toBe(0);
    const lint = spawnSync(
      program('web-ext'),
      ['lint', '--no-config-discovery', '--output', 'json', '-s', 'dist/extension/firefox-mv3'],
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
