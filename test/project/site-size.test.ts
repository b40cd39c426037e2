import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { build } from 'wxt';

/** 5 KB after gzip -9. */
const LIMIT = 5 * 1024;

it('the script that decides whether a page concerns us is at most 5 KB, as it is built', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'instrument-panel-site-'));
  try {
    await build({
      root: resolve('.'),
      configFile: false,
      srcDir: 'extension',
      outDir,
      manifestVersion: 3,
      imports: false,
      browser: 'chrome',
      filterEntrypoints: ['site'],
      logger: { debug() {}, log() {}, info() {}, warn() {}, error() {}, fatal() {}, success() {}, level: 0 },
    });
    const code = readFileSync(join(outDir, 'chrome-mv3', 'site.js'));
    const bytes = gzipSync(code, { level: 9 }).length;
    expect(bytes).toBeLessThanOrEqual(LIMIT);
    expect(bytes, 'it holds the script').toBeGreaterThan(LIMIT / 2);
    expect(code.toString(), 'it says nothing to the page').not.toMatch(
      /wxt:content-script-started|postMessage\(\{/,
    );
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}, 60_000);
