import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import puppeteer from 'puppeteer-core';
import { expect, it } from 'vitest';
import { findFirefox } from './firefox.ts';

it('builds an extension that Firefox installs', async () => {
  const build = spawnSync('node_modules/.bin/wxt', ['build', '-b', 'firefox'], { encoding: 'utf8' });
  expect(build.status, build.stderr).toBe(0);
  const executablePath = findFirefox() ?? '';
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  try {
    const id = await browser.installExtension(resolve('dist/extension/firefox-mv3'));
    expect(id).toBe('instrument-panel@instrument-panel.example');
  } finally {
    await browser.close();
  }
});
