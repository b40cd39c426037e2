import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../shared/client/contract/index.ts';
import { type Attack, BASE, LIST, startAttack } from '../fixtures/attack.ts';
import { expectNothingReached, expectOnlyRebuilt } from '../fixtures/only-rebuilt.ts';
import { statuses } from '../fixtures/raw-request.ts';
import { FORM, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';

let attack: Attack;
beforeAll(async () => {
  attack = await startAttack();
});
beforeEach(() => {
  attack.service.requests.length = 0;
});
afterEach(() => expectOnlyRebuilt(attack.service));
afterAll(() => attack.close());

const SUBMISSIONS = `${BASE}/professionals/${PROFESSIONAL}/forms/submissions`;
const HISTORY = `${BASE}/professionals/${PROFESSIONAL}/forms/recommend/history`;

describe('a path that some reader would take for another never reaches the service', () => {
  test.each([
    ['overlong UTF-8 dots and slash', `${BASE}/forms/%c0%ae%c0%ae%c0%afprofessionals/${PROFESSIONAL}`],
    ['a slash in the encoding of another server', `${BASE}/professionals/${PROFESSIONAL}%u002fpatients`],
    ['full-width dots', `${BASE}/%ef%bc%8e%ef%bc%8e/professionals/${PROFESSIONAL}/patients`],
    ['a parameter of a segment', `${BASE}/professionals;x=/${PROFESSIONAL}/patients`],
    ['dots with a parameter', `${BASE}/forms/..;/professionals/${PROFESSIONAL}/patients`],
    ['a single dot', `${BASE}/./professionals/${PROFESSIONAL}/patients`],
    ['an encoded question mark', `${LIST}%3flimit=1`],
    ['an encoded number sign', `${LIST}%23`],
    ['a null byte', `${LIST}%00.json`],
    ['a null byte in an identifier', `${BASE}/professionals/${PROFESSIONAL}%00/patients`],
    ['a tab in an identifier', `${BASE}/professionals/${PROFESSIONAL}%09/patients`],
    ['an identifier in braces', `${BASE}/professionals/{${PROFESSIONAL}}/patients`],
    ['an identifier with a URN prefix', `${BASE}/professionals/urn:uuid:${PROFESSIONAL}/patients`],
    ['a negative application', `${BASE}/professionals/${PROFESSIONAL}/forms/applications/-1`],
    ['application 0', `${BASE}/professionals/${PROFESSIONAL}/forms/applications/0`],
    ['an application in exponents', `${BASE}/professionals/${PROFESSIONAL}/forms/applications/1e3`],
    ['an application in hexadecimal', `${BASE}/professionals/${PROFESSIONAL}/forms/applications/0x1`],
    [
      'an application beyond what a number holds',
      `${BASE}/professionals/${PROFESSIONAL}/forms/applications/9007199254740993`,
    ],
    ['an application in Arabic digits', `${BASE}/professionals/${PROFESSIONAL}/forms/applications/%d9%a1`],
    ['the webhooks of the service', '/third-party/api/v1/../webhooks'],
    ['the path of the service without its prefix', `/professionals/${PROFESSIONAL}/patients`],
  ])('%s', async (_, target) => {
    const received = await attack.get([], target);
    expect([[400], [404]]).toContainEqual(statuses(received));
    expectNothingReached(attack.service);
  });

  test('whatever is written into a path of the contract, only rebuilt paths get through', async () => {
    const pieces = [
      '..',
      '.',
      '/',
      '//',
      '\\',
      '%2e',
      '%2f',
      '%5c',
      '%252e',
      ';',
      '?',
      '#',
      '%00',
      '%0d%0a',
      '@',
      ':',
      'x',
      '1',
    ];
    const paths = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ path }) =>
      `${BASE}${path}`
        .replace('{professionalId}', PROFESSIONAL)
        .replace('{patientId}', PATIENT)
        .replace('{formId}', FORM)
        .replace(/\{\w+\}/, '7'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }),
        fc.nat(200),
        async (path, added, place) => {
          attack.service.requests.length = 0;
          const at = place % (path.length + 1);
          const target = path.slice(0, at) + added.join('') + path.slice(at);
          expect(statuses(await attack.get([], target))).toHaveLength(1);
          expectOnlyRebuilt(attack.service);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a query reaches the service only as what it means', () => {
  test.each([
    ['a repeated parameter', `${SUBMISSIONS}?limit=1&limit=200`],
    ['a parameter repeated in another writing', `${SUBMISSIONS}?limit=1&%6cimit=200`],
    ['a negative limit', `${SUBMISSIONS}?limit=-1`],
    ['a limit in exponents', `${SUBMISSIONS}?limit=1e9`],
    ['a limit in hexadecimal', `${SUBMISSIONS}?limit=0x10`],
    ['an empty limit', `${SUBMISSIONS}?limit=`],
    ['a limit with a null byte', `${SUBMISSIONS}?limit=1%00`],
    ['a limit of 400 digits', `${SUBMISSIONS}?limit=${'9'.repeat(400)}`],
    ['a path for an instrument', `${SUBMISSIONS}?formTemplateId=..%2f..%2fprofessionals`],
    ['a line break in a status', `${SUBMISSIONS}?status=ANSWERED%0d%0aX-Api-Key:%20mine`],
    ['an unknown status', `${SUBMISSIONS}?status=ANSWERED,%27%20OR%201=1`],
    ['a date that no calendar has', `${SUBMISSIONS}?startDate=2026-02-30T00:00:00Z`],
  ])('%s is 400', async (_, target) => {
    expect(statuses(await attack.get([], target))).toEqual([400]);
    expectNothingReached(attack.service);
  });

  test.each([
    ['an undeclared parameter', '?limit=5&admin=true&X-Api-Key=mine', '?limit=5'],
    ['a parameter in brackets', '?limit=5&limit[]=9&limit[$gt]=0', '?limit=5'],
    ['a prototype name', '?__proto__=1&constructor=2&limit=5', '?limit=5'],
    ['a limit beyond the cap', '?limit=9007199254740991', '?limit=200'],
    ['no limit', '', '?limit=100'],
    ['a limit after a semicolon', '?offset=1;limit=5', null],
  ])('%s', async (_, query, sent) => {
    const received = await attack.get([], SUBMISSIONS + query);
    expect(statuses(received)).toEqual([sent === null ? 400 : 200]);
    if (sent === null) expectNothingReached(attack.service);
    else expect(attack.service.requests.map(({ url }) => url)).toEqual([SUBMISSIONS + sent]);
  });

  test('a text with separators and line breaks stays one value', async () => {
    attack.service.answer = () => ({ body: { items: [] } });
    const text = "a&page=2#x\r\nX-Api-Key: mine?b=c;d%00\u0000'é";
    await attack.get([], `${HISTORY}?search=${encodeURIComponent(text)}`);
    attack.service.answer = () => ({ body: [] });
    const [sent] = attack.service.requests;
    const query = new URLSearchParams(sent?.url.split('?')[1]);
    expect([...query]).toEqual([['search', text]]);
    expect(sent?.url).toMatch(/^[\w/?=%&.+*-]+$/);
  });
});
