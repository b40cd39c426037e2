import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { integrityOf, writeIntegrity } from './integrity.ts';

it('is the SHA-384 in base64 that the W3C recommendation shows', () => {
  // W3C Subresource Integrity, section 3.1, example 4.
  expect(integrityOf("alert('Hello, world.');")).toBe(
    'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO',
  );
});

it('is written for every script of a folder, and for nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-integrity-'));
  try {
    writeFileSync(join(folder, 'b.js'), '');
    writeFileSync(join(folder, 'a.js'), "alert('Hello, world.');");
    writeFileSync(join(folder, 'a.js.map'), '{}');
    const expected = {
      'a.js': 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO',
      'b.js': 'sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb',
    };
    expect(writeIntegrity(folder)).toEqual(expected);
    expect(JSON.parse(readFileSync(join(folder, 'integrity.json'), 'utf8'))).toEqual(expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
