/**
 * `npm run openapi [-- FILE]`: writes the OpenAPI 3.1 document of the service to docs/openapi.json, or to FILE.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openApiDocument } from '../shared/client/contract/openapi.ts';

const file = process.argv[2] ?? 'docs/openapi.json';
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
console.log(`Wrote ${file}.`);
