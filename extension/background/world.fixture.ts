import { vi } from 'vitest';
import type { FrameFacts, Identifier } from '../site/facts.ts';
import { EXTENSION_ID, FakePort, fakeBrowser, fakeClock } from './browser.fixture.ts';
import { fakeProxy, PROXY } from './proxy.fixture.ts';
import { startBackground } from './start.ts';

export const EHR = 'https://ehr.clinic.example';
export const PROFILE = {
  id: 'clinic',
  name: 'Clinic',
  version: 1,
  proxy: PROXY,
  match: [`${EHR}/app/*`],
  frames: ['https://frames.clinic.example/*'],
  pages: [
    {
      type: 'chart',
      frame: 'any',
      element: 'header',
      header: 'header',
      patient: [
        { kind: 'key', from: 'text', select: '.mrn' },
        { kind: 'name', from: 'text', select: 'h1' },
        { kind: 'birthday', from: 'text', select: 'time' },
      ],
      places: [{ select: 'header', at: 'after' }],
    },
    {
      type: 'list',
      element: 'table',
      rows: {
        select: 'tr',
        patient: [{ kind: 'key', from: 'text', select: '.mrn' }],
        place: { select: 'td', at: 'last' },
      },
    },
  ],
};
export const GRANTS = [
  'https://ehr.clinic.example/*',
  'https://frames.clinic.example/*',
  'https://proxy.clinic.example/*',
];

const found = (kind: Identifier['kind'], value: string): Identifier => ({ kind, system: '', value });
export const IDENTITIES = {
  ana: [found('key', 'MRN-1'), found('name', 'Ana Lima'), found('birthday', '1990-01-02')],
  eva: [found('key', 'MRN-2'), found('name', 'Eva Reis'), found('birthday', '1985-06-07')],
} as const;

export const chartFacts = (identifiers: readonly Identifier[], version = 1): FrameFacts => ({
  version,
  type: 'chart',
  page: 0,
  found: identifiers,
  gaps: [],
  place: 0,
});

/** A browser, a proxy and a background that can be stopped and started again. */
export function startWorld({ isSignedIn = true } = {}) {
  const browser = fakeBrowser();
  const proxy = fakeProxy();
  const clock = fakeClock();
  browser.state.granted = new Set(GRANTS);
  const answered = async (url: URL): Promise<string> => {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('code', 'the-code');
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    back.searchParams.set('iss', PROXY);
    return back.href;
  };
  if (isSignedIn) browser.state.launch = answered;
  const environment = {
    fetch: proxy.fetch,
    now: clock.now,
    elapsed: clock.elapsed,
    isOnline: () => true,
    setTimer: clock.setTimer,
    drawSeat: () => 50,
    packaged: [PROFILE],
  };
  const senderOf = (tabId: number, frameId: number, url: string) => {
    if (frameId === 0) browser.tabs.set(tabId, url);
    const { origin } = new URL(url);
    return { id: EXTENSION_ID, tab: { id: tabId }, frameId, url, origin, documentId: `d${tabId}-${frameId}` };
  };
  const begin = () => {
    const { platform, events } = browser.start();
    return { background: startBackground(platform, environment), events };
  };
  let running = begin();
  let made = 0;

  const world = {
    browser,
    proxy,
    clock,
    answered,
    get background() {
      return running.background;
    },
    get events() {
      return running.events;
    },
    /** The browser stops the background and starts it again: nothing of its memory stays. */
    restart() {
      running = begin();
    },
    /** A port of a page's frame. */
    frame(tabId: number, frameId: number, url: string, more: object = {}): FakePort {
      const port = new FakePort('site', { ...senderOf(tabId, frameId, url), ...more });
      running.events.connect.fire(port.port);
      return port;
    },
    /** A frame asks whether it concerns us; resolves once it is answered. */
    detect(tabId: number, frameId: number, url: string, more: object = {}): Promise<void> {
      const sender = { ...senderOf(tabId, frameId, url), ...more };
      return new Promise((answered) => running.events.message.fire('detect', sender, answered));
    },
    /** A chart on top that was told its rules and says whom it shows, until that is known. */
    async chart(identifiers: readonly Identifier[], tabId = 7): Promise<{ port: FakePort; epoch: string }> {
      const port = world.frame(tabId, 0, `${EHR}/app/chart`);
      await vi.waitFor(() => port.last('rules') ?? fail());
      port.say({ type: 'facts', facts: chartFacts(identifiers), url: `${EHR}/app/chart` });
      clock.advance(400);
      return { port, epoch: await epochOf(port) };
    },
    surface(path = '/popup.html'): FakePort {
      const url = `chrome-extension://${EXTENSION_ID}${path}`;
      const port = new FakePort('surface', { id: EXTENSION_ID, url, origin: new URL(url).origin });
      running.events.connect.fire(port.port);
      return port;
    },
    /** Asks, and gives the answer or the refusal. */
    async ask(port: FakePort, intent: string, input: unknown = {}, epoch: string | null = null) {
      made += 1;
      const id = made;
      port.say({ type: 'ask', id, epoch, intent, input });
      return vi.waitFor(
        () => port.heard.find((message) => message.id === id && message.type !== 'reread') ?? fail(),
        { timeout: 10_000 },
      );
    },
  };
  return world;
}
export type BackgroundWorld = ReturnType<typeof startWorld>;

function fail(): never {
  throw new Error('not yet');
}

/** The epoch that a frame was told last; waits for it. */
export const epochOf = (port: FakePort): Promise<string> =>
  vi.waitFor(() => {
    const context = port.last('context')?.context as { state: string; epoch?: string } | undefined;
    return context?.epoch ?? fail();
  });
