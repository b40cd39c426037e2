import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');
const PROOF = /^- `([^`]+\.test\.ts)`: “(.+)”$/;

const threats = text
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n', 1)[0] ?? '',
    proofs:
      section
        .split(/^## /m)[0]
        ?.split('\n')
        .filter((line) => line.startsWith('- ')) ?? [],
  }));

describe('docs/security.md', () => {
  it.each(threats.map(({ title, proofs }) => [title, proofs] as const))(
    '%s: each proof is a test that exists',
    (_, proofs) => {
      expect(proofs.length).toBeGreaterThan(0);
      for (const line of proofs) {
        const [, file = '', title = ''] = PROOF.exec(line) ?? [];
        expect(file, line).not.toBe('');
        expect(existsSync(new URL(file, root)), file).toBe(true);
        expect(readFileSync(new URL(file, root), 'utf8'), line).toContain(title);
      }
    },
  );

  it('names every threat that the proxy was attacked with', () => {
    expect(threats.length).toBeGreaterThan(10);
    for (const file of ['framing', 'targets', 'bodies', 'answers-apart', 'who-sees-what', 'every-door'])
      expect(text).toContain(`proxy/attack/${file}.test.ts`);
  });
});
