/**
 * `node scripts/profile-schema.ts`: writes docs/profile.schema.json, by which an editor checks and completes a site
 * profile, and proxy/cli/profile-schema.ts, by which the proxy's command checks one before it signs it, from the schema that
 * the extension reads profiles with.
 *
 * @module
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { Profile } from '../extension/profile/profile.ts';

export const SCHEMA_FILE = fileURLToPath(new URL('../docs/profile.schema.json', import.meta.url));

const MODULE_FILE = fileURLToPath(new URL('../proxy/cli/profile-schema.ts', import.meta.url));

/** The text of the JSON schema (draft 2020-12) of a site profile. */
export function profileSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(Profile, { io: 'input' });
  const about = {
    $schema,
    title: 'Site profile of instrument-panel',
    description: 'Where an EHR shows a patient, as data. See docs/profiles.md.',
  };
  return `${JSON.stringify({ ...about, ...schema }, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SCHEMA_FILE, profileSchema());
  const about = '/** The JSON schema of a site profile. Written by scripts/profile-schema.ts. */';
  writeFileSync(MODULE_FILE, `${about}\nexport const PROFILE_SCHEMA: object = ${profileSchema().trim()};\n`);
  console.log(`Wrote ${SCHEMA_FILE} and ${MODULE_FILE}.`);
}
