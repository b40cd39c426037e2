import type { Change, Fingerprints, Sighting, Told, Watched } from './sighting.ts';

/**
 * Runs in a page's own world, in every frame, from before its first script: after every change, and before every
 * frame that is drawn after one, it compares whom the page says with whom our elements show. A change in any frame
 * of one origin is looked at from all of them. It knows the pages of the demo EHR and nothing of how the extension
 * decides. Self-contained, since it is sent to the page as text; what it sees is told to a function `tellWatched`
 * of the page, where there is one.
 */
export function installWatcher(fingerprints: Fingerprints): void {
  const owner = new Map<string, string>();
  const recordOf = new Map<string, string>();
  for (const [record, { name, strings }] of Object.entries(fingerprints)) {
    recordOf.set(name, record);
    for (const text of strings) owner.set(text, record);
  }
  const nothing = () => ({
    moments: 0,
    withPanel: 0,
    withMark: 0,
    sightings: [] as Sighting[],
    changes: [] as Change[],
  });
  let state = nothing();
  let shownNow: readonly string[] = [];
  const take = (): Told => {
    const told = state;
    state = nothing();
    return told;
  };
  Object.defineProperty(globalThis, 'watched', {
    get: (): Watched & Told => ({ ...state, shown: shownNow, take: takeNow }),
  });
  const { tellWatched } = globalThis as { tellWatched?: (told: Told) => Promise<void> };
  const tell = () => {
    // A document that is on its way out may not be heard any more.
    tellWatched?.(take()).catch(() => {});
  };

  const ROWS = '.line, .roster tbody tr';
  const isVisible = (element: Element): boolean =>
    [...element.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
  const visible = (doc: Document, selector: string): Element | undefined =>
    [...doc.querySelectorAll(selector)].find(isVisible);

  /** The record that a text holds, or the one of the name that it is; a stranger's name as it is. */
  const recordIn = (text: string | null | undefined): string[] => {
    const tidy = text?.trim() ?? '';
    const record = /\d{4}-\d{4}/.exec(tidy)?.[0];
    return record ? [record] : tidy === '' ? [] : [recordOf.get(tidy) ?? tidy];
  };

  /** Whom the documents of one origin say: by address, by number and name in the header, by the chart's own line. */
  function sayings(doc: Document): string[] {
    const path = doc.location?.pathname ?? '';
    const inAddress = /\/(?:spa\/patients)\/(\d{4}-\d{4})$/.exec(path)?.[1];
    const header = visible(doc, '.patient');
    const line = visible(doc, '.chart-of')?.textContent ?? '';
    return [
      ...(inAddress ? [inAddress] : []),
      ...recordIn(header?.querySelector('.number')?.textContent),
      ...recordIn(header?.querySelector('.patient-name')?.textContent),
      ...recordIn(/\d{4}-\d{4}/.exec(line)?.[0]),
    ];
  }

  const observed = new WeakSet<Node>();
  /** Whom what stands in a shadow root is about. */
  function seenIn(root: ShadowRoot, seen: Map<string, string> = new Map()): Map<string, string> {
    if (!observed.has(root)) {
      observed.add(root);
      observer.observe(root, EVERYTHING);
    }
    const look = (text: string) => {
      const record = owner.get(text.trim());
      if (record) seen.set(record, text);
    };
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (node instanceof Text) look(node.data);
      else if (node instanceof Element) {
        for (const { value } of node.attributes) look(value);
        if (node.shadowRoot) seenIn(node.shadowRoot, seen);
      }
    }
    return seen;
  }

  const changeTo = (said: readonly string[], shown: readonly string[]) => ({
    at: Date.now(),
    frame: window.name,
    where: location.pathname,
    said,
    shown,
  });
  let last = '';
  function check(when: Sighting['when']): void {
    state.moments += 1;
    const report = (
      against: Sighting['against'],
      shown: readonly string[],
      said: readonly string[],
      texts: readonly string[],
    ) =>
      state.sightings.push({ when, against, where: location.pathname, shown, said, at: Date.now(), texts });
    const seen = new Map<string, string>();
    const inRows = new Set<string>();
    for (const { shadowRoot, parentElement } of document.querySelectorAll('*')) {
      if (!shadowRoot) continue;
      const row = parentElement?.closest(ROWS);
      for (const [record, text] of seenIn(shadowRoot)) {
        if (!row) seen.set(record, text);
        else {
          inRows.add(record);
          const said = [
            ...recordIn(row.querySelector('.number')?.textContent),
            ...recordIn(row.querySelector('.line-name')?.textContent),
          ];
          if (said.length === 0 || said.some((one) => one !== record)) report('row', [record], said, [text]);
        }
      }
    }
    const said = sayings(document);
    const texts = [...seen.values()];
    const shown = [...seen.keys()];
    if (shown.length > 0) state.withPanel += 1;
    if (inRows.size > 0) state.withMark += 1;
    // Whom a visit of another origin is about is said in another frame alone: `contradictions` compares the two.
    if (shown.length > 0 && !location.pathname.startsWith('/framed/visit/')) {
      if (said.length === 0 || said.some((one) => !shown.includes(one)) || shown.length > 1)
        report('own', shown, said, texts);
      else if (window !== top) {
        const beside: string[] = [];
        for (const name of ['header', 'chart']) {
          try {
            const frame = top?.document.querySelector<HTMLIFrameElement>(`iframe[name="${name}"]`);
            const doc = frame?.contentDocument;
            if (doc && doc !== document) beside.push(...sayings(doc));
          } catch {
            // Of another origin.
          }
        }
        if (beside.some((one) => !shown.includes(one))) report('other', shown, beside, texts);
      }
    }
    shownNow = [...shown, ...inRows];
    const now = JSON.stringify([said, shown]);
    const isNew = now !== last;
    if (isNew) state.changes.push(changeTo(said, shown));
    last = now;
    if (isNew || state.sightings.length > 0 || state.moments > 300) tell();
  }

  const EVERYTHING = { childList: true, subtree: true, characterData: true, attributes: true } as const;
  // A ResizeObserver is called after the frame's callbacks and its layout, right before it is drawn.
  const host = document.createElement('span');
  const probe = document.createElement('i');
  probe.style.cssText = 'position:fixed;inset:0 auto auto 0;width:1px;height:1px;visibility:hidden';
  host.attachShadow({ mode: 'closed' }).append(probe);
  let isAsked = false;
  /** The next frame that is drawn is looked at. */
  const ask = () => {
    if (!host.isConnected) document.documentElement?.append(host);
    if (isAsked) return;
    isAsked = true;
    probe.style.width = probe.style.width === '1px' ? '2px' : '1px';
  };
  const together = (() => {
    try {
      return top?.document ? top : window;
    } catch {
      return window;
    }
  })() as Window & { watchers?: Set<() => void> };
  together.watchers ??= new Set();
  const { watchers } = together;
  watchers.add(ask);
  const changed = () => {
    for (const one of watchers) one();
  };

  let isQueued = false;
  const observer = new MutationObserver(() => {
    changed();
    if (isQueued) return;
    isQueued = true;
    // After the callbacks of all observers of this change: what was blanked in them is gone.
    queueMicrotask(() => {
      isQueued = false;
      check('between');
    });
  });
  let watchedDocument: Document | null = null;
  /** Where Firefox restores a frame, its document has the window of the empty one before it, and so no watcher of its own. */
  function watchDocument(): void {
    watchedDocument = document;
    observer.observe(document, EVERYTHING);
    new ResizeObserver(() => {
      isAsked = false;
      check('painted');
    }).observe(probe);
    // What changes without a change of the document: a style that comes late, a window's size.
    setInterval(ask, 200);
  }
  function takeNow(): Told {
    if (document !== watchedDocument) {
      watchDocument();
      isAsked = false;
      check('between');
    }
    return take();
  }
  watchDocument();
  const { navigation } = globalThis as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', changed);
  changed();
  // Where the document before was not heard any more, it is over by now.
  state.changes.push(changeTo([], []));
  tell();
  addEventListener('pagehide', () => {
    watchers.delete(ask);
    state.changes.push(changeTo([], []));
    tell();
    for (const one of watchers) one();
  });
}
