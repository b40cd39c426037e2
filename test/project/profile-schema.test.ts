import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIXTURES } from '../../extension/profile/fixtures/index.ts';
import { parseProfile } from '../../extension/profile/parse.ts';
import { findProfileFaults } from '../../proxy/cli/profile-check.ts';
import { PROFILE_SCHEMA } from '../../proxy/cli/profile-schema.ts';
import { profileSchema, SCHEMA_FILE } from '../../scripts/profile-schema.ts';

const page = readFileSync(new URL('../../docs/profiles.md', import.meta.url), 'utf8');
const examples = Array.from(page.matchAll(/```json\n([\s\S]*?)```/g), ([, text = '']) => text);

it('docs/profile.schema.json is what the extension reads profiles with (node scripts/profile-schema.ts)', () => {
  // The file is formatted with all others.
  expect(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))).toEqual(JSON.parse(profileSchema()));
  expect(PROFILE_SCHEMA).toEqual(JSON.parse(profileSchema()));
});

it('is signed by the proxy’s command if the extension reads it', () => {
  for (const { profile } of FIXTURES)
    expect([profile.id, findProfileFaults(profile)]).toEqual([profile.id, []]);
});

it('names every field of a profile in docs/profiles.md', () => {
  const schema = JSON.stringify(JSON.parse(profileSchema()));
  const fields = new Set(
    Array.from(
      schema.matchAll(/"properties":\{|"(\w+)":\{"(?:type|anyOf|oneOf|const|\$ref)/g),
      ([, name]) => name,
    ),
  );
  fields.delete(undefined);
  fields.delete('items');
  expect(fields.size, 'fields were found').toBeGreaterThan(25);
  const missing = [...fields].filter((name) => !page.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

it('states every default of the schema in docs/profiles.md', () => {
  const { properties } = JSON.parse(profileSchema()) as {
    properties: Record<string, { default?: unknown }>;
  };
  const defaults = Object.entries(properties).filter(([, { default: value }]) => value !== undefined);
  expect(defaults.map(([name]) => name)).toContain('settle');
  for (const [name, { default: value }] of defaults)
    expect(page).toMatch(new RegExp(`\\| \`${name}\` \\|.*Default: \`${value}\``));
});

describe('the examples of docs/profiles.md', () => {
  const profiles = examples.filter((text) => text.includes('"version"'));
  it.each(profiles)('parse, and are at most 20 lines (%#)', (text) => {
    expect(parseProfile(text)).toMatchObject({ ok: true });
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(20);
  });
  it('are several', () => expect(profiles.length).toBeGreaterThanOrEqual(3));
});

it('the fixtures’ profiles are short enough for a page', () => {
  for (const { profile } of FIXTURES) {
    const lines = profile.pages.reduce((sum, one) => {
      const parts =
        one.type === 'chart'
          ? (one.patient?.length ?? 0) + 2
          : one.type === 'list'
            ? one.rows.patient.length + 3
            : 1;
      return sum + parts;
    }, 10);
    expect(lines, profile.id).toBeLessThanOrEqual(20);
  }
});
