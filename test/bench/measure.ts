import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** A page that measures what its main thread spends, in milliseconds of processor time. */
export interface Meter {
  readonly page: Page;
  /** Processor time of the main thread while `name` is mounted `times` times, for each mount. */
  readonly cost: (name: string, answers: number, times: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Processor time that the main thread of a page has spent, milliseconds; `Performance` is enabled in thread ticks. */
export async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/**
 * Opens a page with the given scripts. `TaskDuration` in thread ticks counts every task of the main thread,
 * so script, style, layout and paint are in, and waiting, other processes and other pages are not: unlike a
 * clock, it does not grow when the machine is busy.
 */
export async function meter(
  browser: Browser,
  scripts: readonly string[],
  styles: readonly string[],
): Promise<Meter> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.setContent('<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body>');
  for (const content of styles) await page.addStyleTag({ content });
  for (const content of scripts) await page.addScriptTag({ content });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    cost: async (name, answers, times) => {
      const before = await taskMs(session);
      await page.evaluate(([given, count, rounds]) => globalThis.sample(given, count, rounds), [
        name,
        answers,
        times,
      ] as const);
      const after = await taskMs(session);
      await page.evaluate(() => globalThis.clear());
      return (after - before) / times;
    },
    close: () => page.close(),
  };
}

/**
 * Measures pages of their own that fetch what they mount, milliseconds of the main thread's processor time from the
 * navigation to the drawn mount: what the browser compiles beside the download costs the main thread nothing, here as in
 * a real page.
 */
export async function coldMeter(
  browser: Browser,
  pageScript: string,
  scripts: ReadonlyMap<string, string>,
  styles: ReadonlyMap<string, string>,
) {
  const server = createServer(({ url = '' }, reply) => {
    const [, folder, name = ''] = decodeURIComponent(url).split('/');
    const code = folder === 'script' ? scripts.get(name) : pageScript;
    const script = (path: string): string => `<script type="module" src="${encodeURI(path)}"></script>`;
    const head = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>bench</title>`;
    const html = `${head}<style>${styles.get(name) ?? ''}</style><body>${script('/setup/')}${script(`/script/${name}`)}`;
    reply.setHeader('content-type', `text/${folder === 'page' ? 'html' : 'javascript'}; charset=utf-8`);
    reply.setHeader('cache-control', 'no-store');
    reply.end(folder === 'page' ? html : code);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** Of a page with the script of that name, which mounts once. */
    async cost(name: string, answers: number): Promise<number> {
      const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const before = await taskMs(session);
      await page.goto(encodeURI(`http://127.0.0.1:${port}/page/${name}`));
      await page.evaluate(([given, count]) => globalThis.sample(given, count, 1), [name, answers] as const);
      const cost = (await taskMs(session)) - before;
      await page.close();
      return cost;
    },
    close: () => server.close(),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The items in their order, beginning with another one each time. */
export const rotated = <T>(items: readonly T[], by: number): readonly T[] => {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};
