import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import { expect } from 'vitest';
import { CHROMIUM_ARGS, findBrowser } from '../scripts/browser.mjs';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Starts an example that `instrument-panel-sandbox init` has written, on free ports.
 *
 * @param node the program that runs it, as seen from the folder
 * @throws Error with what it said, where it ends before its page is served
 */
export async function startExample(folder: string, server: string, node = process.execPath) {
  const [PORT, SERVER_PORT, SANDBOX_PORT] = [await freePort(), await freePort(), await freePort()].map(
    String,
  );
  const env = { ...process.env, PORT, SERVER_PORT, SANDBOX_PORT };
  const program = spawn(node, ['start.js', server], { cwd: folder, env });
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [, page] = /Page +(\S+)/.exec(said) ?? [];
        if (page) resolve(page);
      });
    program.on('exit', () => reject(new Error(`The example did not start: ${said}`)));
  });
  return {
    address,
    async stop(): Promise<void> {
      if (program.exitCode !== null) return;
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
    },
  };
}

/** Expects that each of the pages shows a score and draws its graph, in Chromium. */
export async function expectGraphs(address: string, paths: readonly string[]): Promise<void> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const page = await browser.newPage();
    for (const path of paths) {
      await page.goto(address + path);
      await page.locator('instrument-panel [part=score]').waitFor();
      expect(await page.locator('instrument-panel svg').count(), path).toBeGreaterThan(0);
    }
  } finally {
    await browser.close();
  }
}
