import type { Page } from '@playwright/test';

/** One thing that a clinician does, or that happens to them. */
export type Step =
  | { readonly do: 'open'; readonly record: string }
  | { readonly do: 'switch'; readonly records: readonly string[]; readonly within: number }
  | { readonly do: 'beside'; readonly by: -1 | 1 }
  | { readonly do: 'list' | 'back' | 'forward' | 'reload' }
  | { readonly do: 'sort'; readonly by: 'name' | 'record' | 'bornOn' }
  | { readonly do: 'filter'; readonly text: string }
  | { readonly do: 'scroll'; readonly to: number }
  | { readonly do: 'paging' }
  /** For so many milliseconds the page puts in 5,000 nodes a second, as one with a live feed does. */
  | { readonly do: 'busy'; readonly for: number }
  | { readonly do: 'tab'; readonly name: 'summary' | 'notes' | 'contact' }
  | { readonly do: 'slow'; readonly most: number }
  | { readonly do: 'frame'; readonly name: 'header' | 'chart' };

/** A walk can be made again from its seed. */
export interface Walk {
  readonly seed: number;
  readonly path: string;
  readonly steps: readonly { readonly step: Step; readonly pause: number }[];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Milliseconds between two steps: too short to see anything, or long enough for a panel to come. */
const PAUSES = [0, 15, 150, 600, 900] as const;

const PATHS = ['/spa', '/spa-still', '/spa-position', '/framed', '/framed-cross'] as const;

/** A random walk over one of the front ends, among the patients of `records`. */
export function walkOf(seed: number, records: readonly string[], length: number): Walk {
  const chance = chances(seed);
  const whole = (below: number) => Math.floor(chance() * below);
  const among = <T>(all: readonly [T, ...T[]]): T => all[whole(all.length)] ?? all[0];
  const someone = () => records[whole(records.length)] ?? '';
  const path = among(PATHS);
  const isFramed = path.startsWith('/framed');
  const choices: readonly [() => Step, ...(() => Step)[]] = isFramed
    ? [
        () => ({ do: 'open', record: someone() }),
        () => ({ do: 'switch', records: [someone(), someone(), someone()], within: whole(20) }),
        () => ({ do: 'frame', name: among(['header', 'chart']) }),
        () => ({ do: among(['back', 'forward', 'reload']) }),
        () => ({ do: 'slow', most: among([0, 100, 600]) }),
      ]
    : [
        () => ({ do: 'open', record: someone() }),
        () => ({ do: 'switch', records: [someone(), someone(), someone()], within: whole(20) }),
        () => ({ do: 'beside', by: among([-1, 1]) }),
        () => ({ do: among(['list', 'back', 'forward', 'reload']) }),
        () => ({ do: 'list' }),
        () => ({ do: 'sort', by: among(['name', 'record', 'bornOn']) }),
        () => ({ do: 'filter', text: among(['', 'a', 'souza', 'mar']) }),
        () => ({ do: 'scroll', to: whole(14_000) }),
        () => ({ do: 'paging' }),
        () => ({ do: 'busy', for: 500 + whole(1_000) }),
        () => ({ do: 'tab', name: among(['summary', 'notes', 'contact']) }),
        () => ({ do: 'slow', most: among([0, 100, 600]) }),
      ];
  const steps = Array.from({ length }, () => ({ step: among(choices)(), pause: among(PAUSES) }));
  // Every walk begins where something can go wrong: with somebody's chart.
  return { seed, path, steps: [{ step: { do: 'open', record: someone() }, pause: 700 }, ...steps] };
}

/** Opens patients one after the other as their links do, whether or not the page shows the list now. */
async function openAll(page: Page, path: string, records: readonly string[], within: number): Promise<void> {
  await page.evaluate(
    async ([isFramed, wanted, pause]) => {
      for (const [index, record] of wanted.entries()) {
        if (index > 0) await new Promise((done) => setTimeout(done, pause));
        if (isFramed) {
          const frame = document.querySelector<HTMLIFrameElement>('iframe[name="navigation"]');
          frame?.contentDocument?.querySelector<HTMLElement>(`[data-record="${record}"]`)?.click();
        } else {
          const field = document.querySelector<HTMLInputElement>('#quick-record');
          if (field) field.value = record;
          document.querySelector<HTMLFormElement>('#quick')?.requestSubmit();
        }
      }
    },
    [path.startsWith('/framed'), records, within] as const,
  );
}

async function take(page: Page, path: string, base: string, step: Step): Promise<void> {
  switch (step.do) {
    case 'open':
      return openAll(page, path, [step.record], 0);
    case 'switch':
      return openAll(page, path, step.records, step.within);
    case 'back':
    case 'forward':
      await page.evaluate((way) => history[way](), step.do);
      return;
    case 'reload':
      await page.reload({ waitUntil: 'commit' });
      return;
    case 'slow':
      await page.request.get(`${base}/variants?slow=${step.most}`);
      return;
    case 'frame':
      await page.evaluate((name) => {
        const frame = document.querySelector<HTMLIFrameElement>(`iframe[name="${name}"]`);
        if (frame) frame.src = frame.getAttribute('src') ?? '';
      }, step.name);
      return;
    default:
      await page.evaluate((given) => {
        const click = (id: string) => document.getElementById(id)?.click();
        const set = (id: string, value: string, event: string) => {
          const field = document.getElementById(id) as HTMLInputElement | HTMLSelectElement | null;
          if (!field) return;
          field.value = value;
          field.dispatchEvent(new Event(event, { bubbles: true }));
        };
        if (given.do === 'list') click('to-list');
        if (given.do === 'beside') click(given.by === 1 ? 'patient-after' : 'patient-before');
        if (given.do === 'tab') click(`tab-${given.name}`);
        if (given.do === 'sort') set('sort', given.by, 'change');
        if (given.do === 'filter') set('filter', given.text, 'input');
        if (given.do === 'busy') {
          const feed = document.createElement('div');
          document.body.append(feed);
          const end = performance.now() + given.for;
          const timer = setInterval(() => {
            feed.replaceChildren(...Array.from({ length: 50 }, () => document.createElement('i')));
            if (performance.now() < end) return;
            clearInterval(timer);
            feed.remove();
          }, 10);
        }
        if (given.do === 'scroll') document.querySelector('.viewport')?.scrollTo(0, given.to);
        if (given.do === 'paging') {
          const field = document.getElementById('paging') as HTMLSelectElement | null;
          set('paging', field?.value === 'pages' ? 'scroll' : 'pages', 'change');
        }
      }, step);
  }
}

/** Makes a walk in a page. What the page says meanwhile is the watcher's to see. */
export async function make(page: Page, base: string, { path, steps }: Walk): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(`${base}${path}`);
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      (document.querySelector('.line, #banner-slot') !== null ||
        document
          .querySelector<HTMLIFrameElement>('iframe[name="navigation"]')
          ?.contentDocument?.querySelector('[data-record]') != null),
  );
  for (const { step, pause } of steps) {
    // A page that is just loading takes no step; the walk goes on with the next.
    await take(page, path, base, step).catch((error: unknown) => {
      if (!/context was destroyed|navigat|detached|interrupted|aborted|ECONNRESET/i.test(String(error)))
        throw error;
    });
    if (pause > 0) await page.waitForTimeout(pause);
  }
}
