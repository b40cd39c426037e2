import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient, createPatient, createProfessional, listLibrary } from '@instrument-panel/client';
import { createSandbox } from '@instrument-panel/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { pages } from '../../scripts/site/pages.ts';

const run = promisify(execFile);

/** What examples take as given: names of the reader's own code, and what a block of the same page has imported. */
const GIVEN = `
declare const professionalId: string, patientId: string, formId: string, baseUrl: string;
declare const fetchToken: import('@instrument-panel/client').FetchToken<unknown>;
declare const save: (items: readonly unknown[]) => void;
declare const store: (id: string, event: unknown) => Promise<void>;
declare const tellEhr: (event: unknown, options: { signal: AbortSignal }) => Promise<void>;
declare const staffOfSession: (cookie: string | undefined) => Promise<{ id: string; serviceId: string } | null>;
declare const findProfessional: (who?: string) => Promise<{ sub: string; professionalId: string; actions: ['read'] } | null>;
declare const findProfessionalId: (sub: string) => Promise<string | null>;
declare const findPatient: (id: string) => Promise<string | null>;
declare const findGrant: (sub: string) => Promise<import('@instrument-panel/proxy').Grant | null>;
declare const findGrantAtA: (cookie: string | undefined) => Promise<import('@instrument-panel/proxy').Grant | null>;
declare const configure: typeof import('@instrument-panel/widget').configure;
declare const overview: import('@instrument-panel/widget/overview').InstrumentOverview;
declare const readFileSync: typeof import('node:fs').readFileSync;
declare const readSecret: typeof import('@instrument-panel/proxy').readSecret;
declare const readKey: typeof import('@instrument-panel/proxy').readKey;
declare const oidcSession: typeof import('@instrument-panel/proxy').oidcSession;
declare const smartSession: typeof import('@instrument-panel/proxy').smartSession;
declare const headerSession: typeof import('@instrument-panel/proxy').headerSession;
declare const jwtSession: typeof import('@instrument-panel/proxy').jwtSession;
declare const staff: ReadonlyMap<string, { readonly name: string }>;
declare const credentials: { key: string; secret: string }, keys: unknown[], issuer: string, audience: string;
declare const origins: string[], session: unknown, auth: import('@instrument-panel/client').TokenSource;
declare const activeTraceparent: () => string | undefined;
declare const createClient: typeof import('@instrument-panel/client').createClient;
declare const withTraceparent: typeof import('@instrument-panel/client').withTraceparent;
`;

/** A strict project of a partner, which reads the packages' sources. */
const OPTIONS = {
  target: 'ES2024',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  moduleDetection: 'force',
  skipLibCheck: true,
  noEmit: true,
};

// Inside the project an example finds the packages as a partner's project does; Node strips no types in node_modules.
const folder = resolve('.cache', 'docs-examples');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Example {
  readonly name: string;
  readonly code: string;
}

/** Options of the proxy are shown without the object around them. */
const isOptions = (code: string): boolean => /^\w+: /.test(code);

const examples: readonly Example[] = Object.keys(pages).flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```(?:ts|js)\n(.*?)^```$/gms)].map(([, code = ''], index) => ({
    name: `${page.replaceAll('/', '-').replace('.md', '')}-${index}.ts`,
    code: isOptions(code)
      ? `export const options: Partial<import('@instrument-panel/proxy').ProxyOptions> = {\n${code}};\n`
      : code,
  })),
);

mkdirSync(folder, { recursive: true });
for (const { name, code } of examples) writeFileSync(join(folder, name), code);

it('every example in TypeScript and JavaScript of every page compiles', () => {
  expect(examples.length).toBeGreaterThan(20);
  writeFileSync(
    join(folder, 'given.d.ts'),
    `declare global {${GIVEN.replaceAll('declare ', '')}}\nexport {};\n`,
  );
  const files = ['given.d.ts', ...examples.map(({ name }) => name)];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
  const { stdout } = spawnSync(join('node_modules', '.bin', 'tsc'), ['-p', folder, '--singleThreaded'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
}, 180_000);

/** Examples of a server: they import client and sandbox alone. */
const runnable = examples.filter(({ code }) => {
  const imported = [...code.matchAll(/^import .* from '([^']+)'/gm)].map(([, from = '']) => from);
  return imported.length > 0 && imported.every((from) => /\/(?:client|sandbox)(?:\/|$)/.test(from));
});

/** A professional, a patient and an instrument of a sandbox, as an example takes them as given. */
async function register(baseUrl: string) {
  const client = createClient({ baseUrl, auth: { key: 'demo-key', secret: 'demo-secret' } });
  const { data: professional } = await client(createProfessional, {
    body: { email: 'rui@clinic.example', externalId: 'staff-7', name: 'Rui', surname: 'Lopes' },
  });
  const professionalId = professional.serviceId;
  const { data: patient } = await client(createPatient, {
    params: { professionalId },
    body: { name: 'Ana', surname: 'Lima', email: 'ana@patients.example' },
  });
  const { data: instruments } = await client(listLibrary);
  return { professionalId, patientId: patient.serviceId, formId: instruments[0]?.id };
}

describe('an example of a server runs against the sandbox', () => {
  it.each(runnable)('$name', async ({ name, code }) => {
    const sandbox = await createSandbox({ seed: null, now: '2026-03-01T09:00:00Z' });
    const { url } = await sandbox.listen(0);
    const given = await register(url);
    const prelude = `Object.assign(globalThis, ${JSON.stringify(given)}, { save() {}, store() {}, fetchToken() {} });`;
    writeFileSync(join(folder, 'prelude.mjs'), prelude);
    const file = join(folder, `run-${name}`);
    writeFileSync(file, code.replace(/https:\/\/(?:api\.)?service\.example/g, url));
    const env = { ...process.env, SERVICE_KEY: 'demo-key', SERVICE_SECRET: 'demo-secret' };
    const ran = run(process.execPath, ['--import', join(folder, 'prelude.mjs'), file], { env });
    await expect(ran).resolves.toMatchObject({ stderr: '' });
    await sandbox.close();
  });
});
