import { sharedMonths } from '@instrument-panel/shared/words/compiled/languages';
import type { SiteMessage } from '../../../extension/intents/messages.ts';
import type { ToSite } from '../../../extension/intents/protocol.ts';
import type { IdentifierSource } from '../../../extension/profile/profile.ts';
import type { FrameFacts, SiteRules } from '../../../extension/site/facts.ts';
import type { Lock, SiteHandle, Spot } from '../../../extension/site/handle.ts';
import { SITE_HANDLE, type SiteCore } from '../../../extension/site/handle.ts';
import { identify } from '../../../extension/site/identify.ts';
import { createSiteHandle } from '../../../extension/site/questions.ts';
import { startSite } from '../../../extension/site/site.ts';
import { fakeRuntime } from './runtime.ts';
import { walk } from './walk.ts';

type Pages = SiteRules['pages'];

/** What stands in the page, and what was told, in order. */
interface Bench {
  /** Starts the script of a site, with panels that write down what they are told and put an element into the page. */
  start(
    pages: Pages,
    settings?: {
      readonly knows?: boolean;
      readonly rests?: boolean;
      readonly top?: string;
      readonly months?: string;
    },
  ): void;
  stop(): void;
  /** The patient of the lock that stands; null where nothing does. */
  standing(): Lock['identity'] | null;
  /** The spot where it stands, by the anchor's id. */
  at(): string | null;
  facts(): FrameFacts | null;
  tell(message: ToSite): void;
  disconnect(): void;
  invalidate(): void;
  readonly log: string[];
  /** What the rows of a list said, by the last time that it was told of. */
  readonly rows: ReadonlyMap<Element, string | undefined>;
  /** How often the background was connected to. */
  connections(): number;
  /** What sources find in a page of this content, as a row is read. */
  read(sources: readonly IdentifierSource[], html: string): Promise<ReturnType<SiteHandle['read']>>;
  handle(): SiteHandle;
  /** The first facts that are told, or those of a frame that is none. */
  first(): Promise<{ facts: FrameFacts }>;
  /** What sources find in a row. */
  row(sources: readonly IdentifierSource[], row: Element): ReturnType<SiteHandle['read']>;
  settled(): Promise<void>;
  frame(): Promise<void>;
  /** Changes an element until the script's general reserve is used up for longer than a test waits. */
  flood(element: Element): Promise<void>;
  readonly walk: typeof walk;
}

declare global {
  var bench: Bench;
}

let runtime = fakeRuntime(() => {});
let lock: Lock | null = null;
let spot: Spot | null = null;
let host: HTMLElement | null = null;
let last: FrameFacts | null = null;
let knows = true;
let epochs = new Map<string, string>();
let rules: SiteRules | null = null;
const NONE: FrameFacts = { version: 0, type: 'none', page: null, found: [], gaps: [], place: null };
let counted = 0;
let attached: SiteHandle | null = null;
const log: string[] = [];
const rows = new Map<Element, string | undefined>();
let connections = 0;

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** As the background: one frame, no time to settle. */
function answer(message: SiteMessage): void {
  if (message.type === 'reread') log.push(`reread ${message.id} ${message.facts.version}`);
  if (message.type === 'left') log.push('left');
  if (message.type === 'load') {
    log.push('load');
    attach();
  }
  if (message.type === 'ask' || message.type === 'drop') log.push(`${message.type} ${message.id}`);
  if (message.type !== 'facts') return;
  last = message.facts;
  log.push(`facts ${message.facts.type}`);
  if (knows) tellContext(message.facts);
}

function tellContext({ version, type, found, gaps }: FrameFacts): void {
  const keys = found.flatMap(({ kind, system, value }) => (kind === 'key' ? [{ system, value }] : []));
  const name = found.find(({ kind }) => kind === 'name')?.value;
  const isClear = type === 'chart' && keys.length > 0 && gaps.every(({ why }) => why === 'place');
  const identity = { keys, ...(name ? { name } : {}) };
  const who = JSON.stringify(identity);
  if (!epochs.has(who)) epochs = new Map([[who, `epoch ${++counted}`]]);
  const epoch = epochs.get(who) ?? '';
  runtime.tell({
    type: 'context',
    version,
    mounts: true,
    context: isClear ? { state: 'known', epoch, identity } : { state: 'none' },
  });
}

const core = (): SiteCore => Reflect.get(globalThis, SITE_HANDLE);

function attach(): void {
  const handle = createSiteHandle(core());
  attached = handle;
  const panels: Parameters<typeof handle.attach>[0] = {
    show(given, where) {
      log.push('show');
      lock = given;
      spot = where;
      host?.remove();
      host = document.createElement('aside');
      host.attachShadow({ mode: 'closed' }).textContent = given.identity.name ?? '';
      handle.own(host);
      const put = { before: 'before', after: 'after', first: 'prepend', last: 'append' } as const;
      where.anchor[put[where.at]](host);
    },
    blank() {
      log.push('blank');
      lock = spot = null;
      host?.remove();
    },
    list(of) {
      if (of || rows.size) log.push(of ? 'list' : 'no list');
      rows.clear();
      if (!of) return;
      for (const row of document.querySelectorAll(of.select))
        rows.set(row, handle.read(of.patient, row).found[0]?.value);
    },
    changed: () => log.push('changed'),
    toggle: () => log.push('toggle'),
    orphaned: () => log.push('orphaned'),
    wait: (isWaiting) => log.push(isWaiting ? 'wait' : 'no wait'),
  };
  handle.attach(panels);
}

globalThis.bench = {
  log,
  rows,
  connections: () => connections,
  start(pages, settings = {}) {
    knows = settings.knows ?? true;
    log.length = 0;
    rules = settings.rests
      ? null
      : {
          profileId: 'test',
          attributes: ['class', 'style', 'hidden', 'open', 'id', 'data-key'],
          settleMs: 0,
          pages,
          top: settings.top ?? location.href,
          months: settings.months ?? sharedMonths.source,
        };
    runtime = fakeRuntime((message, port) => {
      if (message === null) {
        connections++;
        port.tell({ type: 'rules', rules });
      } else answer(message);
    });
    startSite(runtime);
  },
  stop() {
    runtime.tell({ type: 'rules', rules: null });
    runtime.invalidate();
    lock = spot = last = rules = null;
    host?.remove();
  },
  standing: () => (host?.isConnected && lock ? lock.identity : null),
  at: () => (host?.isConnected ? `${spot?.anchor.id} ${spot?.at}` : null),
  facts: () => last,
  tell: (message) => runtime.tell(message),
  disconnect: () => runtime.disconnect(),
  invalidate() {
    runtime.invalidate();
    runtime.disconnect();
  },
  async read(sources, html) {
    document.body.innerHTML = html;
    // The observer hears of it once the script has run.
    await null;
    return identify(sources, document, rules?.top ?? location.href);
  },
  handle() {
    if (!attached) throw new Error('The panels are not attached.');
    return attached;
  },
  async first() {
    await bench.settled();
    return { facts: last ?? NONE };
  },
  row: (sources, row) => core().read(sources, row),
  frame,
  async flood(element) {
    // In many reports, since only a limited number of changes counts in each.
    for (let report = 0; report < 20; report++) {
      for (let more = 0; more < 1000; more++) element.replaceChildren(document.createElement('i'));
      await null;
    }
    await bench.settled();
  },
  walk,
  async settled() {
    await frame();
    await frame();
  },
};
