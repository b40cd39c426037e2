import type { PointWords } from '../words/point/index.ts';
import type { Pointed } from './draft.ts';

const STYLES = `
:host{all:initial!important}
.all{position:fixed;inset:0;cursor:crosshair;background:transparent}
.mark{position:fixed;box-sizing:border-box;border:2px solid #0b57d0;outline:2px solid #fff;background:#0b57d026;border-radius:3px;pointer-events:none}
.say{position:fixed;left:50%;top:12px;transform:translateX(-50%);max-width:min(520px,calc(100vw - 24px));box-sizing:border-box;padding:10px 14px;border-radius:8px;background:#14213d;color:#fff;font:14px/1.4 system-ui,sans-serif;pointer-events:none;box-shadow:0 2px 12px #0006}
.say p{margin:0}.say p+p{margin-top:2px;opacity:.85;font-size:12px}`;

/** What lies over the page while somebody points: it takes every click, so that the page gets none. */
export interface Overlay {
  readonly host: HTMLElement;
  mark(element: Element | null): void;
  remove(): void;
}

/** Puts the overlay into the top layer, above whatever the page has. */
export function overlay(words: PointWords, what: Pointed): Overlay {
  const host = document.createElement('div');
  host.popover = 'manual';
  const inset = {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100vh',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'transparent',
    display: 'block',
  };
  for (const [name, value] of Object.entries(inset)) host.style.setProperty(name, value, 'important');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = document.createElement('style');
  sheet.textContent = STYLES;
  const all = document.createElement('div');
  all.className = 'all';
  all.tabIndex = 0;
  all.setAttribute('role', 'application');
  all.setAttribute('aria-label', `${words.pointAt[what]} ${words.keys}`);
  const mark = document.createElement('div');
  mark.className = 'mark';
  mark.hidden = true;
  const say = document.createElement('div');
  say.className = 'say';
  say.setAttribute('role', 'status');
  for (const text of [words.pointAt[what], words.keys]) {
    const line = document.createElement('p');
    line.textContent = text;
    say.append(line);
  }
  root.append(sheet, all, mark, say);
  document.documentElement.append(host);
  host.showPopover();
  all.focus();
  return {
    host,
    mark(element) {
      mark.hidden = element === null;
      if (!element) return;
      const { left, top, width, height } = element.getBoundingClientRect();
      Object.assign(mark.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
      // What it says must not lie over what is pointed at.
      const isAbove = top < 90;
      Object.assign(say.style, { top: isAbove ? 'auto' : '12px', bottom: isAbove ? '12px' : 'auto' });
    },
    remove: () => host.remove(),
  };
}
