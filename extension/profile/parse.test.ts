import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultsMessages } from '../words/compiled/faults/all.js';
import { EXAMPLE } from './example.fixture.ts';
import { parseProfile, sayFault } from './parse.ts';

const said = (given: unknown, lang = 'en'): string[] => {
  const read = parseProfile(given);
  if (read.ok) return [];
  return read.faults.map(
    ({ field, fault }) =>
      `${field || 'The profile'} ${sayFault(selectMessages(faultsMessages, lang), fault)}`,
  );
};
const page = (more: object): object => ({ ...EXAMPLE, pages: [{ type: 'chart', element: 'h1', ...more }] });

it('reads a profile, and the text of one', () => {
  expect(parseProfile(EXAMPLE)).toEqual({ ok: true, profile: EXAMPLE });
  expect(parseProfile(JSON.stringify(EXAMPLE))).toEqual({ ok: true, profile: EXAMPLE });
});

it.each([
  [{ ...EXAMPLE, id: 'My Clinic' }, 'id is "My Clinic"; expected lower-case letters, digits and "-"'],
  [{ ...EXAMPLE, version: 0 }, 'version is 0; expected more than 0'],
  [{ ...EXAMPLE, version: '2' }, 'version is "2"; expected a number'],
  [
    { ...EXAMPLE, proxy: 'http://proxy.example' },
    'proxy is "http://proxy.example": it is not a proxy address',
  ],
  [{ ...EXAMPLE, proxy: undefined }, 'proxy is missing; expected text in quotes'],
  [{ ...EXAMPLE, match: [] }, 'match is []; expected at least 1 entries'],
  [{ ...EXAMPLE, match: ['<all_urls>'] }, 'match[0] is "<all_urls>": it is not a match pattern'],
  [{ ...EXAMPLE, frames: ['https://*/*'] }, 'frames[0] is "https://*/*": it matches every site'],
  [{ ...EXAMPLE, settle: 9_000 }, 'settle is 9000; expected at most 5000'],
  [{ ...EXAMPLE, rollout: 101 }, 'rollout is 101; expected at most 100'],
  [
    { ...EXAMPLE, extension: { from: 'v2' } },
    'extension.from is "v2": it is not a version of the extension, such as 1.4.0',
  ],
  [{ ...EXAMPLE, extra: 1 }, 'extra is not a profile field'],
  [
    page({ patient: [{ kind: 'mrn', from: 'text', select: 'h1' }] }),
    'pages[0].patient[0].kind is "mrn"; expected one of "key", "name"',
  ],
  [
    page({ patient: [{ kind: 'key', from: 'cookie' }] }),
    'pages[0].patient[0].from is "cookie"; expected one of "url", "attribute", "text", "after", "beside"',
  ],
  [
    page({ patient: [{ kind: 'key', from: 'text', select: 'h1', pattern: '(' }] }),
    'pages[0].patient[0].pattern is "(": it is not a regular expression with the flag u',
  ],
  [
    page({ places: [{ select: 'h1', at: 'inside' }] }),
    'pages[0].places[0].at is "inside"; expected one of "before", "after", "first", "last"',
  ],
  [page({ top: { path: '(a+)+' } }), 'pages[0].top.path is "(a+)+": it has a nested quantifier'],
  [{ ...EXAMPLE, pages: [{ type: 'chart' }] }, 'pages[0].element is missing; expected text in quotes'],
  [null, 'The profile is null; expected an object in {…}'],
  ['{"id": ', 'The profile is not valid JSON'],
])('says which field is wrong, what was given and what is accepted (%#)', (given, expected) => {
  expect(said(given).join('\n')).toContain(expected);
});

it('says it in Portuguese too, with what was given and what is accepted', () => {
  expect(said({ ...EXAMPLE, settle: 9_000 }, 'pt-BR')).toEqual(['settle é 9000; esperado: no máximo 5000']);
  expect(said({ ...EXAMPLE, proxy: undefined }, 'pt')).toEqual([
    'proxy está faltando; esperado: texto entre aspas',
  ]);
  expect(said({ ...EXAMPLE, frames: ['https://*/*'] }, 'pt-BR').join()).toContain('abrange todos os sites');
});

it('names every fault at once, and the id of a profile that does not parse', () => {
  const read = parseProfile({ ...EXAMPLE, version: -1, proxy: 'x' });
  expect(read).toMatchObject({ ok: false, id: 'clinic', faults: [{ field: 'version' }, { field: 'proxy' }] });
});

it('refuses anything else with at least one fault, and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      const read = parseProfile(given);
      expect(read.ok || read.faults.length > 0).toBe(true);
    }),
  );
});
