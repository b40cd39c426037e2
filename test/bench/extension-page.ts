import type { SiteRules } from '../../extension/site/facts.ts';
import { SITE_HANDLE, type SiteCore } from '../../extension/site/handle.ts';
import { startSite } from '../../extension/site/site.ts';
import { fakeRuntime } from '../browser/site/runtime.ts';

declare global {
  var floods: {
    start(): void;
    standing(): boolean;
    /** Inserts 5,000 nodes a second, `each` in one task, for so many seconds. */
    flood(each: number, seconds: number): Promise<void>;
  };
}

const RULES: SiteRules = {
  profileId: 'bench',
  settleMs: 0,
  top: location.href,
  months: '',
  attributes: ['class', 'style', 'hidden', 'open', 'id', 'data-key'],
  pages: [
    { type: 'none', element: '#login' },
    {
      type: 'chart',
      element: '#banner',
      patient: [
        { kind: 'key', from: 'url', part: 'path', pattern: '(\\d+)$' },
        { kind: 'key', from: 'after', label: 'MRN', select: '#banner' },
        { kind: 'name', from: 'text', select: '#banner h1' },
      ],
      places: [{ select: '#banner', at: 'after' }],
    },
  ],
};
const IDENTITY = { keys: [{ system: '', value: '1' }], name: 'Ana Souza' };
let isStanding = false;

function start(rules: SiteRules): void {
  const runtime = fakeRuntime((message, port) => {
    if (message === null) port.tell({ type: 'rules', rules });
    if (message?.type === 'facts') {
      const context = { state: 'known', epoch: 'one', identity: IDENTITY } as const;
      port.tell({ type: 'context', version: message.facts.version, mounts: true, context });
    }
  });
  startSite(runtime);
  const core: SiteCore = Reflect.get(globalThis, SITE_HANDLE);
  const nothing = (): void => {};
  const show = (): void => {
    isStanding = true;
  };
  const panels = {
    show,
    blank: nothing,
    list: nothing,
    changed: nothing,
    toggle: nothing,
    orphaned: nothing,
  };
  core.attach(panels, nothing);
}

/** Tasks without the delay that timers have. */
function tasks(run: (stop: () => void) => void): void {
  const { port1, port2 } = new MessageChannel();
  let isOver = false;
  port1.onmessage = () => {
    run(() => {
      isOver = true;
    });
    if (!isOver) setTimeout(() => port2.postMessage(0), 1);
    else port1.close();
  };
  port2.postMessage(0);
}

globalThis.floods = {
  start: () => start(RULES),
  standing: () => isStanding,
  flood: (each, seconds) =>
    new Promise((resolve) => {
      const log = document.querySelector('#log') as HTMLElement;
      const { port1, port2 } = new MessageChannel();
      let due = 0;
      let last = performance.now();
      const end = last + seconds * 1000;
      // Each a task, so that the observer hears of each by itself.
      port1.onmessage = () => {
        for (let count = 0; count < each; count++) {
          const line = document.createElement('p');
          line.textContent = 'line';
          log.append(line);
        }
        while (log.childElementCount > 400) log.firstChild?.remove();
      };
      tasks((stop) => {
        const now = performance.now();
        due += (now - last) * 5;
        last = now;
        for (; due >= each; due -= each) port2.postMessage(0);
        if (now < end) return;
        stop();
        setTimeout(() => {
          port1.close();
          resolve();
        }, 50);
      });
    }),
};
