import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Attack, BASE, LIST, startAttack, written } from '../fixtures/attack.ts';
import { expectNothingReached, expectOnlyRebuilt } from '../fixtures/only-rebuilt.ts';
import { rawRequest, statuses } from '../fixtures/raw-request.ts';
import { FORM, OTHER_PATIENT, PATIENT, PROFESSIONAL, tokenFor } from '../fixtures/world.ts';

let attack: Attack;
beforeAll(async () => {
  attack = await startAttack();
});
beforeEach(() => {
  attack.service.requests.length = 0;
});
afterEach(() => expectOnlyRebuilt(attack.service));
afterAll(() => attack.close());

const APPLY = `${BASE}/professionals/${PROFESSIONAL}/forms/${FORM}/applications`;

/** Sends a body with its right length; latin1 text stands for bytes. */
const send = (body: string, target = LIST) =>
  attack.post([`Content-Length: ${body.length}`, 'Connection: close'], body, target);
const sentBodies = () => attack.service.requests.map(({ body }) => JSON.parse(body) as unknown);

describe('a body that is not what it should be is refused, and nothing of it reaches the service', () => {
  const deep = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  test.each([
    ['UTF-8 that is overlong', '{"name":"\xc0\xaf"}'],
    ['UTF-8 that is cut off', '{"name":"\xe2\x82"}'],
    ['a surrogate in UTF-8', '{"name":"\xed\xa0\x80"}'],
    ['UTF-16', '\xff\xfe{\0}\0'],
    ['text in the place of an object', '"name"'],
    ['a list', '[{"name":"Ana"}]'],
    ['a number', '1e400'],
    ['nothing', ' '],
    ['two values', '{"name":"Ana"}{"name":"Rui"}'],
    ['a comment', '{"name":"Ana"/*x*/}'],
    ['10,000 lists in each other', deep(10_000)],
    ['30,000 lists in each other', deep(30_000)],
    ['a name that is an object', '{"name":{"$ne":null}}'],
    ['a name that is a list', '{"name":["Ana"]}'],
    ['a name that is true', '{"name":true}'],
  ])('%s', async (_, body) => {
    expect(statuses(await send(body))).toEqual([400]);
    expectNothingReached(attack.service);
  });

  test.each([
    ['a path in the place of a patient', { patientId: `${PATIENT}/../${OTHER_PATIENT}` }],
    ['a patient with a line break', { patientId: `${PATIENT}\r\nX-Api-Key: mine` }],
    ['a patient with a null byte', { patientId: `${PATIENT}\0` }],
    ['a list of patients', { patientId: [PATIENT, OTHER_PATIENT] }],
    ['a recurrence of its own', { patientId: PATIENT, recurrenceCycle: 'HOURLY' }],
    ['a start that is no date', { patientId: PATIENT, startedAt: '1e9' }],
    ['a start that is a huge number', { patientId: PATIENT, startedAt: 1e308 }],
  ])('%s', async (_, more) => {
    const body = JSON.stringify({ recurrenceCycle: 'NOW', ...more });
    expect(statuses(await send(body, APPLY))).toEqual([400]);
    expectNothingReached(attack.service);
  });

  test.each([
    ['no type', []],
    ['a type of its own', ['Content-Type: text/plain']],
    ['another encoding of characters', ['Content-Type: application/json; charset=utf-16']],
    ['a compressed body', ['Content-Type: application/json', 'Content-Encoding: gzip']],
    ['a form', ['Content-Type: multipart/form-data; boundary=x']],
  ])('%s is 415', async (_, lines) => {
    const body = '{"name":"Ana"}';
    const head = [`POST ${LIST} HTTP/1.1`, 'Host: a', attack.authorization, 'Connection: close'];
    const received = await rawRequest(
      attack.url,
      written([...head, `Content-Length: ${body.length}`, ...lines], body),
    );
    expect(statuses(received)).toEqual([415]);
    expectNothingReached(attack.service);
  });

  test('10 MB are 413, by their length before a byte is read, without one as soon as 64 KB are passed', async () => {
    const labelled = await attack.post(['Content-Length: 10485760'], '{"name":"');
    expect(statuses(labelled)).toEqual([413]);
    expectNothingReached(attack.service);
    attack.service.requests.length = 0;
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    // The body goes on for ever, and nobody waits for its end.
    const unlabelled = await attack.post(['Transfer-Encoding: chunked'], chunk.repeat(5));
    expect(statuses(unlabelled)).toEqual([413]);
    expectNothingReached(attack.service);
  });
});

describe('a body reaches the service only as what the contract declares', () => {
  test.each([
    ['a prototype', '{"__proto__":{"role":"admin","surname":"X"},"name":"Ana"}', { name: 'Ana' }],
    ['a constructor', '{"constructor":{"prototype":{"surname":"X"}},"name":"Ana"}', { name: 'Ana' }],
    ['a field given twice', '{"name":"Rui","name":"Ana"}', { name: 'Ana' }],
    ['a field given twice in two writings', '{"name":"Rui","\\u006eame":"Ana"}', { name: 'Ana' }],
    [
      'fields of its own',
      '{"name":"Ana","status":"ACTIVE","serviceId":"x","X-Api-Key":"mine"}',
      { name: 'Ana' },
    ],
    [
      'line breaks and a null byte in a text',
      '{"name":"Ana\\r\\nX-Api-Key: mine\\u0000"}',
      { name: 'Ana\r\nX-Api-Key: mine\0' },
    ],
    ['half a character', '{"name":"Ana \\ud800"}', { name: 'Ana \ud800' }],
  ])('%s', async (_, body, sent) => {
    expect(statuses(await send(body))).toEqual([200]);
    expect(sentBodies()).toEqual([sent]);
    expect(({} as { role?: string; surname?: string }).role).toBeUndefined();
    expect(({} as { role?: string; surname?: string }).surname).toBeUndefined();
  });

  test('of a narrowed token no writing of a field names another patient', async () => {
    const twice = `{"patientId":"${PATIENT}","recurrenceCycle":"NOW","patientId":"${OTHER_PATIENT}"}`;
    const received = await fetch(attack.url + APPLY, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokenFor({ pat: [PATIENT] })}`,
        'content-type': 'application/json',
      },
      body: twice,
    });
    expect(received.status).toBe(404);
    expectNothingReached(attack.service);
  });
});
