import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  caseloadSizes,
  sparklineSizes,
  WIDGET_ENTRY_LIMIT_BYTES,
  widgetSizes,
} from '../../scripts/build-widget.ts';
import languages from '../../shared/words/languages.json' with { type: 'json' };
import { widgetModules } from '../browser/kit.ts';

/** 2 KB: less than that costs more in a request than it saves. */
const SMALLEST = 2 * 1024;
/** Each is a file of the elements' words; English is in the first load. */
const FETCHED_LANGUAGES = Object.keys(languages).filter((language) => language !== 'en');

/** 9 KB. */
const SPARKLINE_LIMIT = 9 * 1024;
/** 36 KB. */
const CASELOAD_LIMIT = 36 * 1024;
/** 124 KB; it is 116 KB today. */
const SINGLE_LIMIT = 124 * 1024;
/** 20 KB. */
const EXPLORE_LIMIT = 20 * 1024;

it('a page loads at most 24 KB before headline, sentence on risk and graph are seen', async () => {
  const { entry, later } = await widgetSizes();
  expect(entry).toBeLessThanOrEqual(WIDGET_ENTRY_LIMIT_BYTES);
  expect(entry, 'the entry holds a widget').toBeGreaterThan(WIDGET_ENTRY_LIMIT_BYTES / 2);
  expect(Object.keys(later).sort()).toEqual(['details', ...FETCHED_LANGUAGES].sort());
}, 60_000);

it('the single file of all elements is at most 124 KB', async () => {
  const { single } = await widgetSizes();
  expect(single).toBeLessThanOrEqual(SINGLE_LIMIT);
  expect(single, 'it holds all elements').toBeGreaterThan(SINGLE_LIMIT / 2);
}, 60_000);

it('nothing is fetched later that is less than 2 KB, by the panel or the sparkline', async () => {
  const panel = await widgetSizes();
  const sparkline = await sparklineSizes();
  const sizes = { ...panel.later, ...panel.used, ...sparkline.later };
  // Words are cut by language, not by size.
  const small = Object.entries(sizes).filter(
    ([name, bytes]) => bytes < SMALLEST && !FETCHED_LANGUAGES.some((language) => name.startsWith(language)),
  );
  expect(small).toEqual([]);
}, 60_000);

it('exploring costs at most 20 KB, and its file is none that a panel loads by itself', async () => {
  const { used, later } = await widgetSizes();
  expect(used.explore).toBeLessThanOrEqual(EXPLORE_LIMIT);
  expect(used.explore, 'it holds the drawing').toBeGreaterThan(EXPLORE_LIMIT / 2);
  expect(Object.keys(later)).not.toContain('explore');
}, 60_000);

it('the sparkline alone is at most 9 KB, and what reads is fetched beside it', async () => {
  const { entry, later } = await sparklineSizes();
  expect(entry).toBeLessThanOrEqual(SPARKLINE_LIMIT);
  expect(entry, 'the entry holds an element').toBeGreaterThan(SPARKLINE_LIMIT / 2);
  expect(later.source).toBeGreaterThan(0);
}, 60_000);

it('the list of all patients alone is at most 36 KB', async () => {
  const { entry } = await caseloadSizes();
  expect(entry).toBeLessThanOrEqual(CASELOAD_LIMIT);
  expect(entry, 'the entry holds list, reader and view').toBeGreaterThan(CASELOAD_LIMIT / 2);
}, 60_000);

it('the modules of the package load no more, whatever they import at once', async () => {
  const folder = await widgetModules();
  const files = new Set(['define.js']);
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s?["'`]\.\/([^"'`]+)/g)) files.add(name);
  }
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
  expect(files.size).toBeLessThan(globSync('*.js', { cwd: folder }).length);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(WIDGET_ENTRY_LIMIT_BYTES);
}, 60_000);
