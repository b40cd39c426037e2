/** Strings that our own elements show of one patient and of nobody else, by the patient's record number. */
export type Fingerprints = Readonly<Record<string, readonly string[]>>;

/** A moment at which something of a patient stood where the page did not say that patient. */
export interface Sighting {
  /** `painted`: it was there when a frame was drawn. `between`: after a change, and gone before it was drawn. */
  readonly when: 'painted' | 'between';
  /** `own` contradicts the frame it stands in, `other` contradicts another frame of one origin. */
  readonly against: 'own' | 'other';
  readonly where: string;
  readonly shown: readonly string[];
  readonly said: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What gave it away. */
  readonly texts: readonly string[];
}

/** What the watcher of a frame has seen so far. */
export interface Watched {
  /** Moments looked at, and those at which something of a patient was there. */
  readonly moments: number;
  readonly withPatient: number;
  readonly sightings: readonly Sighting[];
  /** Whom our elements show now. */
  readonly shown: readonly string[];
}

/** What a frame's watcher tells, where the page has a function `tellWatched`: what came since it told before. */
export interface Told extends Watched {
  readonly changes: readonly Change[];
}

/** What a frame said and showed, whenever it changed: to compare frames that cannot see each other. */
export interface Change {
  readonly at: number;
  readonly where: string;
  readonly said: readonly string[];
  readonly shown: readonly string[];
}

/**
 * Runs in a page's own world, in every frame, from before its first script: at every change and every frame drawn
 * it compares whom the page says with whom our elements show. It knows the pages of the demo EHR and nothing of how
 * the extension decides. Self-contained, since it is sent to the page as text.
 */
export function installWatcher(fingerprints: Fingerprints): void {
  const owner = new Map<string, string>();
  for (const [record, strings] of Object.entries(fingerprints)) {
    for (const text of strings) owner.set(text, record);
  }
  const nothing = () => ({
    moments: 0,
    withPatient: 0,
    sightings: [] as Sighting[],
    changes: [] as Change[],
    shown: [] as string[],
  });
  let state = nothing();
  const { tellWatched } = globalThis as { tellWatched?: (told: Told) => Promise<void> };
  Object.defineProperty(globalThis, 'watched', { get: () => state });
  const tell = () => {
    if (!tellWatched || state.moments === 0) return;
    const told = state;
    state = { ...nothing(), shown: told.shown };
    // A document that is on its way out may not be heard any more.
    tellWatched(told).catch(() => {});
  };
  addEventListener('pagehide', tell);

  const isVisible = (element: Element): boolean =>
    [...element.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
  const visible = (doc: Document, selector: string): Element | undefined =>
    [...doc.querySelectorAll(selector)].find(isVisible);

  /** Whom the documents of one origin say: by address, by header, by the chart's own line. */
  function sayings(doc: Document): string[] {
    const said: string[] = [];
    const path = doc.location?.pathname ?? '';
    const inAddress = /\/(?:spa\/patients)\/(\d{4}-\d{4})$/.exec(path)?.[1];
    if (inAddress) said.push(inAddress);
    for (const place of [
      visible(doc, '.patient .number')?.textContent,
      visible(doc, '.chart-of')?.textContent,
    ]) {
      const record = /\d{4}-\d{4}/.exec(place ?? '')?.[0];
      if (record) said.push(record);
    }
    return said;
  }

  const observed = new WeakSet<Node>();
  /** Whom something inside our own elements is about, within `root`. */
  function seenIn(root: ParentNode): Map<string, string> {
    const seen = new Map<string, string>();
    const look = (text: string | null) => {
      const record = text === null ? undefined : owner.get(text.trim());
      if (record) seen.set(record, text ?? '');
    };
    const walk = (inside: ShadowRoot) => {
      if (!observed.has(inside)) {
        observed.add(inside);
        observer.observe(inside, EVERYTHING);
      }
      const nodes = document.createTreeWalker(inside, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        if (node instanceof Text) look(node.data);
        else if (node instanceof Element) {
          for (const { value } of node.attributes) look(value);
          if (node.shadowRoot) walk(node.shadowRoot);
        }
      }
    };
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) walk(element.shadowRoot);
    return seen;
  }

  let last = '';
  function check(when: Sighting['when']): void {
    state.moments += 1;
    const report = (
      against: Sighting['against'],
      shown: readonly string[],
      said: readonly string[],
      texts: readonly string[],
    ) =>
      state.sightings.push({
        when,
        against,
        where: location.pathname,
        shown,
        said,
        at: Date.now(),
        texts,
      });
    const rows = [...document.querySelectorAll<HTMLElement>('.line, .roster tbody tr')];
    const inRows = new Set<string>();
    for (const row of rows) {
      for (const [record, text] of seenIn(row)) {
        inRows.add(record);
        const said = row.querySelector('.number')?.textContent?.trim() ?? '';
        if (said !== record) report('own', [record], [said], [text]);
      }
    }
    const said = sayings(document);
    const seen = seenIn(document);
    const texts = [...seen.values()];
    const shown = [...seen.keys()].filter((record) => rows.length === 0 || !inRows.has(record));
    if (shown.length > 0 || inRows.size > 0) state.withPatient += 1;
    const isCross = location.pathname.startsWith('/framed/visit/');
    if (shown.length > 0 && !isCross) {
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
            // Of another origin: its own watcher keeps what it says.
          }
        }
        if (beside.some((one) => !shown.includes(one))) report('other', shown, beside, texts);
      }
    }
    state.shown = [...shown, ...inRows];
    const now = JSON.stringify([said, shown]);
    if (now !== last) {
      last = now;
      state.changes.push({
        at: performance.timeOrigin + performance.now(),
        where: location.pathname,
        said,
        shown,
      });
    }
    if (state.sightings.length > 0 || state.moments > 300) tell();
  }

  const EVERYTHING = { childList: true, subtree: true, characterData: true, attributes: true } as const;
  let isQueued = false;
  const observer = new MutationObserver(() => {
    if (isQueued) return;
    isQueued = true;
    // After the callbacks of all observers of this change: what was blanked in them is gone.
    queueMicrotask(() => {
      isQueued = false;
      check('between');
    });
  });
  observer.observe(document, EVERYTHING);

  // A ResizeObserver is called after the frame's callbacks and its layout, right before it is drawn.
  const start = () => {
    const host = document.createElement('span');
    const probe = document.createElement('i');
    probe.style.cssText = 'position:fixed;inset:0 auto auto 0;width:1px;height:1px;visibility:hidden';
    host.attachShadow({ mode: 'closed' }).append(probe);
    document.documentElement?.append(host);
    let wide = false;
    const drawn = new ResizeObserver(() => check('painted'));
    drawn.observe(probe);
    const next = () => {
      if (!host.isConnected) document.documentElement?.append(host);
      wide = !wide;
      probe.style.width = wide ? '2px' : '1px';
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  };
  if (document.documentElement) start();
  else document.addEventListener('readystatechange', start, { once: true });
}
