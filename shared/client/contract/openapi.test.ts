import { execFileSync } from 'node:child_process';
import { globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exampledOpenApiDocument } from '../../../scripts/contract-examples.ts';
import { ENDPOINTS } from '../../../test/conformance/endpoints.ts';
import { ENDPOINTS as declared } from './endpoints/all.ts';
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

  it('stands in docs/openapi.json as `npm run openapi` writes it', async () => {
    const made = JSON.parse(JSON.stringify(await exampledOpenApiDocument()));
    expect(JSON.parse(readFileSync(written, 'utf8'))).toEqual(made);
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
    look(JSON.parse(readFileSync(written, 'utf8')), '');
    expect([...said].filter(([, text]) => !text)).toEqual([]);
    expect(said.size).toBeGreaterThan(359);
    expect(said.get('/components/schemas/Patient/birthday')).toBe('Date of birth, as a date-time.');
    expect(said.get('/components/schemas/ScoreGraph/generatedAt'), 'of what it extends').toMatch(/graph/);
  });

  it('has an example of every operation, parameter and field whose form is documented', () => {
    const shown = new Map<string, unknown>();
    const look = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties = {}, content, parameters = [] } = node as Record<string, Record<string, unknown>>;
      const isError = (path.match(/responses\/(\w+)$/)?.[1] ?? '200') > '299';
      if (content?.['application/json'] && !isError)
        shown.set(path, (content['application/json'] as Record<string, unknown>).example);
      for (const one of parameters as unknown as { name: string; in: string; example: unknown }[])
        if (one.in !== 'header') shown.set(`${path}/${one.name}`, one.example);
      for (const [name, one] of Object.entries(properties)) {
        // The parts of an object, or of a list of objects, have theirs.
        if (!/"(?:\$ref|properties)"/.test(JSON.stringify(one)))
          shown.set(`${path}/${name}`, (one as Record<string, unknown>).examples);
      }
      for (const [key, inner] of Object.entries(node)) look(inner, `${path}/${key}`);
    };
    const { paths, webhooks, components } = JSON.parse(readFileSync(written, 'utf8'));
    look({ paths, webhooks, schemas: components.schemas }, '');
    expect(shown.size).toBeGreaterThan(359);
    const missing = [...shown].filter(([, example]) => example === undefined).map(([path]) => path);
    expect(
      missing.filter((path) => !/psychometricIndicators|PsychometricIndicators|payload$/.test(path)),
    ).toEqual([]);
  });

  it('has examples that the declarations read and send as they are', () => {
    const { paths } = JSON.parse(readFileSync(written, 'utf8'));
    for (const { id, path, method, body, response, success } of declared) {
      const operation = paths[path][method.toLowerCase()];
      const example = operation.responses[success[0] ?? 200].content['application/json'].example;
      expect(response.safeParse(example).error?.issues, id).toBeUndefined();
      if (body)
        expect(body.safeParse(operation.requestBody.content['application/json'].example).success, id).toBe(
          true,
        );
    }
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

  it('has no error in the eyes of Redocly, its examples included, and no warning that is ours', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'instrument-panel-openapi-'));
    const config = join(folder.path, 'redocly.yaml');
    const examples = ['media-type', 'schema', 'parameter'].map((kind) => [
      `no-invalid-${kind}-examples`,
      'error',
    ]);
    writeFileSync(config, JSON.stringify({ extends: ['recommended'], rules: Object.fromEntries(examples) }));
    const cli = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url));
    const output = execFileSync(cli, ['lint', written, '--format=json', '--config', config], {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { totals, problems } = JSON.parse(output) as {
      totals: { errors: number };
      problems: readonly { ruleId: string }[];
    };
    expect(totals.errors).toBe(0);
    // The service's own paths: `forms/{formId}/applications` beside `forms/applications/{applicationId}`.
    expect(problems.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });
});
