import { expect, test } from 'vitest';
import { optionMistakes } from './options.ts';
import { clientMistakes, proxyMistakes } from './server.ts';
import { toPage } from './table.ts';

const INTRODUCTION = `# Mistakes on the server

Common mistakes on the server, each with the message that the developer gets. For the page, see
[mistakes in the page](mistakes-in-the-page.md); for every code, [errors](errors.md).

A test makes each mistake and compares this page: \`test/mistakes/server-mistakes.test.ts\`.
`;

test('each mistake is answered by the sentence that docs/mistakes-on-the-server.md has', async () => {
  const groups = {
    'Options and environment of the proxy': optionMistakes(),
    'Around the proxy': await proxyMistakes(),
    'The client and webhooks': await clientMistakes(),
  };
  for (const { said, done } of Object.values(groups).flat())
    expect(said, done).not.toMatch(/undefined:|CANARY/);
  await expect(toPage(INTRODUCTION, groups)).toMatchFileSnapshot('../../docs/mistakes-on-the-server.md');
});
