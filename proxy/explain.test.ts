import { expect, test } from 'vitest';
import {
  OTHER_PATIENT,
  PAGE,
  PATIENT,
  PROFESSIONAL,
  proxyOptions,
  startWorld,
  tokenFor,
} from './fixtures/world.ts';
import { createProxy } from './proxy.ts';
import { startTenants } from './tenants/two-tenants.fixture.ts';

const patient = (id: string) => `/professionals/${PROFESSIONAL}/patients/${id}`;

/** Asks for what is refused, each for another reason; gives the answers whole, and the log. */
async function refusalsOf(explainRefusals: boolean) {
  const world = await startWorld({ explainRefusals });
  const narrowed = await tokenFor({ pat: [PATIENT] });
  const ask = async (path: string, token: string, init?: RequestInit) => {
    const answer = await world.ask(path, token, init);
    // The id of a request and the date differ by themselves.
    const headers = [...answer.headers].filter(([name]) => !/^(?:x-request-id|date)$/.test(name));
    return { status: answer.status, headers, body: await answer.text() };
  };
  const answers = [
    await ask(patient(PATIENT), 'TOKEN-CANARY'),
    await ask(patient(OTHER_PATIENT), narrowed),
    await ask(patient(PATIENT), narrowed, { headers: { origin: 'https://other.example' } }),
    await ask('/nowhere', narrowed),
    await ask(patient(PATIENT), narrowed, { method: 'PATCH', headers: { origin: PAGE } }),
  ];
  await world.proxy.close();
  await world.service.close();
  return { answers, lines: world.lines.filter(({ event }) => event === 'request') };
}

test('refusals are explained in the log, and answers are the same to the byte', async () => {
  const [plain, explained] = [await refusalsOf(false), await refusalsOf(true)];
  expect(explained.answers).toEqual(plain.answers);
  expect(plain.answers.map(({ status }) => status)).toEqual([401, 404, 403, 404, 405]);
  expect(plain.lines.map(({ hint }) => hint)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const hints = explained.lines.map(({ code, hint }) => `${code}: ${hint}`);
  expect(hints).toEqual([
    expect.stringMatching(/^TOKEN_INVALID: The token was not minted .* \(docs\/errors\.md#token_invalid\)$/),
    expect.stringMatching(/^NOT_FOUND: There is no such record .* Check that the ids /),
    expect.stringMatching(/^ORIGIN_NOT_ALLOWED: .* Add the page's origin to the option origins /),
    expect.stringMatching(/^NOT_FOUND: /),
    expect.stringMatching(/^METHOD_NOT_ALLOWED: .* Allow/),
  ]);
  expect(hints.join('\n')).not.toMatch(new RegExp(`CANARY|${PATIENT}|${OTHER_PATIENT}`));
});

test('beside a service on another machine it does not start, unless that is named as the sandbox', async () => {
  const live = 'https://api.service.example';
  const sandbox = 'https://sandbox.service.example';
  const start = (upstream: string, explainRefusals: boolean | string) => () =>
    createProxy({ ...proxyOptions(upstream), explainRefusals });
  expect(start(live, true)).toThrow(/explainRefusals is for development: leave it out beside a live service/);
  expect(start(live, sandbox)).toThrow(/explainRefusals/);
  expect(start('http://127.0.0.1:4100', 'yes')).toThrow(/explainRefusals/);
  for (const fits of [start(sandbox, sandbox), start('http://localhost:4100', true), start(live, false)])
    await fits().close();
});

test('of several tenants the host that is none of theirs is explained as well, once all are', async () => {
  for (const isExplained of [true, false]) {
    const world = await startTenants({
      each: (letter) => ({ explainRefusals: isExplained || letter === 'a' }),
    });
    const url = `http://127.0.0.2:${world.port}/session`;
    const request = new Request(url, { method: 'POST', headers: { host: 'nobody.example' } });
    expect((await world.proxy.fetch(request)).status).toBe(421);
    await world.close();
    const hint = isExplained ? expect.stringContaining('(docs/errors.md#host_unknown)') : undefined;
    expect(world.lines.find(({ code }) => code === 'HOST_UNKNOWN')?.hint).toEqual(hint);
  }
});
