import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHOSEN_ERROR_CODES, SERVICE_ERROR_CODES } from '@instrument-panel/client/contract';
import { ERROR_REFERENCE } from '@instrument-panel/client/error-reference';
import { describe, expect, it } from 'vitest';
import { writeErrorsPage } from '../../scripts/errors-doc.ts';

const root = join(import.meta.dirname, '../..');
const read = (pattern: string | string[]): string =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$|\/(fixtures|error-reference)\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/^ *\/?\*.*$/gm, ''))
    .join('\n');

/** What the first group of each pattern catches. */
const caught = (text: string, ...patterns: RegExp[]): Set<string> =>
  new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code)));
/** As codes are written: the words of OAuth and of the pages of a sign-in are in lower case. */
const upper = (codes: readonly string[]): string[] =>
  codes.map((code) => code.toUpperCase().replaceAll('-', '_'));

/** The codes of a class of errors of its own. */
const OF_A_CLASS = /^ {2}readonly code(?: =|:) ('[A-Z_]+'(?: \| '[A-Z_]+')*);/gm;

/** The codes that the sources raise, by who raises them. */
function findRaised() {
  const proxy = read('proxy/**/*.ts');
  const client = read('shared/client/*.ts');
  const elements = read(['widget/**/*.ts', 'shared/ui/**/*.ts', 'shared/caseload/*.ts']);
  const [, refusals = ''] = /^const REFUSALS = \{\n(.*?)^\};/ms.exec(proxy) ?? [];
  return {
    service: new Set<string>([...SERVICE_ERROR_CODES, ...CHOSEN_ERROR_CODES]),
    proxy: new Set(
      upper([
        ...caught(
          proxy,
          /\b(?:refuse|refused|unauthorized|ClientError|SignInRefused)\(\s*'([\w-]+)'/g,
          /(?:new Refusal|retryLater)\(\s*\w+,\s*'([A-Z_]+)'/g,
          /^ {2}\w+: \[\d{0,3},? ?'([A-Z_]+)', '/gm,
          /json\(\d+, \{ code: '([A-Z_]+)'/g,
          /: RedirectError = .* \? '(\w+)'/g,
          /: RedirectError = .* : '(\w+)'/g,
        ),
        ...caught(refusals, /^ {4}([A-Z_]+):/gm, /\{ ([A-Z_]+): '/g),
      ]),
    ),
    client: caught(
      client.replace(/`HTTP_\$\{status\}`/, "code: 'HTTP_404', code: 'HTTP_xxx'"),
      /\bcode: '(\w+)'/g,
      /failure\(\s*'([A-Z_]+)'/g,
      /^const NOT_SIGNED_IN = '([A-Z_]+)'/gm,
      /\? NOT_SIGNED_IN : '([A-Z_]+)'/g,
      /^ {2}(unsigned|forged|untimely|unreadable):/gm,
    ),
    elements: caught(
      elements,
      /(?:PanelError|ApplyError|Failure)\(\s*'([\w-]+)'/g,
      /^export const WORKER_FAILED = '(\w+)'/gm,
      /const problem = '(partial)'/g,
      /: '(service)';/g,
    ),
    operation: new Set(
      [...caught(proxy, OF_A_CLASS)].flatMap((codes) => codes.split(' | ')).map((code) => code.slice(1, -1)),
    ),
  };
}

describe('the reference of error codes', () => {
  it.each(Object.entries(findRaised()))('has what %s raises, and nothing that it does not', (by, raised) => {
    const listed = ERROR_REFERENCE.filter(({ raisedBy }) => raisedBy.some((one) => one === by));
    expect(listed.map(({ code }) => code).sort()).toEqual([...raised].sort());
  });

  it('gives each code once, with a cause and a remedy in sentences', () => {
    const codes = ERROR_REFERENCE.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)]);
    for (const { code, cause, remedy } of ERROR_REFERENCE) {
      for (const sentence of [cause, remedy])
        expect(sentence, code).toMatch(/^(?:[A-Z`]|fetchToken|logout).{15,}\.$/);
      expect(remedy, code).not.toBe(cause);
    }
  });

  it('is what docs/errors.md shows', () => {
    const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
    expect(page, 'Run npm run docs, and commit docs/errors.md.').toBe(writeErrorsPage());
  });
});
