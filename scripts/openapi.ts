/**
 * `npm run openapi [-- FILE]`: writes the OpenAPI 3.1 document of the service to docs/openapi.json, or to FILE.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exampledOpenApiDocument } from './contract-examples.ts';

const file = process.argv[2] ?? 'docs/openapi.json';
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(await exampledOpenApiDocument(), null, 2)}\n`);
console.log(`Wrote ${file}.`);
