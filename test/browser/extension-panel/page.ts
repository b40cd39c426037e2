import { judgeRowPlace as judgeRow } from '../../../extension/list/line.ts';
import { judgePlace as judge } from '../../../extension/panel/frame/placed.ts';
import type { PanelMemory } from '../../../extension/panel/memory.ts';
import { SitePanels } from '../../../extension/panel/panels.ts';
import type { IdentifierSource } from '../../../extension/profile/profile.ts';
import type { Identifier, PlaceReport } from '../../../extension/site/facts.ts';
import type { SiteHandle } from '../../../extension/site/handle.ts';

/** What the test answers to a question: a value, or a problem. */
interface Reply {
  readonly value?: unknown;
  readonly problem?: object;
}

declare global {
  var answerIntent: (epoch: string | null, intent: string, input: unknown) => Promise<Reply>;
  var panels: SitePanels;
  /** The trial of the tester. */
  var judgePlace: typeof judge;
  var judgeRowPlace: typeof judgeRow;
  var owned: Element[];
  var kept: PanelMemory;
  /** How the places turned out, each time that it was said. */
  var reports: PlaceReport[];
  var isKnown: boolean;
  /** False while the frame has no rules, as where its site was switched off. */
  var hasRules: boolean;
}

/** One source, read as plainly as a test needs it. */
function readOne(source: IdentifierSource, within: Element): Identifier | null {
  if (source.from !== 'text' && source.from !== 'attribute') return null;
  const element = within.matches(source.select) ? within : within.querySelector(source.select);
  const value = source.from === 'text' ? element?.textContent : element?.getAttribute(source.attribute);
  return value ? { kind: source.kind, system: source.system ?? '', value: value.trim() } : null;
}

globalThis.owned = [];
globalThis.reports = [];
globalThis.kept = { recent: [] };

globalThis.hasRules = true;
globalThis.judgePlace = judge;
globalThis.judgeRowPlace = judgeRow;

const { places } = document.querySelector('main')?.dataset ?? {};
const rules: SiteHandle['rules'] = {
  profileId: 'test',
  settleMs: Number(document.querySelector<HTMLElement>('[data-settle]')?.dataset.settle ?? 0),
  pages: places ? [{ type: 'chart', element: 'main', places: JSON.parse(places) }] : [],
  attributes: [],
  top: location.href,
  months: '',
  get language() {
    return document.documentElement.lang;
  },
};
const handle: SiteHandle = {
  get rules() {
    if (!globalThis.hasRules) throw new Error();
    return rules;
  },
  attach: () => {},
  async ask(epoch, intent, input, signal) {
    const { value, problem } = await globalThis.answerIntent(epoch, intent, input);
    signal.throwIfAborted();
    if (problem) throw Object.assign(new Error('refused'), { problem });
    return value;
  },
  read(sources, within) {
    const found = sources.flatMap((source) => readOne(source, within) ?? []);
    const gaps = found.length < sources.length ? [{ why: 'missing' as const, source: 0 }] : [];
    return { found, gaps };
  },
  own: (element) => void globalThis.owned.push(element),
  here: () => {},
  reportPlaces: (report) => void globalThis.reports.push(report),
};

globalThis.panels = new SitePanels(handle, {
  read: async () => globalThis.kept,
  write: (kept) => {
    globalThis.kept = kept;
  },
});
