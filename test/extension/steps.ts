import { type Driven, runIn } from './driven.ts';
import type { Step } from './walk.ts';

/**
 * Opens patients one after the other as their links do, whether or not the page shows the list now. Self-contained,
 * since it is sent to the page as text.
 *
 * @param within milliseconds between two of them
 */
export async function openHere([records, within]: readonly [readonly string[], number]): Promise<void> {
  for (const [index, record] of records.entries()) {
    if (index > 0) await new Promise((done) => setTimeout(done, within));
    const navigation = document.querySelector<HTMLIFrameElement>('iframe[name="navigation"]');
    const field = document.querySelector<HTMLInputElement>('#quick-record');
    navigation?.contentDocument?.querySelector<HTMLElement>(`[data-record="${record}"]`)?.click();
    if (field) field.value = record;
    document.querySelector<HTMLFormElement>('#quick')?.requestSubmit();
  }
}

type Here = Exclude<Step, { do: 'open' | 'switch' | 'back' | 'forward' | 'reload' | 'slow' | 'frame' }>;

/** What is done within the page, in a list or a chart. Self-contained, since it is sent to the page as text. */
export function takeHere(given: Here): void {
  const click = (id: string) => document.getElementById(id)?.click();
  const set = (id: string, value: string, event: string) => {
    const field = document.getElementById(id) as HTMLInputElement | HTMLSelectElement | null;
    if (!field) return;
    field.value = value;
    field.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const later = (within: number, run: () => void) => (within === 0 ? run() : setTimeout(run, within));
  /** The page and its frames, as far as they are of this origin. */
  const documents = () =>
    [document, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)].filter(
      (one) => one !== null,
    );
  const find = (selector: string): HTMLElement | undefined =>
    documents().flatMap((one) => [...one.querySelectorAll<HTMLElement>(selector)])[0];
  switch (given.do) {
    case 'list':
      click('to-list');
      break;
    case 'beside':
      click(given.by === 1 ? 'patient-after' : 'patient-before');
      break;
    case 'tab':
      click(`tab-${given.name}`);
      break;
    case 'sort':
      set('sort', given.by, 'change');
      break;
    case 'filter':
      for (const [at, text] of given.texts.entries())
        later(at * given.within, () => set('filter', text, 'input'));
      break;
    case 'scroll':
      document.querySelector('.viewport')?.scrollTo(0, given.to);
      break;
    case 'paging': {
      const field = document.getElementById('paging') as HTMLSelectElement | null;
      set('paging', field?.value === 'pages' ? 'scroll' : 'pages', 'change');
      break;
    }
    case 'busy': {
      const feed = document.createElement('div');
      document.body.append(feed);
      const end = performance.now() + given.for;
      const timer = setInterval(() => {
        feed.replaceChildren(...Array.from({ length: 50 }, () => document.createElement('i')));
        if (performance.now() < end) return;
        clearInterval(timer);
        feed.remove();
      }, 10);
      break;
    }
    case 'rewrite': {
      const header = find('.patient:not([hidden])');
      const write = (selector: string, text: string) => {
        const place = header?.querySelector(selector);
        if (place) place.textContent = text;
      };
      write('.patient-name', given.name);
      later(given.within, () => write('.number', given.record));
      break;
    }
    case 'replace': {
      const element = find(given.what === 'place' ? '.scores-place' : '.patient:not([hidden])');
      if (!element) return;
      const gap = element.ownerDocument.createComment('');
      element.replaceWith(gap);
      const back = given.by === 'copy' ? (element.cloneNode(true) as HTMLElement) : element;
      later(given.after, () => gap.replaceWith(back));
      break;
    }
    case 'rows': {
      const rows = [...document.querySelectorAll<HTMLElement>('.line:not([hidden])')];
      if (given.how === 'elements') {
        rows[0]?.parentElement?.append(...rows.toReversed());
        return;
      }
      const turn = (selector: string) => {
        const places = rows.flatMap((row) => [...row.querySelectorAll(selector)].slice(0, 1));
        const texts = places.map((place) => place.textContent);
        for (const [at, place] of places.entries())
          place.textContent = texts[(at + 1) % texts.length] ?? null;
      };
      turn('.number');
      later(given.within, () => {
        turn('[data-field="name"]');
        turn('time');
      });
    }
  }
}

/** Takes one step in a page. */
export async function take(page: Driven, base: string, step: Step): Promise<void> {
  switch (step.do) {
    case 'open':
      return runIn(page, openHere, [[step.record], 0] as const);
    case 'switch':
      return runIn(page, openHere, [step.records, step.within] as const);
    case 'back':
    case 'forward':
      return runIn(page, (way: 'back' | 'forward') => history[way](), step.do);
    case 'reload':
      return runIn(page, () => location.reload());
    case 'slow':
      return runIn(
        page,
        async (url: string) => void (await fetch(url)),
        `${base}/variants?slow=${step.most}`,
      );
    case 'frame':
      return runIn(
        page,
        (name: string) => {
          const frame = document.querySelector<HTMLIFrameElement>(`iframe[name="${name}"]`);
          if (frame) frame.src = frame.getAttribute('src') ?? '';
        },
        step.name,
      );
    default:
      return runIn(page, takeHere, step);
  }
}
