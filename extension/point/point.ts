import { h } from '@instrument-panel/shared/ui/dom';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import type { GivenProfile } from '../profile/profile.ts';
import { pointMessages } from '../words/compiled/point/all.js';
import type { PointMessages } from '../words/compiled/point/en.js';
import { draftOf, draftOfAddress, type Pointed } from './draft.ts';

const STYLES = `
:host{all:initial!important}
.all{position:fixed;inset:0;cursor:crosshair;background:transparent;pointer-events:auto}
.all.through{pointer-events:none}
[hidden]{display:none}
.mark{position:fixed;box-sizing:border-box;border:2px solid #0b57d0;outline:2px solid #fff;background:#0b57d026;border-radius:2px;pointer-events:none}
.say{position:fixed;left:50%;top:12px;transform:translateX(-50%);max-width:min(520px,calc(100vw - 24px));box-sizing:border-box;padding:8px 12px;border-radius:10px;background:#14213d;color:#fff;font:14px/1.4 system-ui,sans-serif;pointer-events:none;box-shadow:0 2px 12px #0006}
.say p{margin:0}.say p+p{margin-top:2px;opacity:.85;font-size:12px}`;

/** Frames, each of which has an overlay of its own: as elements they show nothing. */
const FRAMES = 'iframe,frame,frameset,object,embed,fencedframe';

/**
 * Puts an overlay above whatever the page has, which takes every click while pointing but those into a frame. The hint
 * is in one frame at a time, at first in the top one.
 */
function overlay(words: PointMessages, what: keyof PointMessages['pointAt']) {
  const host = h('div', { popover: 'manual' });
  const all = { position: 'fixed', inset: '0', width: '100vw', height: '100vh', display: 'block' };
  const inset = { ...all, margin: '0', padding: '0', border: '0', background: 'transparent' };
  const isTop = globalThis.top === globalThis.self;
  const styles = { ...inset, 'pointer-events': 'none' };
  for (const [name, value] of Object.entries(styles)) host.style.setProperty(name, value, 'important');
  const texts = [words.pointAt[what], words.keys];
  const catcher = h('div', {
    class: 'all',
    tabindex: '0',
    role: 'application',
    'aria-label': texts.join(' '),
  });
  const mark = h('div', { class: 'mark', hidden: '' });
  const say = h('div', { class: 'say', role: 'status' }, ...texts.map((text) => h('p', {}, text)));
  host.attachShadow({ mode: 'closed' }).append(h('style', {}, STYLES), catcher, mark, say);
  document.documentElement.append(host);
  host.showPopover();
  say.hidden = !isTop;
  if (isTop) catcher.focus();
  return {
    host,
    /** The pointer is in this frame, or has left it. */
    here(isHere: boolean): void {
      if (say.hidden !== isHere) return;
      say.hidden = !isHere;
      if (isHere) catcher.focus({ preventScroll: true });
      else mark.hidden = true;
    },
    /** Lets the pointer into the frame below it, or takes it again. */
    letThrough(isThrough: boolean): void {
      catcher.classList.toggle('through', isThrough);
    },
    mark(element: Element | null): void {
      mark.hidden = element === null;
      if (!element) return;
      const { left, top, width, height } = element.getBoundingClientRect();
      for (const [name, pixels] of Object.entries({ left, top, width, height }))
        mark.style.setProperty(name, `${pixels}px`);
      // The hint must not cover the element that is pointed at.
      const isAbove = top < 90;
      Object.assign(say.style, { top: isAbove ? 'auto' : '12px', bottom: isAbove ? '12px' : 'auto' });
    },
    remove: () => host.remove(),
  };
}

/** Events of a click and of a key, which the page does not get while pointing. */
const SWALLOWED = [
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'],
  ...['click', 'auxclick', 'dblclick', 'contextmenu', 'keydown', 'keyup', 'keypress'],
];

/** The innermost element at a point, through open shadow roots, but for one that is ours. */
function elementAt(x: number, y: number, own: Element): Element | null {
  const at = (root: DocumentOrShadowRoot, around: Element | null) =>
    root.elementsFromPoint(x, y).find((element) => element !== own && element !== around) ?? null;
  let found = at(document, null);
  for (let inner = found; inner?.shadowRoot; found = inner ?? found) inner = at(inner.shadowRoot, found);
  return found;
}

const STEPS: Readonly<Record<string, (element: Element) => Element | null | undefined>> = {
  ArrowUp: (element) => element.parentElement ?? (element.getRootNode() as ShadowRoot).host,
  ArrowDown: (element) => element.firstElementChild ?? element.shadowRoot?.firstElementChild,
  ArrowLeft: (element) => element.previousElementSibling,
  ArrowRight: (element) => element.nextElementSibling,
};

/** Lets a person point at an element; null where they left or were cut off. Only trusted events count. */
function pointAt(
  what: keyof PointMessages['pointAt'],
  words: PointMessages,
  signal: AbortSignal,
): Promise<Element | null> {
  return new Promise((resolve) => {
    const over = overlay(words, what);
    const done = new AbortController();
    let at: Element | null = null;

    const end = (element: Element | null): void => {
      if (done.signal.aborted) return;
      done.abort();
      gone.disconnect();
      over.remove();
      resolve(element);
    };
    const go = (element: Element | null | undefined): void => {
      if (!element || element === over.host || element === document.documentElement) return;
      at = element;
      over.mark(at);
    };
    const leave = (): void => {
      at = null;
      over.here(false);
    };
    const follow = ({ clientX, clientY }: MouseEvent): void => {
      const found = elementAt(clientX, clientY, over.host);
      const isInFrame = found?.matches(FRAMES) === true;
      over.letThrough(isInFrame);
      if (isInFrame) {
        leave();
        return;
      }
      over.here(true);
      go(found);
    };
    /** A frame is never what was meant: whoever means something in it goes on there. */
    const choose = (element: Element): void => {
      if (!element.matches(FRAMES)) end(element);
      else if (element instanceof HTMLElement) element.focus();
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') end(null);
      else if (key === 'Enter' && at) choose(at);
      else if (at === null && key in STEPS)
        go(document.querySelector('h1') ?? document.body.firstElementChild);
      else if (at) {
        go(STEPS[key]?.(at));
        at.scrollIntoView({ block: 'nearest' });
        over.mark(at);
      }
    };
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.isTrusted) return;
      if (event instanceof KeyboardEvent && event.type === 'keydown') onKey(event);
      // The click is the last event of a pointer: ended before, the page would get the rest.
      if (event instanceof MouseEvent && event.type === 'click') {
        follow(event);
        if (at) choose(at);
      }
    };
    const gone = new MutationObserver(() => {
      if (!over.host.isConnected) end(null);
    });
    gone.observe(document, { childList: true, subtree: true });
    const options = { capture: true, passive: false, signal: done.signal };
    for (const type of SWALLOWED) addEventListener(type, swallow, options);
    addEventListener('pointermove', follow, options);
    document.documentElement.addEventListener('pointerleave', leave, { signal: done.signal });
    addEventListener('scroll', () => over.mark(at), options);
    signal.addEventListener('abort', () => end(null));
  });
}

/** Key of the request to `point.js` on the isolated world's global; null ends the pointing. */
export const POINT = Symbol.for('instrument-panel.point');

export interface PointRequest {
  readonly what: Pointed;
  /** Selectors of the headers that were drafted before. Default: none. */
  readonly headers?: readonly string[];
  /** BCP 47 tag. Default: the browser's own. */
  readonly language?: string;
}

/** To the background: the element pointed at, as a profile to be merged (`mergeDrafts`); null if cancelled. */
export interface Drafted {
  readonly type: 'drafted';
  readonly what: Pointed;
  readonly profile: GivenProfile | null;
}

const RUNNING = Symbol.for('instrument-panel.pointing');

/** Lets the user point at an element, and reports it. A new request ends the one before. */
export async function startPointing(
  request: PointRequest | null,
  tell: (message: Drafted) => void,
): Promise<void> {
  const running: AbortController | undefined = Reflect.get(globalThis, RUNNING);
  running?.abort();
  if (!request) return;
  const own = new AbortController();
  Reflect.set(globalThis, RUNNING, own);
  const { what, headers = [], language = navigator.language } = request;
  if (what === 'address') {
    const profile = draftOfAddress(headers);
    // Another frame's address may have it.
    if (profile) tell({ type: 'drafted', what, profile });
    return;
  }
  const element = await pointAt(what, selectMessages(pointMessages, language), own.signal);
  // Ended by a new request, it has nothing to say.
  if (!own.signal.aborted)
    tell({ type: 'drafted', what, profile: element && draftOf(element, what, headers) });
}
