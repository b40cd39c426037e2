import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaygroundMessages } from '../../words/compiled/playground/en.js';
import type { ElementFacts } from '../facts.ts';
import { field, nextId } from './field.ts';

type Kind = 'color' | 'color-scheme' | 'length';

/** Returns what a token takes. A token for a length ends with what it measures; the others are colors. */
function toKind(name: string): Kind {
  if (name.endsWith('color-scheme')) return 'color-scheme';
  return /-(font-size|gap|height|padding|radius|width)$/.test(name) ? 'length' : 'color';
}

const PROPERTY: Readonly<Record<Kind, string>> = {
  color: 'color',
  'color-scheme': 'color-scheme',
  length: 'width',
};

/** `#rrggbb` of a colour as it comes out at a place of the page, which decides between light and dark. */
function hexAt(place: HTMLElement, color: string): string {
  const probe = h('span');
  probe.style.color = color;
  place.append(probe);
  const parts = getComputedStyle(probe).color.match(/\d+(\.\d+)?/g) ?? [];
  probe.remove();
  return `#${parts
    .slice(0, 3)
    .map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'))
    .join('')}`;
}

/**
 * A control for each token of an element: text that takes whatever CSS takes, with a picker beside a colour.
 *
 * @param place where the tokens go, so that the picker begins at the colour that is seen
 */
export function tokenControls(
  { tokens }: ElementFacts,
  words: PlaygroundMessages,
  given: ReadonlyMap<string, string>,
  place: HTMLElement,
  changed: (name: string, value: string) => void,
): HTMLElement[] {
  return tokens.map((token) => {
    const kind = toKind(token.name);
    const value = given.get(token.name) ?? '';
    const text = h('input', {
      type: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: words.notSet,
      value,
    });
    text.dataset.token = token.name;
    const fault = h('span', { class: 'fault', id: nextId(), role: 'status' });
    const picker =
      kind === 'color'
        ? h('input', { type: 'color', 'aria-label': words.pick({ token: token.name }) })
        : null;
    const pick = (color: string): void => {
      if (picker && color) picker.value = hexAt(place, color);
      // A picker always has a colour: one that stands for none is faint.
      picker?.toggleAttribute('data-unset', color === '');
    };
    pick(value);
    text.addEventListener('input', () => {
      const next = text.value.trim();
      const isGood = next === '' || CSS.supports(PROPERTY[kind], next);
      text.setAttribute('aria-invalid', String(!isGood));
      fault.textContent = isGood ? '' : words.wrongValue;
      if (!isGood) return;
      changed(token.name, next);
      pick(next);
    });
    picker?.addEventListener('input', () => {
      text.value = picker.value;
      text.dispatchEvent(new Event('input'));
    });
    return field(token.name, text, token.description, ...(picker ? [picker] : []), fault);
  });
}

/** The tokens that a theme's style sheet sets, parsed by the browser itself. */
export function tokensOfTheme(css: string): ReadonlyMap<string, string> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const found = new Map<string, string>();
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const name of rule.style) found.set(name, rule.style.getPropertyValue(name).trim());
  }
  return found;
}
