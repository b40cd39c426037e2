import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Attack, LIST, SMUGGLED, startAttack, written } from '../fixtures/attack.ts';
import { expectOnlyRebuilt } from '../fixtures/only-rebuilt.ts';
import { rawRequest, statuses } from '../fixtures/raw-request.ts';

let attack: Attack;
beforeAll(async () => {
  attack = await startAttack();
});
beforeEach(() => {
  attack.service.requests.length = 0;
});
afterEach(() => expectOnlyRebuilt(attack.service));
afterAll(() => attack.close());

const BODY = '{"name":"Ana"}';
const CHUNKED = 'Transfer-Encoding: chunked';
const SECOND = `${SMUGGLED}\r\n`;

/** One refusal in the service's own shape that no cache keeps, then the end of the connection. */
function expectOneRefusal(received: string, status: number): void {
  expect(statuses(received)).toEqual([status]);
  expect(received).toMatch(/\{"code":"[A-Z_]+","message":"[^"]+\."\}$/);
  expect(received.toLowerCase()).toContain('cache-control: no-store');
  expect(received.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(received.toLowerCase()).toContain('connection: close');
}

describe('a body that two readers would cut differently is one 400, and what follows it is no request', () => {
  test.each([
    ['a length, then chunks', ['Content-Length: 4', CHUNKED], `0\r\n\r\n${SECOND}`],
    ['chunks, then a length', [CHUNKED, 'Content-Length: 4'], `0\r\n\r\n${SECOND}`],
    ['no encoding at all (identity)', ['Transfer-Encoding: identity'], SECOND],
    ['chunks that are not last', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${SECOND}`],
    ['two encodings', ['Transfer-Encoding: gzip, chunked'], `0\r\n\r\n${SECOND}`],
    ['the encoding twice', [CHUNKED, CHUNKED], `0\r\n\r\n${SECOND}`],
    ['a blank before the colon', ['Transfer-Encoding : chunked'], `0\r\n\r\n${SECOND}`],
    ['a vertical tab before the value', ['Transfer-Encoding: \x0bchunked'], `0\r\n\r\n${SECOND}`],
    ['a quoted value', ['Transfer-Encoding: "chunked"'], `0\r\n\r\n${SECOND}`],
    ['a header after a bare line feed', [`X-Note: a\n${CHUNKED}`], `0\r\n\r\n${SECOND}`],
    ['a header folded over two lines', ['X-Note: a', ` ${CHUNKED}`], `0\r\n\r\n${SECOND}`],
    ['a list of lengths', ['Content-Length: 14, 14'], BODY],
    ['the same length twice', ['Content-Length: 14', 'Content-Length: 14'], BODY],
    ['a length in hexadecimal', ['Content-Length: 0x0e'], BODY],
    ['a negative length', ['Content-Length: -1'], BODY],
    ['a length with a blank inside', ['Content-Length: 1 4'], BODY],
    ['a length beyond 64 bits', ['Content-Length: 18446744073709551630'], BODY],
    ['an empty length', ['Content-Length: '], BODY],
    ['a chunk size with a plus', [CHUNKED], `+e\r\n${BODY}\r\n0\r\n\r\n`],
    ['a chunk size with 0x', [CHUNKED], `0xe\r\n${BODY}\r\n0\r\n\r\n`],
    ['a negative chunk size', [CHUNKED], `-1\r\n${BODY}\r\n0\r\n\r\n`],
    ['a chunk size beyond 64 bits', [CHUNKED], `1000000000000000e\r\n${BODY}\r\n0\r\n\r\n`],
    ['a blank after the chunk size', [CHUNKED], `e \r\n${BODY}\r\n0\r\n\r\n`],
    ['a line feed in a chunk extension', [CHUNKED], `e;a\nb\r\n${BODY}\r\n0\r\n\r\n`],
    ['chunks parted by bare line feeds', [CHUNKED], `e\n${BODY}\n0\n\n`],
    ['a chunk longer than its size', [CHUNKED], `e\r\n${BODY}XX0\r\n\r\n${SECOND}`],
  ])('%s', async (_, lines, body) => {
    expectOneRefusal(await attack.post(lines, body), 400);
    expect(attack.service.requests).toEqual([]);
  });
});

describe('a head that is not HTTP/1.1 to the letter is one 400', () => {
  const head = (first: string, ...lines: string[]) => written([first, ...lines], '');
  test.each([
    [
      'a bare carriage return in a header',
      (a: string) => head(`GET ${LIST} HTTP/1.1`, 'Host: a', a, 'X: a\rY: b'),
    ],
    ['a null byte in a header', (a: string) => head(`GET ${LIST} HTTP/1.1`, 'Host: a', a, 'X: a\0')],
    ['a header without a colon', (a: string) => head(`GET ${LIST} HTTP/1.1`, 'Host: a', a, 'X-Api-Key')],
    ['a header without a name', (a: string) => head(`GET ${LIST} HTTP/1.1`, 'Host: a', a, ': x')],
    ['a folded first header', (a: string) => head(`GET ${LIST} HTTP/1.1`, ' Host: a', a)],
    ['line feeds alone', (a: string) => head(`GET ${LIST} HTTP/1.1`, 'Host: a', a).replaceAll('\r\n', '\n')],
    ['no host', (a: string) => head(`GET ${LIST} HTTP/1.1`, a)],
    ['two hosts', (a: string) => `${head(`GET ${LIST} HTTP/1.1`, 'Host: a', 'Host: b', a)}`],
    ['no version (HTTP/0.9)', () => `GET ${LIST}\r\n\r\n`],
    ['HTTP/1.2', (a: string) => head(`GET ${LIST} HTTP/1.2`, 'Host: a', a)],
    ['HTTP/2 in clear', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS to a port that speaks none', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a blank in the target', (a: string) => head(`GET ${LIST} x HTTP/1.1`, 'Host: a', a)],
    ['a carriage return in the target', (a: string) => head(`GET ${LIST}\rX: y HTTP/1.1`, 'Host: a', a)],
    [
      'raw bytes beyond ASCII in the target',
      (a: string) => head(`GET ${LIST}\xc0\xae HTTP/1.1`, 'Host: a', a),
    ],
    ['a method in small letters', (a: string) => head(`get ${LIST} HTTP/1.1`, 'Host: a', a)],
    ['a method of its own', (a: string) => head(`GETX ${LIST} HTTP/1.1`, 'Host: a', a)],
  ])('%s', async (_, bytes) => {
    const received = await rawRequest(attack.url, bytes(`${attack.authorization}\r\nConnection: close`));
    expectOneRefusal(received, 400);
    expect(attack.service.requests).toEqual([]);
  });

  test('headers beyond 16 KB are 431', async () => {
    expectOneRefusal(await attack.get([`X-Long: ${'x'.repeat(20_000)}`]), 431);
    expect(attack.service.requests).toEqual([]);
  });

  test('headers in thousands are 431, and of as many as are taken none goes unseen', async () => {
    const many = Array.from({ length: 2_001 }, () => 'a:');
    expectOneRefusal(await attack.get(many), 431);
    expectOneRefusal(await attack.get([...many.slice(0, 900), 'Authorization: Bearer a.b.c']), 400);
    expect(attack.service.requests).toEqual([]);
  });

  test('a tunnel (CONNECT) is refused', async () => {
    const tunnel = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n';
    expectOneRefusal(await rawRequest(attack.url, `${tunnel}${SECOND}`), 405);
    expect(attack.service.requests).toEqual([]);
  });
});

describe('what is odd but clear is served once, and rebuilt', () => {
  test.each([
    ['HTTP/1.0', `GET ${LIST} HTTP/1.0`, []],
    ['an upgrade to a web socket', `GET ${LIST} HTTP/1.1`, ['Connection: Upgrade', 'Upgrade: websocket']],
    ['an upgrade to HTTP/2', `GET ${LIST} HTTP/1.1`, ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c']],
    ['an expectation that nobody keeps', `GET ${LIST} HTTP/1.1`, ['Expect: 200-ok']],
    ['two blanks before the target', `GET  ${LIST} HTTP/1.1`, []],
    ['an alias of the encoding', `GET ${LIST} HTTP/1.1`, ['Transfer_Encoding: chunked']],
    [
      'aliases of the credentials',
      `GET ${LIST} HTTP/1.1`,
      ['x_api_key: mine', 'X-Api-Key: mine', 'X_API_SECRET: mine'],
    ],
    ['hop-by-hop credentials', `GET ${LIST} HTTP/1.1`, ['Connection: x-api-key, x-api-secret, close']],
    [
      'a host of its own choice',
      `GET ${LIST} HTTP/1.1`,
      ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example'],
    ],
    [
      'conditions and a range, which could reveal what another has seen',
      `GET ${LIST} HTTP/1.1`,
      ['If-None-Match: *', 'If-Modified-Since: Mon, 02 Mar 2026 10:00:00 GMT', 'Range: bytes=0-1'],
    ],
    [
      'another method in a header',
      `GET ${LIST} HTTP/1.1`,
      ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: PUT'],
    ],
  ])('%s', async (_, first, lines) => {
    const received = await rawRequest(
      attack.url,
      written([first, 'Host: a', attack.authorization, 'Connection: close', ...lines]),
    );
    expect(statuses(received)).toEqual([200]);
    expect(attack.service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${LIST}`]);
  });

  test('a trailer after the chunks adds no header', async () => {
    const trailer = 'X-Api-Key: mine\r\nContent-Length: 99\r\nAuthorization: Bearer a.b.c\r\n';
    const sent = `e\r\n${BODY}\r\n0\r\n${trailer}\r\n`;
    expect(statuses(await attack.post([CHUNKED, 'Connection: close'], sent))).toEqual([400]);
    expect(attack.service.requests).toEqual([]);
  });

  test('the body of a request that takes none is never read as the next request', async () => {
    const received = await attack.get([`Content-Length: ${SECOND.length}`, '', SECOND]);
    expect(statuses(received)).toEqual([200]);
    expect(attack.service.requests.map(({ method }) => method)).toEqual(['GET']);
  });
});
