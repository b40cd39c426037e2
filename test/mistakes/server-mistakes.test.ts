import { expect, test } from 'vitest';
import { optionMistakes } from './options.ts';
import { clientMistakes, proxyMistakes } from './server.ts';
import { toPage } from './table.ts';

const INTRODUCTION = `# Mistakes on the server

Mistakes that were brought about, each with the sentence that its developer gets; of the page's side,
see [mistakes in the page](mistakes-in-the-page.md). Every code is in [errors.md](errors.md).

Written by \`test/mistakes/server-mistakes.test.ts\`: with \`-u\` behind the file Vitest writes it anew.
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
