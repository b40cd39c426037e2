import { expect, test } from 'vitest';
import { SECRET } from './fixtures/delivery.ts';
import { proxyOptions } from './fixtures/world.ts';
import type { WebhookOptions } from './options.ts';
import { createProxy } from './proxy.ts';

const start = (webhooks: unknown) => () =>
  createProxy({ ...proxyOptions('http://127.0.0.1:4739'), webhooks: webhooks as WebhookOptions });

test.each<[string, unknown, string, RegExp]>([
  ['no secrets', {}, 'webhooks.secrets', /must list the secret/],
  ['an empty list', { secrets: [] }, 'webhooks.secrets', /must list the secret/],
  ['three of them', { secrets: [SECRET, SECRET, SECRET] }, 'webhooks.secrets', /at most the one before/],
  ['a secret as such', { secrets: SECRET }, 'webhooks.secrets', /\[current, previous\?\]/],
  ['a short one', { secrets: ['CANARY'] }, 'webhooks.secrets', /at least 22 characters/],
  ['a short previous one', { secrets: [SECRET, ''] }, 'webhooks.secrets', /at least 22 characters/],
  ['a secret that is no text', { secrets: [7] }, 'webhooks.secrets', /at least 22 characters/],
  ['an address as hook', { secrets: [SECRET], onEvent: 'https://a' }, 'webhooks.onEvent', /a function/],
  ['no time', { secrets: [SECRET], timeoutMs: 0 }, 'webhooks.timeoutMs', /50 to 600000/],
  ['an endless pause', { secrets: [SECRET], longestPauseMs: 1e9 }, 'webhooks.longestPauseMs', /50 to/],
  ['a lease of no time', { secrets: [SECRET], takeOverMs: 1 }, 'webhooks.takeOverMs', /300 to/],
])('%s stops the start with a sentence that names the option and no secret', (_, webhooks, option, words) => {
  expect(start(webhooks)).toThrow(expect.objectContaining({ code: 'PROXY_OPTION_INVALID', option }));
  expect(start(webhooks)).toThrow(words);
  expect(start(webhooks)).toThrow(/^(?!.*CANARY)/);
});

test('the previous secret may be left undefined, as an environment variable is', async () => {
  const proxy = start({ secrets: [SECRET, undefined] })();
  await proxy.close();
});
