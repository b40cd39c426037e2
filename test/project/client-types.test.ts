/**
 * The types of the published client, as an editor shows them: each by its name, with what is said of it.
 *
 * @module
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as resources from '@instrument-panel/client/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { builtClient } from '../built-packages.ts';

/** The part of TypeScript's programming interface that is used; version 7, which compiles this project, has none. */
interface Service {
  getSemanticDiagnostics(file: string): readonly { readonly messageText: unknown }[];
  getQuickInfoAtPosition(
    file: string,
    position: number,
  ): Readonly<Record<'displayParts' | 'documentation', readonly { readonly text: string }[]>> | undefined;
}
interface TypeScript {
  readonly sys: { readonly readFile: (file: string) => string | undefined };
  readonly ScriptSnapshot: { readonly fromString: (text: string) => unknown };
  readonly createLanguageService: (host: Readonly<Record<string, unknown>>) => Service;
  readonly getDefaultLibFilePath: unknown;
}

/** Calls of a partner, each value of which is looked at by its name. */
const PAGE = `
import { applyOnce, createApplication, createClient, createPatient, finishApplication, getInstrument, getScoreGraph, listSubmissions } from '@instrument-panel/client';
const client = createClient({ baseUrl: 'https://s.example', auth: { key: 'k', secret: 's' } });
export const { data: graph } = await client(getScoreGraph, { params: { professionalId: 'a', patientId: 'b', formId: 'c' } });
export const { series } = graph;
export const point = graph.series[0]?.points[0];
export const when = point?.completedFillAt;
export const { data: list } = await client(listSubmissions, { params: { professionalId: 'a' } });
export const answers = list[0]?.answers;
export const reply = await client(getInstrument, { params: { formId: 'c' } });
export const ended = await client(finishApplication, { params: { professionalId: 'a', applicationId: 1 } });
export const applied = await applyOnce(client, { params: { professionalId: 'a', formId: 'c' }, body: { patientId: 'b', recurrenceCycle: 'NOW' } });
export const [apply, register] = [createApplication, createPatient];
`;

describe('the published client in an editor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-editor-'));
  const files = { page: join(folder, 'page.ts'), same: join(folder, 'same.ts') };
  let service: Service;

  beforeAll(async () => {
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '@instrument-panel'), { recursive: true });
    cpSync(await builtClient(), join(modules, '@instrument-panel', 'client'), {
      recursive: true,
    });
    symlinkSync(resolve('node_modules', 'zod'), join(modules, 'zod'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(files.page, PAGE);
    const names = Object.entries<unknown>(resources)
      .filter(
        ([name, schema]) =>
          schema instanceof z.ZodMiniObject && !/Event$|^(WebhookEnvelope|ErrorResponse)$/.test(name),
      )
      .map(([name]) => name);
    expect(names.length).toBeGreaterThan(30);
    writeFileSync(
      files.same,
      `import type * as named from '@instrument-panel/client';
import type * as zod from '@instrument-panel/client/contract';
type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false;
export const same: readonly true[] = [
${names.map((name) => `  true satisfies Same<named.${name}, zod.ValueOf<typeof zod.${name}>>,`).join('\n')}
];
// @ts-expect-error Where \`Same\` took any two types, the lines above would say nothing.
export const other = true satisfies Same<named.Patient, zod.ValueOf<typeof zod.Professional>>;
`,
    );
    const ownTypeScript = createRequire(resolve('node_modules/@arethetypeswrong/core/package.json'));
    const ts = ownTypeScript('typescript') as TypeScript;
    const settings = { strict: true, exactOptionalPropertyTypes: true, module: 199, target: 9, types: [] };
    service = ts.createLanguageService({
      ...ts.sys,
      useCaseSensitiveFileNames: () => true,
      getScriptFileNames: () => Object.values(files),
      getScriptVersion: () => '1',
      getScriptSnapshot: (file: string) => ts.ScriptSnapshot.fromString(ts.sys.readFile(file) ?? ''),
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => settings,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    });
  }, 180_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const text = (parts: readonly { readonly text: string }[] = []): string =>
    parts.map((one) => one.text).join('');
  function hover(name: string): { readonly type: string; readonly says: string } {
    const at = new RegExp(`\\b${name}\\b(?=[ ,\\]]|;)`, 'g');
    const position = [...PAGE.matchAll(at)].at(-1)?.index ?? -1;
    const info = service.getQuickInfoAtPosition(files.page, position);
    return { type: text(info?.displayParts), says: text(info?.documentation) };
  }

  it('compiles a page of calls', () => {
    expect(service.getSemanticDiagnostics(files.page)).toEqual([]);
  });

  it('shows what is read and sent by its name, with what is said of it', () => {
    const shown = ['graph', 'series', 'point', 'list', 'answers', 'reply', 'ended', 'applied'].map(
      (name) => hover(name).type,
    );
    expect(shown).toEqual([
      'const graph: ScoreGraph',
      'const series: ScoreSeries[]',
      'const point: ScorePoint',
      'const list: Submission[]',
      '(property) Submission.answers?: Answer[] | null | undefined',
      'const reply: Reply<Instrument>',
      'const ended: Reply<Partial<Application>>',
      'const applied: ApplyOutcome',
    ]);
    expect(hover('completedFillAt')).toEqual({
      type: '(property) ScorePoint.completedFillAt: string',
      says: 'When it was answered.',
    });
    expect(hover('createApplication').type).toContain('Schema<ApplicationInput');
    expect(hover('createPatient').type).toContain('Schema<CreatePatientBody');
    for (const name of ['createApplication', 'createPatient']) {
      expect(hover(name).type).not.toContain('Zod');
      expect(hover(name).says).not.toBe('');
    }
  });

  it('has for each resource the type that its schema has', () => {
    expect(service.getSemanticDiagnostics(files.same)).toEqual([]);
  });
});
