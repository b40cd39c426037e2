import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver';
import type { Driver } from './driver.ts';

const MINI_BROWSERS = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
];

/** Path of WebKitGTK's small browser where it, its driver and a virtual screen are installed, or null. */
export function findWebKit(): string | null {
  if (!existsSync('/usr/bin/WebKitWebDriver') || !existsSync('/usr/bin/xvfb-run')) return null;
  return MINI_BROWSERS.find((path) => existsSync(path)) ?? null;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function connect(port: number, binary: string): Promise<WebDriver> {
  const options = { binary, args: ['--automation'] };
  const end = performance.now() + 20_000;
  for (;;) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
        .build();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

const KEYS = { ArrowLeft: Key.ARROW_LEFT, ArrowRight: Key.ARROW_RIGHT, Home: Key.HOME, End: Key.END };

/** Stops the virtual screen, the driver and the browser, which are one process group. */
function stop(server: ChildProcess): void {
  if (server.pid === undefined || server.exitCode !== null) return;
  try {
    process.kill(-server.pid, 'SIGTERM');
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** Starts WebKitGTK on a virtual screen. */
export async function startWebKit(): Promise<Driver> {
  const binary = findWebKit();
  if (binary === null) throw new Error('No WebKitGTK with WebDriver and Xvfb is installed.');
  const port = await freePort();
  const server = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    // Its sandbox needs namespaces that root in a container has not; the pages are our own.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const driver = await connect(port, binary).catch((error: unknown) => {
    stop(server);
    throw error;
  });
  return {
    engine: 'WebKit',
    goto: (url) => driver.get(url),
    evaluate: async <T>(body: string) => (await driver.executeScript(body)) as T,
    fill: async (selector, text) => {
      const field = await driver.findElement(By.css(selector));
      await field.clear();
      await field.sendKeys(text);
    },
    click: async (selector) => (await driver.findElement(By.css(selector))).click(),
    press: async (key) => {
      await driver.actions().sendKeys(KEYS[key]).perform();
    },
    close: async () => {
      await driver.quit().catch(() => {});
      stop(server);
    },
  };
}
