import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describedOpenApiDocument } from '../../../scripts/contract-docs.ts';
import { ENDPOINTS } from '../../../test/conformance/endpoints.ts';
import { openApiDocument } from './openapi.ts';

const written = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));

describe('the OpenAPI document', () => {
  it('has the endpoints of the conformance suite, which lists them a second time, and no other', () => {
    const paths = openApiDocument().paths as Record<string, Record<string, unknown>>;
    const rows = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(rows.toSorted()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('stands in docs/openapi.json as `npm run openapi` writes it', () => {
    expect(JSON.parse(readFileSync(written, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(describedOpenApiDocument())),
    );
  });

  it('says of every operation, parameter and field what it is, as editors do', () => {
    const said = new Map<string, unknown>();
    const look = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties, operationId, description, parameters = [] } = node as Record<string, unknown>;
      if (operationId) said.set(path, description);
      const named = (parameters as Record<string, unknown>[]).map((one) => [one.name, one] as const);
      for (const [name, one] of [...named, ...Object.entries(properties ?? {})])
        said.set(`${path}/${name}`, (one as Record<string, unknown>).description);
      for (const [key, inner] of Object.entries(node)) look(inner, `${path}/${key}`);
    };
    look(describedOpenApiDocument(), '');
    expect([...said].filter(([, text]) => !text)).toEqual([]);
    expect(said.size).toBeGreaterThan(359);
    expect(said.get('/components/schemas/Patient/birthday')).toBe('Date of birth, as a date-time.');
    expect(said.get('/components/schemas/ScoreGraph/generatedAt'), 'of what it extends').toMatch(/graph/);
  });

  it('names no error code that neither sandbox nor proxy sends', () => {
    const sources = globSync('{sandbox,proxy}/**/*.ts').filter(
      (file) => !/\.(?:test|fixture)\.ts$/.test(file),
    );
    const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
    const { description } = openApiDocument().info as { description: string };
    const codes = description.match(/[A-Z]+_[A-Z_]+|CONFLICT|INTERNAL|FORBIDDEN/g) ?? [];
    expect(codes).toEqual(expect.arrayContaining(['NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE']));
    expect(codes.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });

  it('keeps `id` as a field of the resources, and writes no JSON Schema identifiers', () => {
    const { schemas } = openApiDocument().components as {
      schemas: Record<string, { properties: Record<string, unknown> }>;
    };
    expect(schemas.Submission?.properties.id).toMatchObject({ type: 'integer' });
    expect(JSON.stringify(schemas)).not.toContain('"$id"');
  });

  it('has no error in the eyes of Redocly', () => {
    const cli = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url));
    const output = execFileSync(cli, ['lint', written, '--format=json'], {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(JSON.parse(output).totals.errors).toBe(0);
  });
});
