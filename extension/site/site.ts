import type { ToSite } from '../intents/protocol.ts';
import { readMonths } from './day.ts';
import { addOwn, identifyingElements, isUnsure, lostOwn, withoutLayout } from './elements.ts';
import { evaluate, NOTHING } from './evaluate.ts';
import type { FrameFacts, SiteRules } from './facts.ts';
import {
  type Lock,
  NAMES_CHANGED,
  type Panels,
  type PanelsEvent,
  SITE_HANDLE,
  type SiteCore,
  type Spot,
} from './handle.ts';
import { identify } from './identify.ts';
import { linkTo, type Runtime } from './link.ts';
import { type Watch, watch } from './watch.ts';

type ContextMessage = Extract<ToSite, { type: 'context' }>;

// A frame has one script, whose state this is: as a module's it takes less room than as a class's.
let link: ReturnType<typeof linkTo>;
let rules: SiteRules | null = null;
let watching: Watch | null = null;
let last = NOTHING;
let facts: FrameFacts;
/** The present facts, and whom they name, as text to compare. */
let sentFacts = '';
let names = '';
/** The patient who may be shown here, confirmed by the background for the present facts. */
let lock: Lock | null = null;
let panels: Panels | null = null;
let hear = (_: PanelsEvent): void => {};
let shown: Spot | null = null;
let isLoading = false;
/** False once the background said that the page does not concern us. */
let isWanted = true;

function blank(): void {
  if (shown) {
    shown = null;
    panels?.blank();
  }
}
function unlock(): void {
  lock = null;
  blank();
  hear({ type: 'stale' });
}
/** Rows are used again for other patients: whatever changed, the marks are looked at before anything is painted. */
function list(): void {
  const page = rules?.pages[last.facts.page ?? -1];
  panels?.list(page?.type === 'list' && page.rows);
}
function reset(): void {
  unlock();
  last = NOTHING;
  list();
  sentFacts = names = '';
}

/** From what version the facts begin the background knows whether something may have been missed before. */
const nextVersion = (): number =>
  1 + (facts.version || +(globalThis.mayBeParted?.(identifyingElements) ?? 1));

function update(looks: boolean): void {
  if (!rules) return;
  const next = evaluate(rules, looks, last);
  const { type, found, gaps } = next.facts;
  const nextNames = JSON.stringify([type, found, gaps.filter(({ why }) => why !== 'place')]);
  if (nextNames !== names) {
    names = nextNames;
    unlock();
    if (found[0] || last.facts.found[0]) dispatchEvent(new Event(NAMES_CHANGED));
  }
  last = next;
  list();
  const text = JSON.stringify(next.facts);
  if (text !== sentFacts) {
    sentFacts = text;
    facts = { ...next.facts, version: nextVersion() };
    link.send({ type: 'facts', facts, url: location.href });
  }
  watching?.found();
  if (looks) show();
  // Whoever is named by what may be out of sight is looked at before anything is painted, whatever it costs.
  else if (isUnsure && found[0]) update(true);
}

function show(): void {
  const { spot } = last;
  const isLost = lostOwn();
  if (!panels && !isLoading && (spot || facts.type === 'list')) {
    isLoading = link.send({ type: 'load' });
  }
  if (!lock || !spot) blank();
  else if (panels && (isLost || shown?.anchor !== spot.anchor || shown.at !== spot.at)) {
    shown = spot;
    panels.show(lock, spot);
  }
}

function follow({ context, mounts, version: of }: ContextMessage): void {
  const next = context.state === 'known' && mounts ? context : null;
  if (next?.epoch !== lock?.epoch) unlock();
  if (of !== facts.version) return;
  lock = next;
  update(true);
}

function rest(): void {
  watching?.end();
  reset();
}

function obey(next: SiteRules | null): void {
  const isSame = JSON.stringify(next?.pages) === JSON.stringify(rules?.pages);
  if (!isSame || !next) rest();
  rules = next;
  isWanted = !!next;
  if (next) readMonths(next.months);
  // Sends the facts again, since the background may have restarted.
  sentFacts = '';
  if (next && !isSame)
    watching = watch(
      next,
      () => withoutLayout(() => update(false)),
      () => update(true),
    );
  update(true);
}

function receive(message: ToSite): void {
  switch (message.type) {
    case 'rules':
      obey(message.rules);
      break;
    case 'top':
      if (rules) rules = { ...rules, top: message.url };
      update(true);
      break;
    case 'context':
      follow(message);
      break;
    case 'toggle':
      if (shown) panels?.toggle();
      break;
    case 'reread':
      update(true);
      link.send({ type: 'reread', id: message.id, facts });
      break;
    case 'changed':
      if (!message.epoch || message.epoch === lock?.epoch) panels?.changed();
      break;
    default:
      hear(message);
  }
}

function lost(): boolean {
  hear({ type: 'lost' });
  isLoading = false;
  // The patient's key is in another frame, which cannot be heard now.
  if (!last.facts.found.some(({ kind }) => kind === 'key')) unlock();
  return isWanted;
}
function gone(): void {
  rules = null;
  // While it is still known where a panel stood: a sentence takes its place.
  panels?.orphaned();
  rest();
}

const core: SiteCore = {
  get rules() {
    return rules;
  },
  attach(attached, hears) {
    panels = attached;
    hear = hears;
    update(true);
  },
  send: (message) => link.send(message),
  epoch: () => lock?.epoch ?? null,
  read(sources, row) {
    watching?.read(row);
    // A row has no address but its links.
    return identify(sources, row, '');
  },
  own: addOwn,
  here() {
    link.connect();
    link.send({ type: 'here' });
  },
};

/**
 * The script of a site, one in each frame: says what the frame is and whom it shows, and lets the panels' code show
 * a patient only as long as the frame says the same. Whenever it does not, it blanks before anything else.
 */
export function startSite(runtime: Runtime): void {
  facts = { ...NOTHING.facts, version: 0 };
  link = linkTo(runtime, { message: receive, lost, gone });
  Reflect.set(globalThis, SITE_HANDLE, core);
  addEventListener('pagehide', () => {
    reset();
    if (rules) link.send({ type: 'left' });
  });
  addEventListener('pageshow', () => {
    link.connect();
    update(true);
  });
  link.connect();
}
