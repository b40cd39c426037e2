import type { ExploreColors } from '@instrument-panel/shared/chart/explore';
import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import type { PlotMoves } from './input.ts';

interface ExploreIntents extends PlotMoves {
  /** Other series were chosen, or a comparison. */
  chosen(): void;
  /** A day (`YYYY-MM-DD`), or empty for the end of the course. */
  period(from: string, to: string): void;
}

/** The explorer's controls: which scores, which period, how near, beside what. */
export function exploreControls(
  words: ExploreMessages,
  choice: readonly HTMLElement[],
  intents: ExploreIntents,
) {
  const button = (name: string, sign: string, act: () => void) =>
    createButton(sign, act, { 'aria-label': name, title: name });
  const from = h('input', { type: 'date' });
  const to = h('input', { type: 'date' });
  for (const field of [from, to])
    field.addEventListener('change', () => intents.period(from.value, to.value));
  const compare = h('input', { type: 'checkbox', id: 'compare' });
  compare.addEventListener('change', intents.chosen);
  const reason = h('span', { id: 'compare-why', hidden: '' }, words.oneCourse);
  const compareLabel = h('label', {}, compare, words.compare);

  const element = h(
    'div',
    { class: 'controls' },
    h(
      'fieldset',
      {},
      h('legend', {}, words.period),
      h('label', {}, words.from, from),
      h('label', {}, words.to, to),
      button(words.zoomIn, '+', () => intents.zoom(0.5)),
      button(words.zoomOut, '−', () => intents.zoom(2)),
      button(words.earlier, '←', () => intents.pan(-0.25)),
      button(words.later, '→', () => intents.pan(0.25)),
      button(words.whole, words.whole, intents.whole),
    ),
    ...choice,
    compareLabel,
    reason,
  );
  return {
    element,
    isComparing: (): boolean => compare.checked && !compare.disabled,
    /** Shows which days are shown; the fields are off where days of a course are counted. */
    setPeriod(start: string, end: string, isOn: boolean): void {
      // Do not overwrite what the user is typing.
      const active = element.getRootNode() as ShadowRoot;
      if (active.activeElement !== from) from.value = start;
      if (active.activeElement !== to) to.value = end;
      from.disabled = to.disabled = !isOn;
    },
    /** Offers the comparison where one score is shown, and says why it cannot be made. */
    setComparable(isOne: boolean, isComparable: boolean): void {
      compare.disabled = !isOne || !isComparable;
      compareLabel.hidden = !isOne;
      reason.hidden = !isOne || isComparable;
      if (isComparable) compare.removeAttribute('aria-describedby');
      else compare.setAttribute('aria-describedby', 'compare-why');
    },
  };
}

/** Room for lanes of events that is kept in any case, so that a zoom seldom moves what is below. */
const LANES_MIN = 3;

function createPlot(canvas: HTMLElement, isInPage: boolean): HTMLElement {
  const described = isInPage ? { 'aria-describedby': 'treatments-said' } : {};
  return h('div', { class: 'plot', role: 'application', tabindex: '0', ...described }, canvas);
}

interface NumberedEvent {
  readonly number: number;
  readonly text: string;
}

/** The list of the events that have a number in the plot, and no name. */
function createEventList(label: string) {
  const element = h('ol', { class: 'events', 'aria-label': label, hidden: '' });
  let shown = '[]';
  return {
    element,
    show(listed: readonly NumberedEvent[]): void {
      const key = JSON.stringify(listed);
      if (key === shown) return;
      shown = key;
      const items = listed.map(({ number, text }) => h('li', { value: `${number}`, dir: 'auto' }, text));
      element.replaceChildren(...items);
      element.hidden = listed.length === 0;
    },
  };
}

/** @param isInPage it is a part of the page, and no dialog over it */
export function exploreFrame(
  words: ExploreMessages,
  { words: panelWords }: WholeSpeech,
  controls: HTMLElement,
  isInPage: boolean,
  leave: () => void,
) {
  const line = (name: string) => h('p', { class: name });
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const plot = createPlot(canvas, isInPage);
  const events = createEventList(words.treatments);
  const treatments = h('p', { id: 'treatments-said', class: 'visually-hidden' });
  const heading = h('div', { id: 'explore-title', role: 'heading', 'aria-level': isInPage ? '3' : '2' });
  const patient = h('p', { class: 'patient', dir: 'auto' });
  const [stale, notes] = [line('stale'), line('notes')];
  const risks = h('div');
  const said = h('ul', { class: 'said' });
  const tables = h('details', { class: 'tables' }, h('summary', {}, panelWords.table));
  const live = h('p', { class: 'visually-hidden', role: 'status' });
  const legend = h('ul', { class: 'legend', 'aria-label': words.legend });
  const close = createButton(words.close, leave);
  const dialog = h(
    isInPage ? 'section' : 'dialog',
    { id: 'explore', part: 'explore', 'aria-labelledby': 'explore-title', lang: panelWords.lang },
    h('div', { class: 'top' }, h('div', {}, patient, heading), close),
    risks,
    stale,
    controls,
    plot,
    events.element,
    treatments,
    said,
    legend,
    notes,
    h('p', { class: 'keys' }, words.keys),
    tables,
    live,
  );
  return {
    dialog,
    heading,
    /** The patient's name; empty until it is known. Its line has its room from the first. */
    patient,
    stale,
    tables,
    /** Says what is known of risk, above everything: one line for each instrument. */
    showRisk(lines: readonly { readonly kind: string; readonly text: string }[], note: string): void {
      risks.replaceChildren(
        ...lines.map(({ kind, text }) => h('p', { class: 'risk', 'data-risk': kind }, text)),
        ...(note ? [h('p', { class: 'notes' }, note)] : []),
      );
    },
    plot,
    canvas,
    /** The events of treatment in a sentence. */
    treatments,
    /** The values of the rows: at the answer in focus, or the latest. */
    said,
    notes,
    /** Says to who listens what has changed. */
    live,
    /** Names lines and marks. */
    setLegend(names: readonly string[]): void {
      legend.replaceChildren(...names.map((text) => h('li', {}, text)));
      legend.hidden = names.length === 0;
    },
    /** Gives the plot the height that lanes of events need, and lists the events that have a number there. */
    showEvents(lanes: number, listed: readonly NumberedEvent[]): void {
      dialog.style.setProperty('--lanes', `${Math.max(LANES_MIN, lanes)}`);
      events.show(listed);
    },
    /** Gives the plot the height that so many rows need. */
    showRows(count: number): void {
      dialog.style.setProperty('--rows', `${count}`);
    },
  };
}

const TOKENS = {
  ink: 'var(--_ink)',
  quiet: 'var(--_quiet)',
  surface: 'var(--_surface)',
  axis: 'var(--_quiet)',
  risk: 'var(--_risk)',
  scheme: 'light-dark(#fff,#000)',
};

/** Reads the panel's colours for a canvas, which takes no custom properties, from the `color` of hidden elements. */
export function colorReader(parent: Element): () => ExploreColors {
  const samples = Object.entries(TOKENS).map(([name, color]) => {
    const sample = h('span', { class: 'ink', 'aria-hidden': 'true' });
    sample.style.color = color;
    parent.append(sample);
    return [name, sample] as const;
  });
  return () => {
    const { scheme, ...colors } = Object.fromEntries(
      samples.map(([name, sample]) => [name, getComputedStyle(sample).color]),
    ) as Record<keyof typeof TOKENS, string>;
    const isForced = matchMedia('(forced-colors:active)').matches;
    return { ...colors, bands: isForced ? 'none' : scheme === 'rgb(255, 255, 255)' ? 'light' : 'dark' };
  };
}

/** The sheet of the explorer's dialog; colours are the panel's own tokens. */
export const exploreStyles = (): string => `
#explore{inline-size:min(72rem,100vw - 2rem);max-inline-size:none;max-block-size:calc(100dvh - 2rem);container-type:inline-size;margin:auto;padding:1.25rem;border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);color:var(--_ink);background:var(--_surface);font-size:var(--instrument-font-size,1rem);line-height:1.4;overflow:auto}
#explore::backdrop{background:#0008}
#explore :is(.top,.controls,.keys,fieldset){display:flex;flex-wrap:wrap;gap:.5em .75em;align-items:center}
#explore .top{flex-wrap:nowrap;justify-content:space-between;align-items:start}
#explore .top div{font-size:1.125em;font-weight:600}
#explore .top div div{font-size:inherit}
#explore .patient{min-block-size:1.4em;margin:0;font-size:.875em}
#explore :is(.risk,.stale){margin-block:.5em;padding:.375em .75em;border:1px solid;border-radius:6px;font-size:.875em}
#explore .risk[data-risk=none]{padding:0;border:0;color:var(--_quiet)}
#explore .risk[data-risk=flagged]::before{content:'⚑ '/''}
#explore .risk[data-risk=flagged]{border-inline-start-width:4px;color:var(--_risk);background:var(--_risk-surface)}
#explore :is(.risk[data-risk=unavailable],.stale){color:var(--_stale);background:var(--_stale-surface)}
#explore .controls{margin-block:.75em;font-size:.875em}
#compare-why{color:var(--_quiet)}
#explore fieldset{padding:.25em .75em .5em;border:1px solid var(--_line);border-radius:6px}
#explore legend{padding-inline:.25em;color:var(--_quiet)}
#explore label{display:inline-flex;gap:.375em;align-items:center;min-block-size:2em}
#explore input{accent-color:var(--_accent);font:inherit}
#explore input[type=date]{padding:.25em .375em;border:1px solid var(--_axis,var(--_quiet));border-radius:6px;color:inherit;background:var(--_surface)}
#explore button{flex:none;min-block-size:2.25em;min-inline-size:2.25em}
#explore .plot{position:relative;block-size:max(clamp(14rem,50dvh,28rem),var(--rows)*9rem);border-radius:6px;touch-action:none;cursor:crosshair}
#explore canvas{position:absolute;inset:0}
#explore .said{min-block-size:calc(var(--rows,1)*1.5em + 1.3em);margin-block:.5em;padding:0;list-style:none;font-size:max(.875em,12px);font-variant-numeric:tabular-nums}
@container (min-width:40em){#explore .of-rows{position:absolute;block-size:1px;min-block-size:0;overflow:hidden;clip-path:inset(50%)}}
#explore .said b{font-weight:600}
#explore .said bdi{white-space:nowrap}
#explore .said li{margin-inline-start:calc(-.5em - 3px);padding-inline-start:.5em;border-inline-start:3px solid #0000}
#explore .said [aria-current]{border-color:var(--_accent)}
#explore tbody th{white-space:nowrap}
#explore :is(.others,.others div,.series){display:flex;flex-wrap:wrap;gap:.25em 1em;align-items:center}
#explore .status{color:var(--_stale)}
#explore :is(.status,.series):empty{display:none}
#explore [aria-busy=true] .status{color:var(--_quiet)}
#explore :is(.notes,.legend,.keys){color:var(--_quiet);font-size:max(.8125em,12px)}
#explore .legend{display:flex;flex-wrap:wrap;gap:.25em 1.25em;padding:0;list-style:none}
#explore .ink{position:absolute;inline-size:0;block-size:0;overflow:hidden;visibility:hidden}
@media (forced-colors:active){#explore{--_ink:CanvasText;--_quiet:CanvasText;--_surface:Canvas;--_risk:Highlight}}
section#explore{inline-size:auto;max-block-size:none;margin:0;padding:.75em;border-color:var(--_line);font-size:max(.875em,13px)}
section#explore .patient{display:none}
section#explore .plot{block-size:calc(var(--rows)*7rem + 36px + var(--lanes,3)*20px)}
#explore .events{columns:24em;column-gap:2em;margin-block:.25em .5em;padding-inline-start:2em;font-size:max(.875em,12px);font-variant-numeric:tabular-nums}
#explore .events li{break-inside:avoid}
#explore .events li::marker{font-weight:600}
section#explore :is(table,.tables){inline-size:100%}
#explore :is(caption,th,td){padding:.25em .5em;text-align:start}
@media print{#explore{display:none}}
`;
