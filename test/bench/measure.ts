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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
