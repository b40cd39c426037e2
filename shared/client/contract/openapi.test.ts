import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

const written = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));

/** Method and path of every documented endpoint, written down a second time, `P` written out. */
const SPECIFIED = [
  'POST /professionals',
  'GET /professionals/check',
  'POST /connect',
  'POST /disconnect/{professionalId}',
  'GET P',
  'POST P/patients',
  'GET P/patients',
  'GET P/patients/{patientId}',
  'PUT P/patients/{patientId}',
  'POST P/patients/{patientId}/inactivate',
  'POST P/patients/{patientId}/reactivate',
  'POST P/forms/{formId}/applications',
  'GET P/forms/applications/{applicationId}',
  'POST P/forms/applications/{applicationId}/update-recurrence',
  'GET P/patients/{patientId}/forms/{formId}/applications',
  'POST P/patients/{patientId}/forms/{formId}/applications/cancel',
  'GET P/forms/applications',
  'GET P/patients/{patientId}/forms/applications',
  'POST P/forms/applications/{applicationId}/finish',
  'GET P/patients/{patientId}/forms/submissions',
  'POST P/forms/submissions/{submissionId}/cancel',
  'GET P/forms/submissions/{submissionId}',
  'DELETE P/forms/submissions/{submissionId}',
  'GET P/forms/submissions',
  'GET /forms/{formId}',
  'GET /forms/library',
  'GET /forms/tags',
  'GET P/patients/{patientId}/forms/{formId}/score-graph',
  'GET P/patients/{patientId}/forms/{formId}/longitudinal-analysis/status',
  'GET P/forms/{formId}/patients/{patientId}/notifications',
  'POST P/forms/recommend',
  'GET P/forms/recommend/history',
].map((row) => row.replace(' P', ' /professionals/{professionalId}'));

describe('the OpenAPI document', () => {
  it('has the 32 documented endpoints and no other', () => {
    const paths = openApiDocument().paths as Record<string, Record<string, unknown>>;
    const rows = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(rows.toSorted()).toEqual(SPECIFIED.toSorted());
    expect(SPECIFIED).toHaveLength(32);
  });

  it('stands in docs/openapi.json as `npm run openapi` writes it', () => {
    expect(JSON.parse(readFileSync(written, 'utf8'))).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
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
