import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from './arguments.ts';
import { readTestArguments } from './test-selection.ts';

const FILES: Readonly<Record<string, string>> = {
  'shared/score/view.ts': '',
  'shared/score/view.test.ts': "it('shows the latest score', () => {});",
  'shared/chart/frame.test.ts': "it('draws a frame (at 2x)', () => {});",
  'proxy/token/mint.test.ts': "it('signs', () => {});",
  'test/browser/panel-live.spec.ts': "test('updates by itself', () => {});",
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'instrument-panel-selection-'));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const read = (...args: string[]) => readTestArguments(args, root);
const selected = (...args: string[]) => {
  const selection = read(...args);
  return typeof selection === 'string' ? selection : [...selection.unit, ...selection.browser];
};

describe('the arguments of npm test', () => {
  it('select the fast tests by default, and the slow ones by --slow', () => {
    expect(read()).toBe('fast');
    expect(read('--slow')).toBe('slow');
  });

  it.each([
    [['shared/score'], ['shared/score/view.test.ts']],
    [['./shared/score/'], ['shared/score/view.test.ts']],
    [['shared'], ['shared/chart/frame.test.ts', 'shared/score/view.test.ts']],
    [['shared/score/view.test.ts'], ['shared/score/view.test.ts']],
    [['shared/score/view.ts'], ['shared/score/view.test.ts']],
    [['panel-live'], ['test/browser/panel-live.spec.ts']],
    [
      ['mint', 'shared/chart'],
      ['proxy/token/mint.test.ts', 'shared/chart/frame.test.ts'],
    ],
    [['--in', 'proxy'], ['proxy/token/mint.test.ts']],
    [['--in', 'shared', 'view'], ['shared/score/view.test.ts']],
  ])('%j select by folder, file, source, name and room', (args, files) => {
    expect(selected(...args)).toEqual(files);
  });

  it('select by words of a title, as they are written', () => {
    const result = read('draws a frame (at 2x)');
    expect(result).toMatchObject({ unit: ['shared/chart/frame.test.ts'] });
    expect(result).toHaveProperty('title', 'draws a frame \\(at 2x\\)');
  });

  it('say what they selected', () => {
    expect(read('shared/score')).toHaveProperty(
      'summary',
      'Selected by shared/score: 1 file of unit tests, 0 files of browser tests.',
    );
  });

  it.each([
    [['--wach'], '--wach'],
    [['nowhere'], '"nowhere"'],
    [['shared/score', 'nowhere'], '"nowhere"'],
    [['--in', 'nowhere'], '"nowhere"'],
    [['--in', 'proxy', 'view'], '"view"'],
    [['view', 'shows the latest'], 'at once'],
    [['--watch', 'panel-live'], 'cannot be watched'],
    [['--slow', 'panel-live'], '--slow'],
  ])('%j are refused by name', (args, named) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(named);
  });
});
