import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../..', import.meta.url);
const PROOF = /^- `([^`]+\.(?:test|spec)\.ts)`: “(.+)”$/;
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

const threatsOf = (file: string) =>
  read(file)
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

describe.each(['docs/security.md', 'docs/extension-security.md'])('%s', (file) => {
  const threats = threatsOf(file);

  it('goes threat by threat', () => {
    expect(threats.length).toBeGreaterThanOrEqual(10);
  });

  it.each(threats.map(({ title, proofs }) => [title, proofs] as const))(
    '%s: each proof is a test that exists',
    (_, proofs) => {
      expect(proofs.length).toBeGreaterThan(0);
      for (const line of proofs) {
        const [, proof = '', title = ''] = PROOF.exec(line) ?? [];
        expect(proof, line).not.toBe('');
        expect(existsSync(new URL(proof, root)), proof).toBe(true);
        expect(read(proof), line).toContain(title);
      }
    },
  );
});

it('names for each thing that once fell a test that exists', () => {
  const [, fell = ''] = /^## What fell to an attack once$(.+?)^## /ms.exec(read('docs/security.md')) ?? [];
  const [, ...rows] = fell.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThanOrEqual(31);
  for (const row of rows) {
    const [, proof = '', title = ''] = /`([^`]+\.test\.ts)`: “(.+)” \|$/.exec(row) ?? [];
    expect(title, row).not.toBe('');
    expect(read(proof), row).toContain(title);
  }
});

it('names every threat that the proxy was attacked with', () => {
  for (const file of ['framing', 'targets', 'bodies', 'answers-apart', 'who-sees-what', 'every-door'])
    expect(read('docs/security.md')).toContain(`proxy/attack/${file}.test.ts`);
});

it('names every spec in which a page is hostile to the extension', () => {
  for (const file of [
    'extension-e2e-hostile',
    'extension-panel-hostile',
    'extension-panel-trust',
    'site-hostile',
  ])
    expect(read('docs/extension-security.md')).toContain(`test/browser/${file}.spec.ts`);
});
